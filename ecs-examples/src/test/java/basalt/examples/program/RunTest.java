package basalt.examples.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
    private final StringWriter printed = new StringWriter();
    private final List<String> calls = new ArrayList<>();
    private Spectator spectator = Spectator.NOBODY;
    private long seconds;

    private final Experiment scene = new Experiment() {
        @Override
        public void start(long seed) {
            calls.add("start " + seed);
        }

        @Override
        public void tick() {
            calls.add("tick");
        }
    };

    @Test
    void shouldSayHowFarItIsInEachPhase() throws IOException {
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
    void shouldNotSpeakOfAWarmUpThatIsNotThere() throws IOException {
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
    void shouldEndWhenTheSpectatorSaysSo() throws IOException {
        spectator = (ticks, nanos) -> {
            calls.add("look " + ticks);
            return ticks < 2;
        };
        run(0);
        assertEquals(List.of("start 1", "start 1", "tick", "tick", "tick", "look 1", "tick", "look 2"), calls);
    }

    /** With a clock for the progress that is a second later each time: every report is printed. */
    private void run(float warmUpSeconds) throws IOException {
        Progress progress = new Progress(new PrintWriter(printed), false, () -> 1_000_000_000 * seconds++);
        Run.of(scene, 1, warmUpSeconds, 2, 3, progress, spectator);
    }
}
