package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.opengl.GL33C;

class EglRendererTest extends RendererContract {
    private static final int MOST_NAMES = 100;

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
                    8 * random.nextFloat(),
                    7 * random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    opacity,
                    random.nextInt() | 0x80000000));
        }
        Sprite sprite = Sprite.of(fourColours());
        Layer sprites = Layer.sprites(spots, Spot.X, Spot.Y, sprite)
                .size(Spot.SIZE)
                .angle(Spot.ANGLE)
                .colour(Spot.ARGB)
                .opacity(Spot.OPACITY)
                .build();
        Layer paint = points().size(Spot.SIZE)
                .colour(Spot.RED, Spot.GREEN, Spot.BLUE)
                .opacity(Spot.OPACITY)
                .build();
        Layer light = points().size(Spot.SIZE)
                .colour(Spot.RED, Spot.GREEN, Spot.BLUE)
                .colour(Spot.ARGB)
                .opacity(Spot.OPACITY)
                .glowing(0.5f)
                .build();
        for (Layer[] layers : new Layer[][] {{sprites}, {paint}, {light}, {paint, sprites, light}}) {
            Scene scene = scene(0x102030, layers);
            try (Renderer gl = open(WIDTH, HEIGHT, scene);
                    Renderer software = RendererKind.JAVA2D.open("test", WIDTH, HEIGHT, scene)) {
                gl.overlay().line(0).add(0, "abc");
                software.overlay().line(0).add(0, "abc");
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
    void shouldFreeAllObjectsOfOpenGl() {
        world.spawn(Spot.at(10, 10));
        ObservedSurface surface = new ObservedSurface(WIDTH, HEIGHT);
        Layer sprites =
                Layer.sprites(spots, Spot.X, Spot.Y, Sprite.of(fourColours())).build();
        try (Renderer renderer = new GlRenderer(surface, new Controls(), scene(0, points().build(), sprites))) {
            renderer.overlay().line(0).add(0, "x");
            renderer.draw();
            assertTrue(ObservedSurface.countObjects() > 10);
        }
        assertEquals(0, surface.leftObjects);
        assertEquals(1, surface.releases);
    }

    @Test
    void shouldFreeAllObjectsIfCreationFails() {
        ObservedSurface surface = new ObservedSurface(WIDTH, HEIGHT);
        Layer layer = points().build();
        world.close(); // makes the creation of the layer's kernel fail
        assertThrows(IllegalStateException.class, () -> new GlRenderer(surface, new Controls(), scene(0, layer)));
        assertEquals(0, surface.leftObjects);
        assertEquals(1, surface.releases);
    }

    @Test
    void shouldReportErrorsOfAShader() {
        ObservedSurface surface = new ObservedSurface(1, 1);
        surface.makeCurrent();
        try {
            IllegalStateException wrong = assertThrows(
                    IllegalStateException.class,
                    () -> GlProgram.of("#version 330 core\nvoid main() { nonsense }", null, Shaders.POINT_FRAGMENT));
            assertTrue(wrong.getMessage().contains("compile a shader: 0:2"), wrong::getMessage);
            assertFalse(GL33C.glIsProgram(1));
        } finally {
            surface.close();
        }
        assertEquals(0, surface.leftObjects);
    }

    /** Counts the objects left in the context when it is released. */
    private static final class ObservedSurface extends GlSurface {
        private final EglSurface surface;
        private int leftObjects = -1;
        private int releases;

        ObservedSurface(int width, int height) {
            surface = EglSurface.open(width, height);
        }

        /** Number of living objects. Objects that the driver reports as deleted do not count. */
        static int countObjects() {
            int count = 0;
            for (int name = 1; name < MOST_NAMES; name++) {
                count += GL33C.glIsBuffer(name) ? 1 : 0;
                count += GL33C.glIsTexture(name) ? 1 : 0;
                count += GL33C.glIsVertexArray(name) ? 1 : 0;
                count += GL33C.glIsFramebuffer(name) ? 1 : 0;
                count += GL33C.glIsProgram(name) ? 1 - GL33C.glGetProgrami(name, GL33C.GL_DELETE_STATUS) : 0;
                count += GL33C.glIsShader(name) ? 1 - GL33C.glGetShaderi(name, GL33C.GL_DELETE_STATUS) : 0;
            }
            return count;
        }

        @Override
        int width() {
            return surface.width();
        }

        @Override
        int height() {
            return surface.height();
        }

        @Override
        void bind() {
            surface.bind();
        }

        @Override
        void present(int framebuffer) {
            surface.present(framebuffer);
        }

        @Override
        void release() {
            releases++;
            leftObjects = countObjects();
            surface.release();
        }
    }
}
