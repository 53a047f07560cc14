package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.render.Egl;
import basalt.examples.framework.render.Pixels;
import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.world.World;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the pictures of the effects: drawn by software and by OpenGL. */
class EffectPictureTest {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 180;
    private static final int COUNT = 4_000;
    private static final float DT = 1 / 30f;

    private Effect effect;
    private BufferedImage image;

    /** Runs an effect until it has developed, and checks the picture of each drawing. */
    private void show(String name, Runnable look) throws IOException {
        effect = EffectReader.shipped(name);
        SpawnPlan plan = new SpawnPlan(effect, effect.emitters().size());
        try (Simulation simulation = new Simulation(World.create(), plan, COUNT, DT, 1)) {
            simulation.start(1);
            int settle = (int) Math.ceil(effect.longestLife() / DT);
            for (int i = 0; i < settle; i++) {
                simulation.tick();
            }
            for (RendererKind kind : List.of(RendererKind.JAVA2D, RendererKind.EGL)) {
                if (kind == RendererKind.EGL) {
                    Egl.require();
                }
                image = picture(simulation, kind);
                int lit = Pixels.count(image, rgb -> Pixels.brightest(rgb) > 100);
                assertTrue(lit > WIDTH * HEIGHT / 100, kind + ", bright pixels: " + lit);
                int dark = Pixels.count(image, rgb -> Pixels.brightest(rgb) < 60);
                assertTrue(dark > WIDTH * HEIGHT / 4, kind + ", dark pixels: " + dark);
                look.run();
            }
        }
    }

    private BufferedImage picture(Simulation simulation, RendererKind kind) {
        try (Renderer renderer = kind.open("test", WIDTH, HEIGHT, simulation.scene())) {
            renderer.draw();
            return renderer.picture();
        }
    }

    private int column(float x) {
        return (int)
                (WIDTH / 2f + (x - effect.view().x()) * HEIGHT / effect.view().height());
    }

    private int line(float y) {
        return (int)
                (HEIGHT / 2f - (y - effect.view().y()) * HEIGHT / effect.view().height());
    }

    /** The mean colour of a part of the world: red, green, blue, 0 to 255. */
    private double[] mean(float left, float bottom, float right, float top) {
        double[] mean = new double[3];
        int pixels = 0;
        for (int y = line(top); y < line(bottom); y++) {
            for (int x = column(left); x < column(right); x++) {
                if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) {
                    mean[0] += Pixels.red(image, x, y);
                    mean[1] += Pixels.green(image, x, y);
                    mean[2] += Pixels.blue(image, x, y);
                    pixels++;
                }
            }
        }
        assertTrue(pixels > 0, "nothing visible");
        for (int channel = 0; channel < 3; channel++) {
            mean[channel] /= pixels;
        }
        return mean;
    }

    private double light(float left, float bottom, float right, float top) {
        double[] mean = mean(left, bottom, right, top);
        return mean[0] + mean[1] + mean[2];
    }

    @Test
    void shouldShowFountainsOfTheirColours() throws IOException {
        show("fountain", () -> {
            double[] green = mean(-8.5f, 1, -6.7f, 8);
            double[] blue = mean(14.3f, 1, 16.1f, 8);
            assertTrue(green[1] > 1.2 * green[2] && green[1] > 1.2 * green[0]);
            assertTrue(blue[2] > 1.2 * blue[0] && blue[2] > 1.2 * blue[1]);
        });
    }

    @Test
    void shouldShowTheFireYellowBelowAndRedAbove() throws IOException {
        show("fire", () -> {
            double[] base = mean(-0.5f, 0.4f, 0.5f, 1.2f);
            double[] flame = mean(-0.5f, 3.5f, 0.5f, 4.5f);
            double[] beside = mean(-6, 2, -4, 6);
            assertTrue(base[0] > 100 && base[1] > 0.72 * base[0], base[0] + ", " + base[1]);
            assertTrue(flame[0] > 40 && flame[1] < 0.7 * flame[0], flame[0] + ", " + flame[1]);
            assertTrue(flame[2] < 0.5 * flame[0], flame[0] + ", " + flame[2]);
            assertTrue(beside[0] < 30, "beside: " + beside[0]);
        });
    }

    @Test
    void shouldShowTheGalaxyAroundItsMiddle() throws IOException {
        show("galaxy", () -> {
            double core = light(-2, -2, 2, 2);
            double disc = light(-8, -8, 8, 8);
            double all = light(-20, -12, 20, 12);
            double corner = light(15, 9, 20, 12);
            assertTrue(core > 1.5 * disc, core + ", " + disc);
            assertTrue(disc > 1.3 * all, disc + ", " + all);
            assertTrue(corner < 0.4 * disc, corner + ", " + disc);
            double[] middle = mean(-1, -1, 1, 1);
            double[] arm = mean(-10, -5, -7, 0);
            assertTrue(middle[0] > middle[2], "the middle is yellow");
            assertTrue(arm[2] > arm[0], "the arms are blue");
        });
    }

    @Test
    void shouldShowSparksAboveTheFloorOnly() throws IOException {
        show("sparks", () -> {
            double above = light(-3, 0.1f, 3, 1);
            double sky = light(-3, 6, 9, 8.5f);
            double[] flying = mean(-6, 4, -5, 5);
            double[] fallen = mean(3, 0.2f, 8, 1);
            assertTrue(flying[1] > 0.85 * flying[0], "hot: " + flying[0] + ", " + flying[1]);
            assertTrue(fallen[1] < 0.8 * fallen[0], "cool: " + fallen[0] + ", " + fallen[1]);
            assertTrue(above > sky + 50, above + ", " + sky);
            double below = light(-3, -1.5f, 3, -0.3f);
            assertTrue(below < 50, "below: " + below);
        });
    }
}
