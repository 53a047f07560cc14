package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.world.WorldMemory;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentViewerTest {
    private final List<String> calls = new ArrayList<>();
    private final Controls controls = new Controls();
    private final List<Controls.Key> keys = new ArrayList<>();

    /** Presses the next key at each frame, while there are keys left. */
    private final Renderer renderer = new Renderer() {
        private final Overlay overlay = new Overlay();

        @Override
        public int width() {
            return 1;
        }

        @Override
        public int height() {
            return 1;
        }

        @Override
        public void draw() {
            calls.add("draw");
            if (!keys.isEmpty()) {
                controls.press(keys.remove(0));
            }
        }

        @Override
        public BufferedImage picture() {
            return new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        }

        @Override
        public Overlay overlay() {
            return overlay;
        }

        @Override
        public Controls controls() {
            return controls;
        }

        @Override
        public void close() {}
    };

    private final RenderedExperiment experiment = new RenderedExperiment() {
        @Override
        public Scene scene() {
            return Scene.of(new View(0, 0, 1), 0);
        }

        @Override
        public float tickSeconds() {
            return 1;
        }

        @Override
        public int population() {
            return 5;
        }

        @Override
        public WorldMemory memory() {
            return new WorldMemory(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        @Override
        public void spawn() {
            calls.add("spawn");
        }

        @Override
        public void start(long seed) {}

        @Override
        public void tick() {}
    };

    private long millis;
    private final ExperimentViewer viewer = viewer(true);

    /** Uses a fake clock. */
    private ExperimentViewer viewer(boolean watched) {
        return new ExperimentViewer(renderer, new Film(1, List.of()), experiment, watched, () -> 1_000_000 * millis);
    }

    @Test
    void shouldDrawAfterEachTickAndContinue() throws IOException {
        assertTrue(viewer.afterTick(1, 100));
        assertTrue(viewer.afterTick(2, 100));
        assertEquals(List.of("draw", "draw"), calls);
        assertEquals(3, renderer.overlay().rowsUsed());
    }

    @Test
    void shouldKeepDrawingWhilePausedUntilAStep() throws IOException {
        keys.addAll(List.of(Controls.Key.PAUSE, Controls.Key.SPAWN, Controls.Key.SPAWN, Controls.Key.STEP));
        assertTrue(viewer.afterTick(1, 100));
        assertEquals(List.of("draw", "draw", "draw", "draw", "spawn", "spawn"), calls);
        assertTrue(controls.isPaused());
        assertTrue(viewer.hasChangedExperiment());
    }

    @Test
    void shouldEndWhilePaused() throws IOException {
        keys.addAll(List.of(Controls.Key.PAUSE, Controls.Key.QUIT));
        assertFalse(viewer.afterTick(1, 100));
        assertEquals(List.of("draw", "draw"), calls);
    }

    @Test
    void shouldDrawOccasionallyBeforeMeasuring() {
        for (int tick = 0; tick < 10; tick++) {
            assertTrue(viewer.afterUnmeasuredTick());
            millis += 20;
        }
        assertEquals(List.of("draw", "draw", "draw", "draw"), calls); // after 0, 60, 120 and 180 ms
        assertFalse(viewer.hasChangedExperiment());
    }

    @Test
    void shouldHandleKeysBeforeMeasuring() {
        keys.addAll(List.of(Controls.Key.PAUSE, Controls.Key.SPAWN, Controls.Key.QUIT));
        assertFalse(viewer.afterUnmeasuredTick());
        assertEquals(List.of("draw", "draw", "draw", "spawn"), calls);
    }

    @Test
    void shouldNotDrawBeforeMeasuringWithoutAWindow() {
        ExperimentViewer unwatched = viewer(false);
        for (int tick = 0; tick < 10; tick++) {
            assertTrue(unwatched.afterUnmeasuredTick());
            millis += 20;
        }
        assertEquals(List.of(), calls);
    }
}
