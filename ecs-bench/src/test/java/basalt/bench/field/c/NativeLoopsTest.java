package basalt.bench.field.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Each workload checks its own results; these tests check arguments and output. */
class NativeLoopsTest {
    @Test
    void shouldReportAMissingCompiler() {
        IOException failure = assertThrows(IOException.class, () -> NativeLoops.compile(List.of("no-such-compiler")));
        assertTrue(failure.getMessage().contains("no-such-compiler"), failure.getMessage());
    }

    @Test
    void shouldMeasureAndCheckEachWorkload() throws IOException {
        NativeLoops loops;
        try {
            loops = NativeLoops.compile();
        } catch (IOException noCompiler) {
            Assumptions.abort(noCompiler.getMessage());
            return;
        }
        try (loops) {
            for (String workload : List.of(
                    "move", "create", "insert", "serialize", "fragments", "swaps", "heavy", "particles", "hunt")) {
                assertEquals(NativeLoops.BATCHES, loops.nanoseconds(workload, 65, 100).length, workload);
            }
            assertTrue(loops.nanoseconds("move", 1000, 10)[0] > 0);
            assertThrows(IOException.class, () -> loops.nanoseconds("nothing", 1, 100));
            assertThrows(IOException.class, () -> loops.nanoseconds("move", 0, 100));
        }
    }

    @Test
    void shouldReadTimesAfterWarnings() throws IOException {
        String figures = "12.500 ".repeat(NativeLoops.BATCHES - 1);
        double[] nanos = NativeLoops.read("warning: 3 of 4\n" + figures + "7.250\n");
        assertEquals(NativeLoops.BATCHES, nanos.length);
        assertEquals(12.5, nanos[0]);
        assertEquals(7.25, nanos[NativeLoops.BATCHES - 1]);
        for (String wrong : List.of(figures + "7.250\nwarning", figures, figures + "0.000")) {
            assertThrows(IOException.class, () -> NativeLoops.read(wrong), wrong);
        }
    }
}
