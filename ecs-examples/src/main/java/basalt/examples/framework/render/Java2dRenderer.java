package basalt.examples.framework.render;

import basalt.component.IntColumn;
import basalt.examples.framework.render.Layer.Channel;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.List;

/** Draws by software, for machines without OpenGL. The channels of its image have no upper limit. */
final class Java2dRenderer extends Renderer {
    private static final int CHANNELS = 3;

    private final Scene scene;
    private final int width;
    private final int height;
    private final float[] image;
    private final BufferedImage screen;
    private final List<Painter> painters = new ArrayList<>();

    Java2dRenderer(int width, int height, Scene scene) {
        super(new Controls());
        requireSize(width, height);
        this.scene = scene;
        this.width = width;
        this.height = height;
        image = new float[width * height * CHANNELS];
        screen = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        scene.layers().forEach(layer -> painters.add(new Painter(layer)));
    }

    @Override
    void drawFrame() {
        fill(scene.background());
        for (int i = 0; i < painters.size(); i++) {
            painters.get(i).draw();
        }
        int[] pixels = pixels();
        for (int i = 0, at = 0; i < pixels.length; i++, at += CHANNELS) {
            pixels[i] = ToneMapping.toScreen(image[at]) << 16
                    | ToneMapping.toScreen(image[at + 1]) << 8
                    | ToneMapping.toScreen(image[at + 2]);
        }
    }

    private int[] pixels() {
        return ((DataBufferInt) screen.getRaster().getDataBuffer()).getData();
    }

    private void fill(int rgb) {
        float red = ToneMapping.toLight((rgb >> 16 & 255) / 255f);
        float green = ToneMapping.toLight((rgb >> 8 & 255) / 255f);
        float blue = ToneMapping.toLight((rgb & 255) / 255f);
        for (int i = 0; i < image.length; i += CHANNELS) {
            image[i] = red;
            image[i + 1] = green;
            image[i + 2] = blue;
        }
    }

    /**
     * Draws the points of a layer: paint has an edge that is half a pixel soft on both sides; light fades from the
     * centre outwards.
     */
    private final class Painter implements RowBody {
        private static final int WHITE = 0xffffffff;

        private final Layer layer;
        private final RowKernel kernel;
        private final boolean glows;
        private final float scale;
        private final float reach;
        private final Channel columnX;
        private final Channel columnY;
        private final Channel red;
        private final Channel green;
        private final Channel blue;
        private final Channel alpha;
        private final IntColumn argb;
        private float glow; // of this frame

        Painter(Layer layer) {
            this.layer = layer;
            glows = layer.glows();
            scale = scene.scale(height);
            reach = 0.5f * layer.size() * scale + 0.5f;
            columnX = layer.channels().get(0);
            columnY = layer.channels().get(1);
            red = layer.channels().get(2);
            green = layer.channels().get(3);
            blue = layer.channels().get(4);
            alpha = layer.channels().get(5);
            argb = layer.argb();
            kernel = layer.query().kernel(this);
        }

        void draw() {
            glow = layer.glow();
            kernel.run();
        }

        @Override
        public void accept(Row row) {
            float x = (columnX.get(row) - scene.centreX()) * scale + 0.5f * width;
            float y = 0.5f * height - (columnY.get(row) - scene.centreY()) * scale;
            int tint = argb == null ? WHITE : row.get(argb);
            float opacity = alpha.get(row) * (tint >>> 24) / 255f;
            if (!glows) {
                opacity = Math.min(1, opacity);
            }
            if (opacity > 0 && x >= 0 && x <= width && y >= 0 && y <= height) { // as OpenGL does; not NaN
                float r = light(red.get(row) * (tint >> 16 & 255) / 255f) * opacity;
                float g = light(green.get(row) * (tint >> 8 & 255) / 255f) * opacity;
                float b = light(blue.get(row) * (tint & 255) / 255f) * opacity;
                paint(x, y, opacity, r, g, b);
            }
        }

        private void paint(float x, float y, float opacity, float r, float g, float b) {
            int endX = endPixel(x + reach, width);
            int endY = endPixel(y + reach, height);
            for (int line = firstPixel(y - reach); line < endY; line++) {
                float down = line + 0.5f - y;
                for (int column = firstPixel(x - reach); column < endX; column++) {
                    float right = column + 0.5f - x;
                    float covered = covered(right * right + down * down);
                    if (covered > 0) {
                        float rest = 1 - (glows ? 0 : Math.min(1, covered * opacity));
                        int at = (line * width + column) * CHANNELS;
                        image[at] = image[at] * rest + covered * r;
                        image[at + 1] = image[at + 1] * rest + covered * g;
                        image[at + 2] = image[at + 2] * rest + covered * b;
                    }
                }
            }
        }

        private float covered(float squaredDistance) {
            if (glows) {
                float fading = Math.max(0, 1 - squaredDistance / (reach * reach));
                return fading * fading;
            }
            return Math.max(0, Math.min(1, reach - (float) Math.sqrt(squaredDistance)));
        }

        private float light(float colour) {
            return glows ? Math.max(0, colour) * glow : ToneMapping.toLight(colour);
        }

        /** First pixel whose centre lies at or after a coordinate. */
        private static int firstPixel(float from) {
            return (int) Math.max(0, Math.ceil(from - 0.5f));
        }

        /** The pixel after the last one whose centre lies at or before a coordinate, in a picture of this length. */
        private static int endPixel(float to, int length) {
            return (int) Math.min(length, Math.floor(to - 0.5f) + 1);
        }
    }

    @Override
    BufferedImage copyFrame() {
        BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        screen.copyData(copy.getRaster());
        return copy;
    }
}
