package basalt.bench.report;

import basalt.bench.Digits;
import java.util.Locale;

/** How figures are written in the report. */
final class Figures {
    private static final double THOUSAND = 1000;

    private Figures() {}

    /** Writes a time in the unit in which it is easiest to read. */
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

    /** Writes a ratio; a small one is not rounded to one. */
    static String ratio(double ratio) {
        return (ratio < 0.1 ? String.format(Locale.ROOT, "%.3f", ratio) : Digits.three(ratio)) + "x";
    }

    /**
     * Writes the heap bytes of an operation. Less than the smallest object has is nothing: JMH's own work around an
     * iteration is spread over the operations.
     */
    static String bytes(double bytes) {
        return bytes < 1 ? "0" : String.format(Locale.ROOT, "%,.0f", bytes);
    }

    /** Writes the memory of an entity, and what of it lies on the heap where that is not all or nothing. */
    static String memory(EntityMemory memory) {
        String all = String.format(Locale.ROOT, "%.1f B", memory.bytes());
        return memory.heapBytes() < 0.5 || memory.nativeBytes() < 0.5
                ? all
                : all + String.format(Locale.ROOT, " (%.1f on the heap)", memory.heapBytes());
    }
}
