package basalt.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Prints how much heap a steady tick allocates.
 *
 * <p>JMH's own work around an iteration, some kilobytes, is counted with it and is spread over the operations, so that
 * zero shows as a fraction of a byte; the smallest object has 16 bytes.
 */
final class GarbageTable {
    private GarbageTable() {}

    static void print(Scores scores, PrintStream out) {
        List<Score> measured = scores.withBytes();
        if (measured.isEmpty()) {
            return;
        }
        out.println();
        out.println("Heap bytes allocated by an operation (promise: 0; below 1 there is not one object)");
        for (Score score : measured) {
            double bytes = score.bytes().getAsDouble();
            out.printf(
                    Locale.ROOT,
                    "%-72s %12s %12.4f B/op %s%n",
                    score.benchmark(),
                    Score.render(score.microseconds()),
                    bytes,
                    bytes < 1 ? "met" : "MISSED");
        }
    }
}
