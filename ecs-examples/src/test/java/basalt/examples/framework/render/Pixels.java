package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.util.function.IntPredicate;

/** Statistics of pictures. */
public final class Pixels {
    private Pixels() {}

    public static int red(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) >> 16 & 255;
    }

    public static int green(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) >> 8 & 255;
    }

    public static int blue(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 255;
    }

    public static int brightest(int rgb) {
        return Math.max(rgb >> 16 & 255, Math.max(rgb >> 8 & 255, rgb & 255));
    }

    /** Number of pixels that match. */
    public static int count(BufferedImage image, IntPredicate what) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += what.test(image.getRGB(x, y)) ? 1 : 0;
            }
        }
        return count;
    }

    public static int countLit(BufferedImage image) {
        return count(image, rgb -> brightest(rgb) > 8);
    }

    public static void assertColour(int expected, BufferedImage image, int x, int y) {
        int actual = image.getRGB(x, y) & 0xffffff;
        String where = "at " + x + ", " + y + ": " + Integer.toHexString(actual);
        for (int shift = 0; shift < 24; shift += 8) {
            assertEquals(expected >> shift & 255, actual >> shift & 255, 3, where);
        }
    }

    /** The mean difference of the channels of two pictures, 0 to 255. */
    public static double difference(BufferedImage one, BufferedImage other) {
        assertEquals(one.getWidth(), other.getWidth());
        assertEquals(one.getHeight(), other.getHeight());
        long sum = 0;
        for (int y = 0; y < one.getHeight(); y++) {
            for (int x = 0; x < one.getWidth(); x++) {
                sum += Math.abs(red(one, x, y) - red(other, x, y));
                sum += Math.abs(green(one, x, y) - green(other, x, y));
                sum += Math.abs(blue(one, x, y) - blue(other, x, y));
            }
        }
        return sum / (3.0 * one.getWidth() * one.getHeight());
    }
}
