package basalt.examples.showcase.particles;

import java.awt.image.BufferedImage;
import java.util.Arrays;

/** An HDR image: colours add up without limit, and are tone-mapped at the end. */
final class Canvas {
    private static final int CHANNELS = 3;

    private final int width;
    private final int height;
    private final float[] light;

    Canvas(int width, int height) {
        this.width = width;
        this.height = height;
        light = new float[width * height * CHANNELS];
    }

    /** Adds light at a point, distributed to the four pixels around it. Light outside the picture is dropped. */
    void add(float x, float y, float red, float green, float blue) {
        float left = (float) Math.floor(x);
        float top = (float) Math.floor(y);
        float right = x - left;
        float down = y - top;
        addPixel((int) left, (int) top, (1 - right) * (1 - down), red, green, blue);
        addPixel((int) left + 1, (int) top, right * (1 - down), red, green, blue);
        addPixel((int) left, (int) top + 1, (1 - right) * down, red, green, blue);
        addPixel((int) left + 1, (int) top + 1, right * down, red, green, blue);
    }

    /** Adds a blurred copy of the picture, {@code strength} times as bright: bright spots get a glow. */
    void bloom(int radius, float strength) {
        float[] blurred = light.clone();
        float[] line = new float[Math.max(width, height)];
        for (int pass = 0; pass < 3; pass++) { // three box blurs approximate a Gaussian blur
            for (int channel = 0; channel < CHANNELS; channel++) {
                for (int y = 0; y < height; y++) {
                    blur(blurred, y * width * CHANNELS + channel, CHANNELS, width, radius, line);
                }
                for (int x = 0; x < width; x++) {
                    blur(blurred, x * CHANNELS + channel, width * CHANNELS, height, radius, line);
                }
            }
        }
        for (int i = 0; i < light.length; i++) {
            light[i] += strength * blurred[i];
        }
    }

    /**
     * Mirrors the part above a line into the part below it, like calm water: dimmer and rougher towards the lower edge.
     */
    void reflect(int line) {
        for (int y = line; y < height; y++) {
            float depth = (y - line + 1f) / (height - line);
            int ripple = (int) (height * 0.006f * depth * Math.sin(60 * Math.sqrt(depth)));
            int mirrored = Math.max(0, 2 * line - 1 - y);
            for (int x = 0; x < width; x++) {
                int from = (mirrored * width + Math.max(0, Math.min(width - 1, x + ripple))) * CHANNELS;
                int to = (y * width + x) * CHANNELS;
                for (int channel = 0; channel < CHANNELS; channel++) {
                    light[to + channel] += 0.6f * (1 - depth) * light[from + channel];
                }
            }
        }
    }

    /** Tone-maps the light, {@code exposure} times as bright, on a night sky. */
    BufferedImage toneMap(float exposure) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] line = new int[width];
        for (int y = 0; y < height; y++) {
            float sky = 0.4f + 0.6f * y / height;
            for (int x = 0; x < width; x++) {
                int at = (y * width + x) * CHANNELS;
                line[x] = tone(exposure * light[at] + 0.002f * sky) << 16
                        | tone(exposure * light[at + 1] + 0.003f * sky) << 8
                        | tone(exposure * light[at + 2] + 0.010f * sky);
            }
            image.setRGB(0, y, width, 1, line, 0, width);
        }
        return image;
    }

    private void addPixel(int x, int y, float part, float red, float green, float blue) {
        if (x >= 0 && x < width && y >= 0 && y < height) {
            int at = (y * width + x) * CHANNELS;
            light[at] += part * red;
            light[at + 1] += part * green;
            light[at + 2] += part * blue;
        }
    }

    private static void blur(float[] values, int from, int stride, int length, int radius, float[] line) {
        for (int i = 0; i < length; i++) {
            line[i] = values[from + i * stride];
        }
        Arrays.fill(line, length, line.length, 0);
        double sum = 0;
        for (int i = 0; i < Math.min(radius, length); i++) {
            sum += line[i];
        }
        for (int i = 0; i < length; i++) {
            sum += i + radius < length ? line[i + radius] : 0;
            values[from + i * stride] = (float) (sum / (2 * radius + 1));
            sum -= i - radius >= 0 ? line[i - radius] : 0;
        }
    }

    /** Tone-maps one channel: an exponential shoulder, so nothing is clipped, then the screen's gamma. */
    private static int tone(float light) {
        return (int) (255 * Math.pow(1 - Math.exp(-light), 1 / 2.2) + 0.5);
    }
}
