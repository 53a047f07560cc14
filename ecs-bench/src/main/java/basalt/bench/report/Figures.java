package basalt.bench.report;

import basalt.bench.Digits;
import basalt.bench.Limit;
import java.util.Locale;

/** Formats numbers for the report. */
final class Figures {
    private static final double THOUSAND = 1000;
    private static final double NEAR_ONE = 0.01;
    private static final int MOST_DECIMALS = 15;
    /** At a ratio of one, neither is faster. */
    private static final Limit EVEN = Limit.atLeast(1);

    private Figures() {}

    /** Formats a time in the most readable unit. */
    static String time(double nanos) {
        double value = nanos;
        for (String unit : new String[] {"ns", "µs", "ms"}) {
            if (value < THOUSAND) {
                return Digits.three(value) + " " + unit;
            }
            value /= THOUSAND;
        }
        return Digits.three(value) + " s";
    }

    /** Formats a ratio. A small ratio is not rounded to zero, and a ratio below one is not rounded to one. */
    static String ratio(double ratio) {
        String text = ratio < 0.1 ? String.format(Locale.ROOT, "%.3f", ratio) : Digits.three(ratio);
        return Math.abs(ratio - 1) < NEAR_ONE ? ratio(ratio, EVEN, 2) : text + "x";
    }

    /**
     * Formats a ratio with enough decimals that the text is on the same side of a bound as the ratio.
     *
     * @param ratio the ratio
     * @param limit the bound
     * @param decimals minimum number of decimals
     * @return the text
     */
    static String ratio(double ratio, Limit limit, int decimals) {
        int shown = decimals;
        String text = String.format(Locale.ROOT, "%." + shown + "f", ratio);
        while (shown < MOST_DECIMALS && limit.allows(Double.parseDouble(text)) != limit.allows(ratio)) {
            shown++;
            text = String.format(Locale.ROOT, "%." + shown + "f", ratio);
        }
        return text + "x";
    }

    /**
     * Formats the heap bytes of an operation. Less than one byte counts as zero, as JMH's own allocation is spread over
     * the operations.
     */
    static String bytes(double bytes) {
        return bytes < 1 ? "0" : String.format(Locale.ROOT, "%,.0f", bytes);
    }

    /** Formats the memory of an entity, and its part on the heap if that is neither all nor nothing. */
    static String memory(EntityMemory memory) {
        String all = String.format(Locale.ROOT, "%.1f B", memory.bytes());
        return memory.heapBytes() < 0.5 || memory.nativeBytes() < 0.5
                ? all
                : all + String.format(Locale.ROOT, " (%.1f on the heap)", memory.heapBytes());
    }
}
