package basalt.examples.framework.render;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;

/** An HDR image, drawn by software: its channels have no upper limit. */
final class HdrImage {
    static final int CHANNELS = 3;

    private final int width;
    private final int height;
    private final float[] light;

    HdrImage(int width, int height) {
        this.width = width;
        this.height = height;
        light = new float[width * height * CHANNELS];
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** Fills it with one colour, {@code 0xRRGGBB}. */
    void fill(int rgb) {
        float red = ToneMapping.toLight((rgb >> 16 & 255) / 255f);
        float green = ToneMapping.toLight((rgb >> 8 & 255) / 255f);
        float blue = ToneMapping.toLight((rgb & 255) / 255f);
        for (int i = 0; i < light.length; i += CHANNELS) {
            light[i] = red;
            light[i + 1] = green;
            light[i + 2] = blue;
        }
    }

    /** Darkens a pixel by a part, 0 to 1, and adds light. */
    void add(int x, int y, float hidden, float red, float green, float blue) {
        int at = (y * width + x) * CHANNELS;
        light[at] = light[at] * (1 - hidden) + red;
        light[at + 1] = light[at + 1] * (1 - hidden) + green;
        light[at + 2] = light[at + 2] * (1 - hidden) + blue;
    }

    /** Maps the light to the colours of a screen. */
    void toneMap(BufferedImage screen) {
        int[] pixels = ((DataBufferInt) screen.getRaster().getDataBuffer()).getData();
        for (int i = 0, at = 0; i < pixels.length; i++, at += CHANNELS) {
            pixels[i] = ToneMapping.toScreen(light[at]) << 16
                    | ToneMapping.toScreen(light[at + 1]) << 8
                    | ToneMapping.toScreen(light[at + 2]);
        }
    }
}
