package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.examples.framework.save.Rewind;
import basalt.system.Schedule;
import basalt.world.World;
import basalt.world.WorldMemory;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
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
            return new WorldMemory(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        @Override
        public void spawn() {
            calls.add("spawn");
        }

        @Override
        public World world() {
            return world;
        }

        @Override
        public Schedule schedule() {
            throw new AssertionError("there is no schedule");
        }

        @Override
        public Component<?>[] components() {
            return new Component<?>[0];
        }

        @Override
        public Class<?>[] derived() {
            return new Class<?>[0];
        }

        @Override
        public void start(long seed) {}

        @Override
        public void tick() {
            world.time().advance(1);
        }
    };

    private final World world = World.create();
    private final Rewind rewind = new Rewind(experiment::snapshots, 10, Long.MAX_VALUE);
    private long millis;
    private final ExperimentViewer viewer = viewer(true);

    /** Uses a fake clock. */
    private ExperimentViewer viewer(boolean watched, ScriptedKey... scripted) {
        return new ExperimentViewer(
                renderer,
                new Film(1, List.of()),
                experiment,
                watched,
                rewind,
                List.of(scripted),
                () -> 1_000_000 * millis);
    }

    @AfterEach
    void closeWorld() {
        rewind.close();
        world.close();
    }

    /** The numbers of the world's ticks after each of so many ticks that are shown. */
    private List<Long> run(ExperimentViewer shown, int ticks) throws IOException {
        List<Long> worldTicks = new ArrayList<>();
        for (int tick = 1; tick <= ticks; tick++) {
            experiment.tick();
            assertTrue(shown.afterTick(tick, 100));
            worldTicks.add(world.time().tick());
        }
        return worldTicks;
    }

    @Test
    void shouldRewindWhileTheKeyIsHeldAndContinueFromThere() throws IOException {
        ExperimentViewer shown = viewer(false, new ScriptedKey(Controls.Key.REWIND, 4, 7));
        assertEquals(List.of(1L, 2L, 3L, 1L, 2L, 3L), run(shown, 6)); // frames 5 to 7 show the ticks 3, 2 and 1
        assertEquals(9, calls.size());
        assertTrue(shown.hasChangedExperiment());
    }

    @Test
    void shouldStayAtTheOldestStateWhileTheKeyIsHeld() throws IOException {
        ExperimentViewer shown = viewer(false, new ScriptedKey(Controls.Key.REWIND, 4, 20));
        assertEquals(List.of(1L, 2L, 3L, 1L, 2L), run(shown, 5));
        assertEquals(21, calls.size());
    }

    @Test
    void shouldShowTheMemoryOfTheStates() throws IOException {
        run(viewer, 3);
        assertEquals(4, renderer.overlay().rowsUsed());
        assertTrue(line(3).startsWith("rewind 2 ticks, ") && line(3).endsWith(" B"), line(3));
    }

    private String line(int row) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < renderer.overlay().columnsUsed(); column++) {
            text.append((char) renderer.overlay().cell(row, column));
        }
        return text.toString().strip();
    }

    @Test
    void shouldRewindWhilePaused() throws IOException {
        ExperimentViewer shown =
                viewer(true, new ScriptedKey(Controls.Key.REWIND, 3, 5), new ScriptedKey(Controls.Key.QUIT, 6, 6));
        keys.addAll(List.of(Controls.Key.SPAWN, Controls.Key.SPAWN, Controls.Key.PAUSE, Controls.Key.STEP));
        assertEquals(List.of(1L, 2L), run(shown, 2));
        experiment.tick();
        assertTrue(shown.afterTick(3, 100));
        assertEquals(1, world.time().tick());
        assertTrue(controls.isPaused());
    }

    @Test
    void shouldNotRewindBeforeMeasuring() throws IOException {
        keys.add(Controls.Key.REWIND);
        assertTrue(viewer.afterUnmeasuredTick());
        assertEquals(List.of("draw"), calls);
        assertFalse(viewer.hasChangedExperiment());
    }

    @Test
    void shouldDrawAfterEachTickAndContinue() throws IOException {
        assertTrue(viewer.afterTick(1, 100));
        assertTrue(viewer.afterTick(2, 100));
        assertEquals(List.of("draw", "draw"), calls);
        assertEquals(4, renderer.overlay().rowsUsed());
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
    void shouldDrawOccasionallyBeforeMeasuring() throws IOException {
        for (int tick = 0; tick < 10; tick++) {
            assertTrue(viewer.afterUnmeasuredTick());
            millis += 20;
        }
        assertEquals(List.of("draw", "draw", "draw", "draw"), calls); // after 0, 60, 120 and 180 ms
        assertFalse(viewer.hasChangedExperiment());
    }

    @Test
    void shouldHandleKeysBeforeMeasuring() throws IOException {
        keys.addAll(List.of(Controls.Key.PAUSE, Controls.Key.SPAWN, Controls.Key.QUIT));
        assertFalse(viewer.afterUnmeasuredTick());
        assertEquals(List.of("draw", "draw", "draw", "spawn"), calls);
    }

    @Test
    void shouldNotDrawBeforeMeasuringWithoutAWindow() throws IOException {
        ExperimentViewer unwatched = viewer(false);
        for (int tick = 0; tick < 10; tick++) {
            assertTrue(unwatched.afterUnmeasuredTick());
            millis += 20;
        }
        assertEquals(List.of(), calls);
    }
}
