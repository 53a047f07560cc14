package basalt.inspect.view;

/**
 * The memory of a world in the last ten minutes: for each second the newest and the greatest total. For the world's
 * thread.
 */
final class MemoryHistory {
    static final int SECONDS = 600;

    private static final long SAMPLE_NANOS = 100_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    private final long[] totals = new long[SECONDS];
    private final long[] peaks = new long[SECONDS];
    private int count;
    private int next;
    private long second;
    private long sampledAt;

    /** An empty history that begins now. */
    MemoryHistory(long now) {
        second = now;
        sampledAt = now - SAMPLE_NANOS;
    }

    /** Whether it is time for a sample. */
    boolean isDue(long now) {
        return now - sampledAt >= SAMPLE_NANOS;
    }

    /** Adds a sample. */
    void add(long now, long total) {
        sampledAt = now;
        if (count == 0 || now - second >= SECOND_NANOS) {
            second = count == 0 || now - second >= 2 * SECOND_NANOS ? now : second + SECOND_NANOS;
            next = count == 0 ? 0 : (next + 1) % SECONDS;
            count = Math.min(SECONDS, count + 1);
            peaks[next] = 0;
        }
        totals[next] = total;
        peaks[next] = Math.max(peaks[next], total);
    }

    /** Copies both lists, the oldest value first; returns their length. */
    int copy(long[] toTotals, long[] toPeaks) {
        for (int i = 0; i < count; i++) {
            int at = (next - count + 1 + i + SECONDS) % SECONDS;
            toTotals[i] = totals[at];
            toPeaks[i] = peaks[at];
        }
        return count;
    }
}
