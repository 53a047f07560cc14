package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CameraTest {
    private static final int LOOP_FRAMES = 800;
    private static final Camera TO_THE_RIGHT = new Camera(10, 20, 1, 0);
    private static final Camera DOWN = new Camera(10, 20, 0, 1);

    @Test
    void shouldComputeDepthAndSide() {
        assertEquals(5, TO_THE_RIGHT.depth(15, 22));
        assertEquals(2, TO_THE_RIGHT.side(15, 22), "for a camera that looks right, down on the map is to the right");
        assertEquals(2, DOWN.depth(15, 22));
        assertEquals(-5, DOWN.side(15, 22));
        assertEquals(-10, DOWN.depth(10, 10));
    }

    @Test
    void shouldClipAtNearAndFarPlanes() {
        assertTrue(TO_THE_RIGHT.shows(10 + Camera.NEAR, 20, 0));
        assertFalse(TO_THE_RIGHT.shows(9.9f + Camera.NEAR, 20, 0));
        assertTrue(TO_THE_RIGHT.shows(10 + Camera.FAR, 20, 0));
        assertFalse(TO_THE_RIGHT.shows(10.1f + Camera.FAR, 20, 0));
        assertFalse(TO_THE_RIGHT.shows(0, 20, 1), "behind");
        assertFalse(TO_THE_RIGHT.shows(10, 20, 1), "at the eye");
    }

    @Test
    void shouldShowPartlyVisibleObjects() {
        float edge = 10 * Screen.WIDTH / 2f / (10 * Camera.pixels(10)); // at a depth of 10
        for (int side = -1; side <= 1; side += 2) {
            assertTrue(TO_THE_RIGHT.shows(20, 20 + side * (edge - 0.01f), 0));
            assertFalse(TO_THE_RIGHT.shows(20, 20 + side * (edge + 0.01f), 0));
            assertTrue(TO_THE_RIGHT.shows(20, 20 + side * (edge + 0.9f), 2));
            assertFalse(TO_THE_RIGHT.shows(20, 20 + side * (edge + 1.1f), 2));
        }
        assertEquals(Screen.WIDTH, Camera.screenX(edge, 10), 0.01);
        assertEquals(0, Camera.screenX(-edge, 10), 0.01);
    }

    @Test
    void shouldMapRowsToDepthsAndBack() {
        for (int row = Camera.HORIZON; row < Screen.HEIGHT; row++) {
            assertEquals(row + 0.5f, Camera.screenY(Camera.depthOfRow(row)), 0.01);
        }
        assertEquals(Screen.WIDTH / 2f, Camera.screenX(0, 7));
    }

    @Test
    void shouldMoveAroundTheMapAndLookAhead() {
        for (int frame = 0; frame < LOOP_FRAMES; frame++) {
            Camera now = Camera.at(frame);
            Camera next = Camera.at(frame + 1);
            assertTrue(now.x() > 8 && now.x() < Level.SIZE - 8 && now.y() > 8 && now.y() < Level.SIZE - 8);
            assertEquals(1, Math.hypot(now.ahead(), now.down()), 1e-5);
            float way = now.depth(next.x(), next.y());
            assertTrue(way > 0.2f && way < 0.9f, "frame " + frame + ": " + way);
            assertEquals(0, now.side(next.x(), next.y()), 0.02);
            assertTrue(now.depth(now.x() + now.ahead(), now.y() + now.down()) > 0.99f);
        }
        assertEquals(Camera.at(0).x(), Camera.at(LOOP_FRAMES).x(), 1e-3);
        assertEquals(Camera.at(0).y(), Camera.at(LOOP_FRAMES).y(), 1e-3);
    }

    @Test
    void shouldComputeTheChunkOfTheEye() {
        assertEquals(0, new Camera(15.9f, 15.9f, 1, 0).chunk());
        assertEquals(1, new Camera(16, 0, 1, 0).chunk());
        assertEquals(Chunks.A_SIDE + 1, new Camera(16, 16, 1, 0).chunk());
    }

    /** The corners of the view are within the distance at which chunks are loaded. */
    @Test
    void shouldSeeNoFartherThanChunksAreLoaded() {
        double corner =
                Math.hypot(Camera.FAR, Camera.FAR * Screen.WIDTH / 2 / (Camera.FAR * Camera.pixels(Camera.FAR)));
        assertTrue(corner < Chunks.LOAD_RADIUS * Chunks.CELLS_A_SIDE, "corner: " + corner);
    }
}
