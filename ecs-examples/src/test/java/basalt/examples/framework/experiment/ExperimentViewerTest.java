package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.experiment.ExperimentViewer.ScriptedKey;
import basalt.examples.framework.render.Controls;
import basalt.examples.framework.render.FakeRenderer;
import basalt.save.Saves;
import basalt.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExperimentViewerTest {
    private final Walkers experiment = new Walkers();
    private final List<String> calls = experiment.calls;
    private final World world = experiment.world();
    private final FakeRenderer renderer = new FakeRenderer(calls);
    private final List<Controls.Key> keys = renderer.keys;
    private final Controls controls = renderer.controls();
    private final Rewind rewind = new Rewind(capacity -> Saves.snapshots(world, capacity), 10, Long.MAX_VALUE);
    private long millis;
    private final ExperimentViewer viewer = viewer(true);

    /** Uses a fake clock. */
    private ExperimentViewer viewer(boolean watched, ScriptedKey... scripted) {
        return new ExperimentViewer(renderer, experiment, watched, rewind, List.of(scripted), () -> 1_000_000 * millis);
    }

    @AfterEach
    void closeWorld() {
        rewind.close();
        experiment.close();
    }

    /** The numbers of the world's ticks after each of so many ticks that are shown. */
    private List<Long> run(ExperimentViewer shown, int ticks) throws IOException {
        List<Long> worldTicks = new ArrayList<>();
        for (int tick = 1; tick <= ticks; tick++) {
            tick();
            assertTrue(shown.afterTick(tick, 100));
            worldTicks.add(world.time().tick());
        }
        return worldTicks;
    }

    private void tick() {
        experiment.tick();
        calls.remove("tick");
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
    void shouldShowTickAndMemoryInTheTitle() throws IOException {
        experiment.spawn();
        calls.clear();
        run(viewer, 16);
        assertTrue(
                renderer.title.matches("tick 16, 1 entities, 100.00 ns each; 9 ticks to rewind, [0-9,]+ B"),
                renderer.title);
    }

    @Test
    void shouldRewindWhilePaused() throws IOException {
        ExperimentViewer shown =
                viewer(true, new ScriptedKey(Controls.Key.REWIND, 3, 5), new ScriptedKey(Controls.Key.QUIT, 6, 6));
        keys.addAll(List.of(Controls.Key.SPAWN, Controls.Key.SPAWN, Controls.Key.PAUSE, Controls.Key.STEP));
        assertEquals(List.of(1L, 2L), run(shown, 2));
        tick();
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
