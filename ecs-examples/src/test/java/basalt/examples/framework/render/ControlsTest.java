package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.render.Controls.Key;
import org.junit.jupiter.api.Test;
import org.lwjgl.glfw.GLFW;

class ControlsTest {
    private final Controls controls = new Controls();

    @Test
    void shouldTickUnlessPaused() {
        assertTrue(controls.takeTick());
        assertTrue(controls.takeTick());
        controls.press(Key.PAUSE);
        assertTrue(controls.isPaused());
        assertFalse(controls.takeTick());
        controls.press(Key.PAUSE);
        assertFalse(controls.isPaused());
        assertTrue(controls.takeTick());
    }

    @Test
    void shouldTickOnceForEachStep() {
        controls.press(Key.STEP); // pauses
        assertTrue(controls.isPaused());
        assertFalse(controls.takeTick());
        controls.press(Key.STEP);
        controls.press(Key.STEP);
        assertTrue(controls.takeTick());
        assertTrue(controls.takeTick());
        assertFalse(controls.takeTick());
    }

    @Test
    void shouldDropStepsOnResume() {
        controls.press(Key.PAUSE);
        controls.press(Key.STEP);
        controls.press(Key.PAUSE);
        controls.press(Key.PAUSE);
        assertFalse(controls.takeTick());
    }

    @Test
    void shouldCountSpawns() {
        assertEquals(0, controls.takeSpawns());
        controls.press(Key.SPAWN);
        controls.press(Key.SPAWN);
        assertEquals(2, controls.takeSpawns());
        assertEquals(0, controls.takeSpawns());
    }

    @Test
    void shouldRewindWhileTheKeyIsHeldDown() {
        assertFalse(controls.isRewinding());
        controls.press(Key.REWIND);
        assertTrue(controls.isRewinding());
        controls.release(Key.SPAWN);
        assertTrue(controls.isRewinding());
        controls.release(Key.REWIND);
        assertFalse(controls.isRewinding());
    }

    @Test
    void shouldQuit() {
        assertFalse(controls.isQuit());
        controls.press(Key.QUIT);
        assertTrue(controls.isQuit());
    }

    @Test
    void shouldMapKeys() {
        assertEquals(Key.PAUSE, GlfwWindow.meaning(GLFW.GLFW_KEY_SPACE, false));
        assertNull(GlfwWindow.meaning(GLFW.GLFW_KEY_SPACE, true));
        assertEquals(Key.STEP, GlfwWindow.meaning(GLFW.GLFW_KEY_N, true));
        assertEquals(Key.STEP, GlfwWindow.meaning(GLFW.GLFW_KEY_PERIOD, false));
        assertEquals(Key.SPAWN, GlfwWindow.meaning(GLFW.GLFW_KEY_S, true));
        assertEquals(Key.REWIND, GlfwWindow.meaning(GLFW.GLFW_KEY_R, false));
        assertNull(GlfwWindow.meaning(GLFW.GLFW_KEY_R, true));
        assertEquals(Key.QUIT, GlfwWindow.meaning(GLFW.GLFW_KEY_ESCAPE, false));
        assertNull(GlfwWindow.meaning(GLFW.GLFW_KEY_A, false));
        assertNull(GlfwWindow.meaning(GLFW.GLFW_KEY_UNKNOWN, false));
    }
}
