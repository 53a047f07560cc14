package basalt.examples.framework.render;

import static basalt.examples.framework.render.Pixels.assertColour;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.world.World;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests of all renderers. Here a world unit is a pixel, and the origin is the lower left corner. */
abstract class RendererContract {
    static final int WIDTH = 64;
    static final int HEIGHT = 48;

    World world;
    Query spots;

    /** Opens the renderer under test. */
    abstract Renderer open(int width, int height, Scene scene);

    @BeforeEach
    void makeWorld() {
        world = World.create();
        spots = world.query().all(Spot.TYPE).build();
    }

    @AfterEach
    void closeWorld() {
        world.close();
    }

    final Scene scene(int background, Layer... layers) {
        return new Scene(WIDTH / 2f, HEIGHT / 2f, HEIGHT, background, layers);
    }

    final Layer points() {
        return Layer.points(spots, Spot.X, Spot.Y);
    }

    /** A picture of the current world. */
    final BufferedImage draw(int background, Layer... layers) {
        try (Renderer renderer = open(WIDTH, HEIGHT, scene(background, layers))) {
            renderer.draw();
            return renderer.picture();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x102030, 0x808080, 0xf08000, 0x00f000, 0x0000f0})
    void shouldShowTheBackgroundWithoutRows(int background) {
        BufferedImage image = draw(background, points());
        assertEquals(WIDTH, image.getWidth());
        assertEquals(HEIGHT, image.getHeight());
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                assertColour(background, image, x, y);
            }
        }
    }

    @Test
    void shouldPaintARoundPointAtItsPosition() {
        world.spawn(Spot.at(20.5f, 30.5f));
        BufferedImage image = draw(0, points().size(12).colour(0xc08040));
        assertColour(0xc08040, image, 20, HEIGHT - 1 - 30);
        assertColour(0xc08040, image, 24, HEIGHT - 1 - 30);
        assertColour(0xc08040, image, 20, HEIGHT - 1 - 26);
        assertColour(0, image, 27, HEIGHT - 1 - 30);
        assertColour(0, image, 20, HEIGHT - 1 - 23);
        assertColour(0, image, 25, HEIGHT - 1 - 25); // a corner of the square around it
        assertEquals(Math.PI * 6 * 6, Pixels.count(image, rgb -> (rgb >> 16 & 255) > 120), 8);
    }

    @Test
    void shouldTakeColoursFromColumns() {
        world.spawn(Spot.at(10, 24).coloured(1, 0.5f, 0, 1, -1));
        world.spawn(Spot.at(30, 24).coloured(1, 1, 1, 1, 0xff2040ff));
        world.spawn(Spot.at(50, 24).coloured(0.5f, 1, 1, 1, 0xffff8000));
        BufferedImage image = draw(
                0, points().size(10).colour(Spot.RED, Spot.GREEN, Spot.BLUE).colour(Spot.ARGB));
        assertColour(0xfa8000, image, 10, 24);
        assertColour(0x2040fa, image, 30, 24);
        assertColour(0x808000, image, 50, 24);
    }

    @Test
    void shouldHideByOpacity() {
        world.spawn(Spot.at(10, 24).coloured(1, 1, 1, 0, -1));
        world.spawn(Spot.at(30, 24).coloured(1, 1, 1, 0.5f, -1));
        world.spawn(Spot.at(50, 24).coloured(1, 1, 1, 1, 0x80ffffff));
        Layer black = points().size(10).colour(0).opacity(Spot.OPACITY).colour(Spot.ARGB);
        BufferedImage image = draw(0x808080, black);
        assertColour(0x808080, image, 10, 24);
        int half = Pixels.red(image, 30, 24);
        assertTrue(half > 80 && half < 110, "half hidden: " + half);
        assertEquals(half, Pixels.red(image, 50, 24), 3);
    }

    @Test
    void shouldAddLightUp() {
        world.spawn(Spot.at(20.5f, 24.5f).coloured(1, 0, 0, 1, -1));
        world.spawn(Spot.at(20.5f, 24.5f).coloured(0, 1, 0, 1, -1));
        world.spawn(Spot.at(44.5f, 24.5f).coloured(0, 1, 0, 1, -1));
        for (int i = 0; i < 50; i++) {
            world.spawn(Spot.at(44.5f, 10.5f).coloured(0, 0.02f, 0, 1, -1));
        }
        BufferedImage image =
                draw(0, points().size(8).colour(Spot.RED, Spot.GREEN, Spot.BLUE).glowing(1, Float.POSITIVE_INFINITY));
        int one = Pixels.green(image, 44, HEIGHT - 1 - 24);
        assertEquals(255 * 0.8117, one, 3);
        assertEquals(one, Pixels.green(image, 44, HEIGHT - 1 - 10), 3);
        assertEquals(one, Pixels.red(image, 20, HEIGHT - 1 - 24), 3);
        assertEquals(one, Pixels.green(image, 20, HEIGHT - 1 - 24), 3);
        assertEquals(0, Pixels.blue(image, 20, HEIGHT - 1 - 24));
        assertTrue(Pixels.green(image, 46, HEIGHT - 1 - 24) < one, "it fades");
        assertEquals(0, Pixels.green(image, 50, HEIGHT - 1 - 24));
    }

    @Test
    void shouldDrawLaterRowsAndLayersOverEarlierOnes() {
        world.spawn(Spot.at(20, 24).coloured(1, 0, 0, 1, -1));
        world.spawn(Spot.at(22, 24).coloured(0, 1, 0, 1, -1));
        Layer large = points().size(20).colour(Spot.RED, Spot.GREEN, Spot.BLUE);
        BufferedImage image = draw(0, large, points().size(4).colour(0x0000ff));
        assertColour(0x0000fa, image, 20, 24);
        assertColour(0x00fa00, image, 25, 24);
        assertColour(0xfa0000, image, 11, 24);
        assertColour(0x00fa00, draw(0, points().size(4), large), 22, 24);
    }

    /** The glow depends on the rows in a frame, not on the rows when the renderer was opened. */
    @Test
    void shouldShareLightAmongAllRows() {
        Layer layer = points().size(8).colour(Spot.RED, Spot.GREEN, Spot.BLUE).glowing(1, 4);
        int[] greens = new int[3];
        try (Renderer renderer = open(WIDTH, HEIGHT, scene(0, layer))) {
            renderer.draw();
            for (int i = 0; i < 3; i++) {
                int spots = (int) Math.pow(4, i);
                while (this.spots.count() < spots) {
                    world.spawn(Spot.at(20.5f, 24.5f).coloured(0, 0.25f, 0, 1, -1));
                }
                renderer.draw();
                greens[i] = Pixels.green(renderer.picture(), 20, HEIGHT - 1 - 24);
            }
        }
        assertTrue(greens[1] > greens[0] + 50, "four are brighter than one: " + greens[1] + ", " + greens[0]);
        assertEquals(greens[1], greens[2], 3, "sixteen are together as bright as four");
        assertEquals(255 * 0.8117, greens[2], 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 16_383, 16_384, 16_385, 40_000})
    void shouldDrawEachRowOnceAtItsPosition(int rows) {
        assertOnePixelARow(rows, row -> true);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 64, 1_000, 5_000})
    void shouldDrawNothingForHoles(int every) {
        assertOnePixelARow(40_000, row -> row % every != 0);
        makeAnew();
        assertOnePixelARow(40_000, row -> row % every == 0);
        makeAnew();
        assertOnePixelARow(40_000, row -> row / every % 2 == 0);
    }

    private void makeAnew() {
        closeWorld();
        makeWorld();
    }

    /** Spawns rows, each on its own pixel with its own colour, and destroys some. */
    private void assertOnePixelARow(int rows, IntPredicate stays) {
        int side = 200;
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int argb = 0xff000000 | colour(i);
            entities.add(
                    world.spawn(Spot.at(i % side + 0.5f, side - i / side - 0.5f).coloured(1, 1, 1, 1, argb)));
        }
        for (int i = 0; i < rows; i++) {
            if (!stays.test(i)) {
                world.destroy(entities.get(i));
            }
        }
        Layer layer = points().size(1).colour(Spot.ARGB);
        try (Renderer renderer = open(side, side, new Scene(side / 2f, side / 2f, side, 0, layer))) {
            renderer.draw();
            BufferedImage image = renderer.picture();
            for (int i = 0; i < side * side; i++) {
                assertColour(i < rows && stays.test(i) ? colour(i) : 0, image, i % side, i / side);
            }
        }
    }

    /** No colour is black, or brighter than the maximum. */
    private static int colour(int row) {
        return 0x404040 + (row * 0x9e3779b9 >>> 8 & 0x7f7f7f);
    }

    @Test
    void shouldDrawTheCurrentWorldInEachFrame() {
        Layer layer = points().size(6);
        try (Renderer renderer = open(WIDTH, HEIGHT, scene(0, layer))) {
            renderer.draw();
            assertEquals(0, Pixels.countLit(renderer.picture()));
            long spot = world.spawn(Spot.at(10, 24));
            renderer.draw();
            assertTrue(Pixels.red(renderer.picture(), 10, 24) > 245);
            world.set(spot, Spot.X, 40f);
            BufferedImage before = renderer.picture();
            renderer.draw();
            assertTrue(Pixels.red(before, 10, 24) > 245, "a copy");
            assertTrue(Pixels.red(renderer.picture(), 40, 24) > 245);
            assertColour(0, renderer.picture(), 10, 24);
            world.destroy(spot);
            renderer.draw();
            assertEquals(0, Pixels.countLit(renderer.picture()));
        }
    }

    @Test
    void shouldDrawNothingForNaN() {
        world.spawn(Spot.at(Float.NaN, 20));
        world.spawn(Spot.at(20, Float.POSITIVE_INFINITY));
        world.spawn(Spot.at(-1e30f, 1e30f));
        world.spawn(Spot.at(20, 20).coloured(1, 1, 1, Float.NaN, -1));
        BufferedImage image = draw(0, points().size(5).opacity(Spot.OPACITY));
        assertEquals(0, Pixels.countLit(image));
    }

    @Test
    void shouldHaveABlackPictureBeforeTheFirstFrame() {
        try (Renderer renderer = open(WIDTH, HEIGHT, scene(0xffffff))) {
            assertEquals(WIDTH, renderer.picture().getWidth());
            assertEquals(HEIGHT, renderer.picture().getHeight());
            assertEquals(0, Pixels.countLit(renderer.picture()));
        }
    }

    @Test
    void shouldDrawPicturesOfOnePixel() {
        world.spawn(Spot.at(0.5f, 0.5f));
        Scene scene = new Scene(0.5f, 0.5f, 1, 0, points().size(3));
        try (Renderer renderer = open(1, 1, scene)) {
            renderer.draw();
            assertEquals(1, renderer.picture().getWidth());
            assertTrue(Pixels.red(renderer.picture(), 0, 0) > 245);
        }
    }

    @Test
    void shouldRefuseSizesOutOfRange() {
        for (int wrong : new int[] {0, -1, Renderer.MOST_PIXELS + 1, Integer.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> open(wrong, HEIGHT, scene(0)));
            assertThrows(IllegalArgumentException.class, () -> open(WIDTH, wrong, scene(0)));
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        Renderer renderer = open(WIDTH, HEIGHT, scene(0));
        renderer.close();
        renderer.close();
        assertThrows(IllegalStateException.class, renderer::draw);
        assertThrows(IllegalStateException.class, renderer::picture);
    }

    @Test
    void shouldLeaveKernelsOfClosedWorldsToTheWorld() {
        try (Renderer renderer = open(WIDTH, HEIGHT, scene(0, points()))) {
            world.close();
            assertThrows(IllegalStateException.class, renderer::draw);
        }
    }
}
