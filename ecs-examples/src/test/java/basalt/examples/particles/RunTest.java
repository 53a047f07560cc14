package basalt.examples.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
    private static final float DT = 1 / 60f;

    private final StringWriter printed = new StringWriter();
    private long seconds;

    @Test
    void shouldSayHowFarItIsInEachPhase() {
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
    void shouldNotSpeakOfAWarmUpThatIsNotThere() {
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

    /** With a clock for the progress that is a second later each time: every report is printed. */
    private void run(float warmUpSeconds) {
        Progress progress = new Progress(new PrintWriter(printed), false, () -> 1_000_000_000 * seconds++);
        try (Simulation simulation = new Simulation(new Show(36, 3), 100, DT, 1)) {
            Run.of(simulation, 1, warmUpSeconds, 2, 3, progress);
        }
    }
}
