package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.image.BufferedImage;
import java.util.Optional;

/** The fonts of all charts, and whether this machine has any. */
public final class Typeface {
    static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final Font BOLD = PLAIN.deriveFont(Font.BOLD);
    static final Font SMALL = PLAIN.deriveFont(11f);
    static final Font TITLE = PLAIN.deriveFont(Font.BOLD, 16f);
    static final Color INK = new Color(0x212529);
    static final Color FAINT_INK = new Color(0x868e96);
    static final Color ALARM = new Color(0xc92a2a);

    private Typeface() {}

    /** Pixels that a text takes in the plain font. */
    static int width(String text) {
        return (int) Math.ceil(PLAIN.getStringBounds(text, new FontRenderContext(null, true, true))
                .getWidth());
    }

    /**
     * Tries to draw text.
     *
     * @return why charts cannot be drawn here; empty if they can
     */
    public static Optional<String> problem() {
        try {
            Graphics2D graphics = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB).createGraphics();
            try {
                graphics.setFont(PLAIN);
                graphics.drawString("x", 1, 7);
            } finally {
                graphics.dispose();
            }
            return Optional.empty();
        } catch (RuntimeException | LinkageError | InternalError noFonts) {
            // The JDK throws these if fontconfig, FreeType or all fonts are missing, or without java.desktop.
            return Optional.of("this JDK finds no fonts (on Linux it needs fontconfig and a font): " + noFonts);
        }
    }
}
