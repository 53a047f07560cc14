package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepsTest {
    private long nanos;

    @Test
    void shouldCorrectTheEstimateByTheTimeSoFar() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Steps steps = new Steps(new PrintStream(out, true, StandardCharsets.UTF_8), () -> nanos, 3, 300);
        nanos += 120_000_000_000L;
        steps.done(100, "one");
        nanos += 240_000_000_000L;
        steps.done(180, "two");
        steps.done(20, "three");
        assertEquals(
                List.of("[1/3] one; about 4 min left", "[2/3] two; less than a minute left", "[3/3] three"),
                out.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
