package basalt.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Prints the heap allocation of steady ticks.
 *
 * <p>JMH itself allocates some 30 kilobytes per iteration, which are included and spread over the operations. So zero
 * shows as a fraction of a byte, or as a few bytes if an iteration has only some thousand operations. The smallest
 * object has 16 bytes.
 */
final class GarbageTable {
    private static final int SMALLEST_OBJECT = 16;

    private GarbageTable() {}

    static void print(Scores scores, PrintStream out) {
        List<Score> measured = scores.withBytes();
        if (measured.isEmpty()) {
            return;
        }
        out.println();
        out.println(
                "Heap bytes allocated by an operation (promise: 0; JMH's own 30 KB an iteration are spread over them)");
        for (Score score : measured) {
            double bytes = score.bytes().getAsDouble();
            out.printf(
                    Locale.ROOT,
                    "%-72s %12s %12.4f B/op %s%n",
                    score.name(),
                    Score.render(score.microseconds()),
                    bytes,
                    verdict(bytes));
        }
    }

    static String verdict(double bytes) {
        if (bytes < 1) {
            return "met";
        }
        return bytes < SMALLEST_OBJECT ? "less than one object" : "MISSED";
    }
}
