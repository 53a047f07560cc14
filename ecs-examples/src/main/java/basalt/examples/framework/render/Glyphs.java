package basalt.examples.framework.render;

import basalt.examples.framework.render.RendererKind.RendererException;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;

/** The printable ASCII characters side by side in cells of equal size, as the coverage of each pixel. */
final class Glyphs {
    static final char FIRST = ' ';
    static final char LAST = '~';
    static final int COUNT = LAST - FIRST + 1;

    /** How much the picture is darkened behind the text. */
    static final float SHADE = 0.55f;

    private static final int LINES_A_PICTURE = 36;
    private static final int LEAST_SIZE = 11;

    private final int cellWidth;
    private final int cellHeight;
    private final byte[] coverage;

    /**
     * Creates the characters for a picture; their size grows with its height.
     *
     * @throws RendererException if Java has no font
     */
    Glyphs(int pictureHeight) {
        Font font = new Font(Font.MONOSPACED, Font.BOLD, Math.max(LEAST_SIZE, pictureHeight / LINES_A_PICTURE));
        FontMetrics metrics = metrics(font);
        cellWidth = metrics.charWidth('M');
        cellHeight = metrics.getAscent() + metrics.getDescent();
        BufferedImage image = new BufferedImage(COUNT * cellWidth, cellHeight, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setFont(font);
        graphics.setColor(Color.WHITE);
        for (int i = 0; i < COUNT; i++) {
            graphics.setClip(i * cellWidth, 0, cellWidth, cellHeight);
            graphics.drawString(String.valueOf((char) (FIRST + i)), i * cellWidth, metrics.getAscent());
        }
        graphics.dispose();
        coverage = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    }

    private static FontMetrics metrics(Font font) {
        Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_BYTE_GRAY).createGraphics();
        try {
            return graphics.getFontMetrics(font);
        } catch (RuntimeException | InternalError | LinkageError e) { // JDKs report a missing font in different ways
            throw new RendererException("Java finds no font: install fontconfig and fonts-dejavu-core", e);
        } finally {
            graphics.dispose();
        }
    }

    int cellWidth() {
        return cellWidth;
    }

    int cellHeight() {
        return cellHeight;
    }

    /** Width of all cells together. */
    int width() {
        return COUNT * cellWidth;
    }

    /** Coverage line by line from the top, 0 to 255. */
    byte[] coverage() {
        return coverage;
    }

    /** Coverage of one pixel of a character, 0 to 1. */
    float coverage(byte character, int x, int y) {
        return (coverage[y * width() + (character - FIRST) * cellWidth + x] & 255) / 255f;
    }
}
