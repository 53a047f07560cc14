package basalt.query;

import java.util.List;
import java.util.Locale;

/**
 * The result of {@link RowKernel#explain}: what a kernel's body costs, whether the JIT has inlined and vectorised it,
 * as far as the times show, and the likely causes if not. {@link #toString} prints all of it.
 *
 * <p>The rows of the trial fit into the processor's first caches, so the figures show the cost of computing, not of
 * memory access in a large world. The figures vary with the load of the machine.
 *
 * @param body class of the body
 * @param reads columns that the body has read, as {@code Position.x}
 * @param writes columns that the body has written
 * @param bytesPerRow bytes of these columns that a row reads and writes, each once
 * @param nanosPerRow time for a row, in nanoseconds
 * @param scalarNanosPerRow time for a row in the same loop where it cannot be vectorised
 * @param copyNanosPerRow time in which a vectorised copy reads and writes as many bytes
 * @param inlined whether the body is part of the kernel's loop
 * @param vectorised whether the loop computes several rows by one instruction
 * @param causes likely causes if the body is not inlined or not vectorised, or if that is unknown; the likeliest first
 */
public record KernelExplanation(
        String body,
        List<String> reads,
        List<String> writes,
        int bytesPerRow,
        double nanosPerRow,
        double scalarNanosPerRow,
        double copyNanosPerRow,
        Finding inlined,
        Finding vectorised,
        List<String> causes) {
    /** Whether a property was found. */
    public enum Finding {
        /** The kernel has the property. */
        YES,
        /** The kernel does not have the property. */
        NO,
        /** The times do not show it. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Bytes that the kernel reads and writes in a second.
     *
     * @return bytes; 0 if the body touches no column
     */
    public double bytesPerSecond() {
        return bytesPerRow / nanosPerRow * 1e9;
    }

    /** The explanation as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        line(text, "body", body);
        line(text, "reads", reads.isEmpty() ? "nothing" : String.join(", ", reads));
        line(text, "writes", writes.isEmpty() ? "nothing" : String.join(", ", writes));
        line(text, "a row", "%.3f ns, %d bytes, %.1f GB/s", nanosPerRow, bytesPerRow, bytesPerSecond() / 1e9);
        line(text, "a row without vectors", "%.3f ns", scalarNanosPerRow);
        line(text, "a copy of as many bytes", "%.3f ns", copyNanosPerRow);
        line(text, "inlined", inlined.toString());
        line(text, "vectorised", vectorised.toString());
        for (String cause : causes) {
            line(text, "likely cause", cause);
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String format, Object... values) {
        String value = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
        text.append(String.format(Locale.ROOT, "%-24s %s%n", name, value));
    }
}
