package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.experiment.Run.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
    private final StringWriter printed = new StringWriter();
    private final Walkers scene = new Walkers();
    private final List<String> calls = scene.calls;
    private TickObserver observer = TickObserver.NONE;
    private long seconds;

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void shouldReportProgressOfEachPhase() throws IOException {
        run(0.05f);
        assertEquals(
                List.of("warming up", "settling", "measuring"),
                printed.toString()
                        .lines()
                        .map(line -> line.replaceFirst(":.*", ""))
                        .distinct()
                        .toList());
    }

    @Test
    void shouldNotReportAnEmptyWarmUp() throws IOException {
        run(0);
        assertEquals(
                List.of(
                        "settling: tick 1 of 2 (50 %)",
                        "settling: tick 2 of 2 (100 %)",
                        "measuring: tick 1 of 3 (33 %)",
                        "measuring: tick 2 of 3 (66 %)",
                        "measuring: tick 3 of 3 (100 %)"),
                printed.toString().lines().toList());
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
        assertEquals(
                "ticks      0 in 0.00 s, by 1 thread\nspeed      - ticks a second, - ns a thing\n",
                run.speed(1, "thing"));
        assertEquals("00000000000000ff", run.world(255));
    }

    @Test
    void shouldDivideByTheEntitiesOfAllTicks() throws IOException {
        scene.spawn();
        scene.spawn();
        Run run = run(0);
        assertEquals(3 * 2, run.entities());
        assertTrue(run.repeatable());
        assertEquals("00000000000000ff (the same seed gives the same hash)", run.world(255));
        assertEquals(
                "ticks      4,000 in 2.00 s, by 2 threads\nspeed      2,000.0 ticks a second, 0.50 ns a thing\n",
                new Run(4_000, 2_000_000_000, 0, 4_000_000_000L, true).speed(2, "thing"));
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

    /** The clock of the progress advances by a second at each call, so every report is printed. */
    private Run run(float warmUpSeconds) throws IOException {
        Progress progress = new Progress(new PrintWriter(printed), false, () -> 1_000_000_000 * seconds++);
        return Run.of(scene, 1, warmUpSeconds, 2, 3, progress, observer);
    }
}
