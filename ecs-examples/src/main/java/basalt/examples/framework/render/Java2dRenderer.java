package basalt.examples.framework.render;

import basalt.query.RowKernel;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;

/** Draws by software, for machines without OpenGL. */
final class Java2dRenderer implements Renderer {
    private final Guard guard = new Guard();
    private final Overlay overlay = new Overlay();
    private final Controls controls = new Controls();
    private final Scene scene;
    private final HdrImage light;
    private final BufferedImage screen;
    private final Painter[] painters;
    private final RowKernel[] layers;
    private final Glyphs glyphs;

    Java2dRenderer(int width, int height, Scene scene) {
        Guard.requireSize(width, height);
        this.scene = scene;
        light = new HdrImage(width, height);
        screen = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        glyphs = new Glyphs(height);
        painters = new Painter[scene.layers().size()];
        layers = new RowKernel[painters.length];
        for (int i = 0; i < layers.length; i++) {
            Layer layer = scene.layers().get(i);
            painters[i] = Painter.of(light, scene.view(), layer);
            layers[i] = layer.query().kernel(painters[i]);
        }
    }

    @Override
    public int width() {
        return screen.getWidth();
    }

    @Override
    public int height() {
        return screen.getHeight();
    }

    @Override
    public void draw() {
        guard.requireUsable();
        light.fill(scene.background());
        for (int i = 0; i < layers.length; i++) {
            painters[i].begin(scene.layers().get(i));
            layers[i].run();
        }
        light.toneMap(screen);
        drawOverlay();
    }

    private void drawOverlay() {
        int columns = overlay.columnsUsed();
        int margin = glyphs.cellWidth() / 2;
        int right = columns == 0 ? 0 : Math.min(width(), columns * glyphs.cellWidth() + 2 * margin);
        int bottom = Math.min(height(), overlay.rowsUsed() * glyphs.cellHeight() + 2 * margin);
        int[] pixels = ((DataBufferInt) screen.getRaster().getDataBuffer()).getData();
        for (int y = 0; y < bottom; y++) {
            for (int x = 0; x < right; x++) {
                float covered = covered(x - margin, y - margin, columns);
                float opacity = Glyphs.SHADE + (1 - Glyphs.SHADE) * covered;
                pixels[y * width() + x] = blend(pixels[y * width() + x], covered, opacity);
            }
        }
    }

    private float covered(int x, int y, int columns) {
        int column = x / glyphs.cellWidth();
        int row = y / glyphs.cellHeight();
        return x < 0 || y < 0 || column >= columns || row >= overlay.rowsUsed()
                ? 0
                : glyphs.coverage(overlay.cell(row, column), x % glyphs.cellWidth(), y % glyphs.cellHeight());
    }

    private static int blend(int rgb, float white, float opacity) {
        int blended = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            float value = 255 * white * opacity + (rgb >> shift & 255) * (1 - opacity);
            blended |= (int) (value + 0.5f) << shift;
        }
        return blended;
    }

    @Override
    public BufferedImage picture() {
        guard.requireUsable();
        BufferedImage copy = new BufferedImage(width(), height(), BufferedImage.TYPE_INT_RGB);
        screen.copyData(copy.getRaster());
        return copy;
    }

    @Override
    public Overlay overlay() {
        return overlay;
    }

    @Override
    public Controls controls() {
        return controls;
    }

    @Override
    public void close() {
        guard.end();
    }
}
