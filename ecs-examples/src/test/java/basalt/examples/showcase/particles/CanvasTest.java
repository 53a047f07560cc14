package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class CanvasTest {
    @Test
    void shouldBeDarkWithoutLight() {
        BufferedImage image = new Canvas(20, 10).toneMap(1);
        assertEquals(20, image.getWidth());
        assertEquals(10, image.getHeight());
        for (int y = 0; y < 10; y++) {
            for (int x = 0; x < 20; x++) {
                assertTrue(brightest(image, x, y) < 40);
            }
        }
    }

    @Test
    void shouldAddLightWhereItFalls() {
        Canvas canvas = new Canvas(20, 10);
        canvas.add(5, 3, 1, 0, 0);
        BufferedImage image = canvas.toneMap(1);
        assertTrue((image.getRGB(5, 3) >> 16 & 255) > 150);
        assertTrue((image.getRGB(5, 3) >> 8 & 255) < 40);
        assertTrue(brightest(image, 6, 3) < 40);
        canvas.add(5, 3, 1, 0, 0);
        BufferedImage brighter = canvas.toneMap(1);
        assertTrue((brighter.getRGB(5, 3) >> 16 & 255) > (image.getRGB(5, 3) >> 16 & 255));
    }

    @Test
    void shouldShareLightBetweenPixels() {
        Canvas canvas = new Canvas(20, 10);
        canvas.add(5.5f, 3.5f, 0, 1, 0);
        BufferedImage image = canvas.toneMap(1);
        int green = image.getRGB(5, 3) >> 8 & 255;
        assertTrue(green > 60);
        assertEquals(green, image.getRGB(6, 4) >> 8 & 255, 1);
    }

    @Test
    void shouldLoseLightOutside() {
        Canvas canvas = new Canvas(20, 10);
        canvas.add(-5, 3, 9, 9, 9);
        canvas.add(5, -3, 9, 9, 9);
        canvas.add(25, 3, 9, 9, 9);
        canvas.add(5, 13, 9, 9, 9);
        canvas.add(Float.MAX_VALUE, -Float.MAX_VALUE, 9, 9, 9);
        BufferedImage image = canvas.toneMap(1);
        for (int y = 0; y < 10; y++) {
            for (int x = 0; x < 20; x++) {
                assertTrue(brightest(image, x, y) < 40);
            }
        }
    }

    @Test
    void shouldSpreadAGlow() {
        Canvas canvas = new Canvas(41, 41);
        canvas.add(20, 20, 100, 100, 100);
        canvas.bloom(3, 1);
        BufferedImage image = canvas.toneMap(1);
        assertTrue(brightest(image, 24, 20) > 60);
        assertEquals(image.getRGB(24, 20), image.getRGB(16, 20));
        assertTrue(brightest(image, 35, 20) < 40);
    }

    @Test
    void shouldMirrorInWater() {
        Canvas canvas = new Canvas(40, 40);
        for (int x = 0; x < 40; x++) {
            canvas.add(x, 27, 1, 1, 1);
        }
        canvas.reflect(30);
        BufferedImage image = canvas.toneMap(1);
        assertTrue(brightest(image, 20, 32) > 60);
        assertTrue(brightest(image, 20, 32) < brightest(image, 20, 27));
        assertTrue(brightest(image, 20, 35) < 40);
    }

    private static int brightest(BufferedImage image, int x, int y) {
        int rgb = image.getRGB(x, y);
        return Math.max(rgb >> 16 & 255, Math.max(rgb >> 8 & 255, rgb & 255));
    }
}
