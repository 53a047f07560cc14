package basalt.examples.framework.render;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.List;

/**
 * A small image with transparency and its mipmap levels: each is half as large as the one before, down to a single
 * pixel. Edges look best if the border of the image is transparent. Immutable.
 */
public final class Sprite {
    private static final int MOST_PIXELS = 1024;

    private final List<Level> levels = new ArrayList<>();

    private Sprite(Level largest) {
        Level level = largest;
        levels.add(level);
        while (level.width() > 1 || level.height() > 1) {
            level = level.half();
            levels.add(level);
        }
    }

    /**
     * Creates a sprite.
     *
     * @param image the image; copied
     * @return the sprite
     * @throws IllegalArgumentException if the image is wider or higher than 1024 pixels
     */
    public static Sprite of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        if (width > MOST_PIXELS || height > MOST_PIXELS) {
            throw new IllegalArgumentException(
                    "a sprite must be at most " + MOST_PIXELS + " pixels wide and high: " + width + " x " + height);
        }
        BufferedImage copy = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE);
        Graphics2D graphics = copy.createGraphics();
        try {
            graphics.drawImage(image, 0, 0, null);
        } finally {
            graphics.dispose();
        }
        return new Sprite(
                new Level(width, height, ((DataBufferInt) copy.getRaster().getDataBuffer()).getData()));
    }

    /** The mipmap levels, largest first. */
    List<Level> levels() {
        return levels;
    }

    /** Half the width of a sprite whose longer side is 1. */
    float halfWidth() {
        Level largest = levels.get(0);
        return 0.5f * largest.width() / Math.max(largest.width(), largest.height());
    }

    /** Half the height of a sprite whose longer side is 1. */
    float halfHeight() {
        Level largest = levels.get(0);
        return 0.5f * largest.height() / Math.max(largest.width(), largest.height());
    }

    /** The level that comes closest to one texel per pixel. */
    Level level(float texelsAPixel) {
        int level = (int) Math.ceil(Math.log(texelsAPixel) / Math.log(2) + 0.5) - 1;
        return levels.get(Math.max(0, Math.min(levels.size() - 1, level)));
    }

    /**
     * A mipmap level.
     *
     * @param width in pixels
     * @param height in pixels
     * @param pixels premultiplied {@code 0xAARRGGBB}, line by line from the top
     */
    record Level(int width, int height, int[] pixels) {
        Level half() {
            int lower = Math.max(1, height / 2);
            int narrower = Math.max(1, width / 2);
            int[] fewer = new int[narrower * lower];
            for (int y = 0; y < lower; y++) {
                for (int x = 0; x < narrower; x++) {
                    fewer[y * narrower + x] = meanOfFour(2 * x, 2 * y);
                }
            }
            return new Level(narrower, lower, fewer);
        }

        private int meanOfFour(int x, int y) {
            int right = Math.min(width - 1, x + 1);
            int below = Math.min(height - 1, y + 1);
            int mean = 0;
            for (int shift = 0; shift < 32; shift += 8) {
                int sum = (pixels[y * width + x] >>> shift & 255)
                        + (pixels[y * width + right] >>> shift & 255)
                        + (pixels[below * width + x] >>> shift & 255)
                        + (pixels[below * width + right] >>> shift & 255);
                mean |= (sum + 2) / 4 << shift;
            }
            return mean;
        }

        /**
         * One channel at a point, interpolated between the four pixels around it, 0 to 1. The shift selects the
         * channel.
         */
        float sample(int shift, float x, float y) {
            float left = (float) Math.floor(x - 0.5f);
            float top = (float) Math.floor(y - 0.5f);
            float right = x - 0.5f - left;
            float down = y - 0.5f - top;
            float above = (1 - right) * at(shift, left, top) + right * at(shift, left + 1, top);
            float below = (1 - right) * at(shift, left, top + 1) + right * at(shift, left + 1, top + 1);
            return ((1 - down) * above + down * below) / 255;
        }

        private int at(int shift, float x, float y) {
            int column = Math.max(0, Math.min(width - 1, (int) x));
            int line = Math.max(0, Math.min(height - 1, (int) y));
            return pixels[line * width + column] >>> shift & 255;
        }
    }
}
