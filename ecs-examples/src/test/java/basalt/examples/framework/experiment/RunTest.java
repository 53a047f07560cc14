package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
    private final Walkers scene = new Walkers();
    private final List<String> calls = scene.calls;
    private TickObserver observer = (ticks, nanos) -> true;

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void shouldStartOverAfterTheWarmUp() throws IOException {
        run(0);
        assertEquals(List.of("start 1", "start 1", "tick", "tick", "tick", "tick", "tick"), calls);
    }

    @Test
    void shouldEndWhenTheObserverRequestsIt() throws IOException {
        observer = (ticks, nanos) -> {
            calls.add("look " + ticks);
            return ticks < 2;
        };
        Run run = run(0);
        assertEquals(List.of("start 1", "start 1", "tick", "tick", "tick", "look 1", "tick", "look 2"), calls);
        assertEquals(2, run.ticks());
        assertFalse(run.repeatable());
    }

    @ParameterizedTest
    @ValueSource(floats = {0, 60})
    void shouldEndBeforeMeasuringWhenTheObserverRequestsIt(float warmUpSeconds) throws IOException {
        observer = new TickObserver() {
            @Override
            public boolean afterTick(int ticks, long nanos) {
                return true;
            }

            @Override
            public boolean afterUnmeasuredTick() {
                calls.add("look");
                return false;
            }
        };
        Run run = run(warmUpSeconds);
        assertEquals(
                warmUpSeconds > 0
                        ? List.of("start 1", "tick", "look", "start 1")
                        : List.of("start 1", "start 1", "tick", "look"),
                calls);
        assertEquals(new Run(0, 0, 0, 0, false), run);
        assertTrue(run.summary(scene, 1, "thing")
                .startsWith("ticks      0 in 0.00 s, by 1 thread\nspeed      - ticks a second, - ns a thing\n"));
        assertFalse(run.summary(scene, 1, "thing").contains("the same seed"));
    }

    @Test
    void shouldDivideByTheEntitiesOfAllTicks() throws IOException {
        scene.spawn();
        scene.spawn();
        Run run = run(0);
        assertEquals(3 * 2, run.entities());
        assertTrue(run.repeatable());
        String world = "world      %016x (the same seed gives the same hash)\n".formatted(scene.hash());
        assertTrue(run.summary(scene, 1, "thing").contains(world));
        String summary = new Run(4_000, 2_000_000_000, 0, 4_000_000_000L, true).summary(scene, 2, "thing");
        assertTrue(summary.startsWith("ticks      4,000 in 2.00 s, by 2 threads\n"), summary);
        assertTrue(summary.contains("\nspeed      2,000.0 ticks a second, 0.50 ns a thing\n"), summary);
    }

    @Test
    void shouldNotBeRepeatableIfTheObserverHasChangedTheWorld() throws IOException {
        observer = new TickObserver() {
            @Override
            public boolean afterTick(int ticks, long nanos) {
                return true;
            }

            @Override
            public boolean hasChangedExperiment() {
                return true;
            }
        };
        assertFalse(run(0).repeatable());
    }

    private Run run(float warmUpSeconds) throws IOException {
        return Run.of(scene, 1, warmUpSeconds, 2, 3, observer);
    }
}
