package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.render.GlSurface.EglSurface;
import java.awt.image.BufferedImage;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EglRendererTest extends RendererContract {
    @BeforeAll
    static void requireEgl() {
        Egl.require();
    }

    @Override
    Renderer open(int width, int height, Scene scene) {
        return RendererKind.EGL.open("test", width, height, scene);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldDrawTheSameAsJava2d(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            float opacity = 1.2f * random.nextFloat() - 0.1f;
            world.spawn(new Spot(
                    WIDTH * random.nextFloat(),
                    HEIGHT * random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    opacity,
                    random.nextInt() | 0x80000000));
        }
        Layer paint = points().size(6).colour(Spot.RED, Spot.GREEN, Spot.BLUE).opacity(Spot.OPACITY);
        Layer light = points().size(6)
                .colour(Spot.RED, Spot.GREEN, Spot.BLUE)
                .colour(Spot.ARGB)
                .opacity(Spot.OPACITY)
                .glowing(0.5f, Float.POSITIVE_INFINITY);
        for (Layer[] layers : new Layer[][] {{paint}, {light}, {paint, light}}) {
            Scene scene = scene(0x102030, layers);
            try (Renderer gl = open(WIDTH, HEIGHT, scene);
                    Renderer software = RendererKind.JAVA2D.open("test", WIDTH, HEIGHT, scene)) {
                gl.draw();
                software.draw();
                BufferedImage picture = gl.picture();
                double difference = Pixels.difference(picture, software.picture());
                assertTrue(difference < 1.5, "mean difference: " + difference);
                assertTrue(Pixels.count(picture, rgb -> Pixels.brightest(rgb) > 100) > 200, "empty picture");
            }
        }
    }

    @Test
    void shouldReportErrorsOfAShader() {
        try (EglSurface surface = EglSurface.open(1, 1)) {
            surface.makeCurrent();
            IllegalStateException wrong = assertThrows(
                    IllegalStateException.class,
                    () -> Gl.program("#version 330 core\nvoid main() { nonsense }", Shaders.POINT_FRAGMENT));
            assertTrue(wrong.getMessage().contains("compile a shader: 0:2"), wrong::getMessage);
        }
    }
}
