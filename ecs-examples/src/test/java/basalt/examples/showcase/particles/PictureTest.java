package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.particles.Effect.Colour;
import basalt.examples.showcase.particles.Effect.Emitter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PictureTest {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 180;
    private static final int FOUNTAINS = 5;

    private final Effect effect;
    private final SpawnPlan plan;

    PictureTest() throws IOException {
        effect = EffectReader.shipped("fountain");
        plan = new SpawnPlan(effect, 12);
    }

    @ParameterizedTest
    @ValueSource(ints = {3_000, 30_000, 100_000})
    void shouldShowTheFountainsBeforeADarkSky(int count) {
        BufferedImage image = draw(count);
        assertEquals(WIDTH, image.getWidth());
        assertEquals(HEIGHT, image.getHeight());
        for (int i = 0; i < FOUNTAINS; i++) {
            double light = luminance(image, column(plan.emitter(i)), shore() - 4);
            assertTrue(light > 50, "fountain " + i + ": " + light);
        }
        assertTrue(luminance(image, 4, 4) < 25);
        assertTrue(luminance(image, WIDTH - 5, 4) < 25);
        assertTrue(luminance(image, 4, HEIGHT - 5) < 25);
        assertTrue(luminance(image, WIDTH - 5, HEIGHT - 5) < 25);
    }

    @Test
    void shouldBeNeitherEmptyNorWashedOut() {
        BufferedImage image = draw(100_000);
        int bright = 0;
        int dark = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                double luminance = luminance(image.getRGB(x, y));
                bright += luminance > 128 ? 1 : 0;
                dark += luminance < 40 ? 1 : 0;
            }
        }
        assertTrue(bright > WIDTH * HEIGHT / 100, "bright pixels: " + bright);
        assertTrue(dark > WIDTH * HEIGHT / 5, "dark pixels: " + dark);
    }

    @Test
    void shouldShowTheColourOfEachFountain() {
        BufferedImage image = draw(30_000);
        for (int i = 0; i < FOUNTAINS; i++) {
            Colour colour = plan.emitter(i).ramp().at(1);
            int rgb = image.getRGB(column(plan.emitter(i)), shore() - HEIGHT / 5);
            if (colour.blue() > colour.red()) {
                assertTrue((rgb & 255) > (rgb >> 16 & 255), "fountain " + i);
            } else {
                assertTrue((rgb & 255) < (rgb >> 16 & 255), "fountain " + i);
            }
        }
    }

    @Test
    void shouldDrawADarkPictureWithoutParticles() {
        try (Simulation simulation = new Simulation(plan, 10, 1 / 60f, 1)) {
            BufferedImage image = Picture.of(simulation.particles(), effect, WIDTH, HEIGHT);
            assertTrue(luminance(image, WIDTH / 2, HEIGHT / 2) < 25);
        }
    }

    private BufferedImage draw(int count) {
        try (Simulation simulation = new Simulation(plan, count, 1 / 60f, 1)) {
            simulation.start(1);
            for (int i = 0; i < 120; i++) {
                simulation.tick();
            }
            return Picture.of(simulation.particles(), effect, WIDTH, HEIGHT);
        }
    }

    private int column(Emitter emitter) {
        return (int) (WIDTH / 2f + emitter.x() * HEIGHT / effect.view().height());
    }

    private int shore() {
        return (int) (HEIGHT * (0.5f + effect.view().y() / effect.view().height()));
    }

    /** Mean luminance of 9 by 9 pixels around a point. */
    private static double luminance(BufferedImage image, int x, int y) {
        double sum = 0;
        for (int right = -4; right <= 4; right++) {
            for (int down = -4; down <= 4; down++) {
                sum += luminance(image.getRGB(x + right, y + down));
            }
        }
        return sum / 81;
    }

    private static double luminance(int rgb) {
        return 0.2126 * (rgb >> 16 & 255) + 0.7152 * (rgb >> 8 & 255) + 0.0722 * (rgb & 255);
    }
}
