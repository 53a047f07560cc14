package basalt.runtime;

import java.util.List;

/**
 * The native memory that a world holds, as {@code WorldStatistics.Memory} describes it, in the order of {@link #NAMES}.
 * Used again for each measurement. For one thread at a time.
 */
public final class MemoryFigures {
    /** What the figures are called, in their order. */
    public static final List<String> NAMES = List.of(
            "blocks",
            "reservedBytes",
            "columnBytes",
            "changeBytes",
            "frameBytes",
            "commandBytes",
            "tickBytes",
            "workerBytes",
            "snapshotBytes",
            "saveBytes",
            "gridBytes");

    private static final int RESERVED = 1;
    private static final int FRAME = 4;

    private final long[] figures = new long[NAMES.size()];

    public MemoryFigures() {}

    public MemoryFigures set(int index, long value) {
        figures[index] = value;
        return this;
    }

    public long get(int index) {
        return figures[index];
    }

    /** {@return the bytes of all that is reserved} */
    public long totalBytes() {
        long total = figures[RESERVED];
        for (int i = FRAME; i < figures.length; i++) {
            total += figures[i];
        }
        return total;
    }
}
