package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.framework.experiment.Run.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter printed = new StringWriter();
    private long millis;

    @Test
    void shouldBeSilentInTheFirstSecond() {
        Progress progress = progress(false);
        progress.at("run", 1, 10);
        millis = 999;
        progress.at("run", 2, 10);
        progress.end();
        assertEquals("", printed.toString());
    }

    @Test
    void shouldPrintALineASecond() {
        Progress progress = progress(false);
        for (int tick = 1; tick <= 30; tick++) {
            millis = tick * 100;
            progress.at("run", 100 * tick, 3_000);
        }
        progress.end();
        assertEquals(
                "run: tick 1,000 of 3,000 (33 %)\nrun: tick 2,000 of 3,000 (66 %)\nrun: tick 3,000 of 3,000 (100 %)\n",
                printed.toString().replace(System.lineSeparator(), "\n"));
    }

    @Test
    void shouldNotShowTheEndOfARunWithoutOne() {
        Progress progress = progress(false);
        millis = 1_000;
        progress.at("run", 1_234, Integer.MAX_VALUE);
        assertEquals("run: tick 1,234" + System.lineSeparator(), printed.toString());
    }

    @Test
    void shouldUpdateOneLineOnATerminal() {
        Progress progress = progress(true);
        millis = 1_000;
        progress.at("settling", 8, 9);
        millis = 2_000;
        progress.at("run", 1, 9);
        progress.end();
        String first = "settling: tick 8 of 9 (88 %)";
        String second = "run: tick 1 of 9 (11 %)     ";
        assertEquals("\r" + first + "\r" + second + "\r" + " ".repeat(23) + "\r", printed.toString());
    }

    @Test
    void shouldRestartItsSecond() {
        Progress progress = progress(false);
        millis = 900;
        progress.start();
        millis = 1_100;
        progress.at("run", 1, 10);
        assertEquals("", printed.toString());
    }

    @Test
    void shouldReportSeconds() {
        Progress progress = progress(false);
        millis = 999;
        progress.atSecond("warming up", 0.9f, 2.5f);
        millis = 1_000;
        progress.atSecond("warming up", 1, 2.5f);
        millis = 1_500;
        progress.at("settling", 1, 10);
        assertEquals("warming up: 1.0 of 2.5 s (40 %)" + System.lineSeparator(), printed.toString());
    }

    private Progress progress(boolean terminal) {
        return new Progress(new PrintWriter(printed), terminal, () -> millis * 1_000_000);
    }
}
