package basalt.examples.cluster;

import java.util.Arrays;

/**
 * How often something may happen: for each source a number at once, and then one after each interval; for all sources
 * together five times as much. Sources are told apart by their hash, so the memory for them is fixed.
 */
final class RateLimit {
    private static final int SOURCE_BITS = 12;
    private static final int ALL = 1 << SOURCE_BITS;
    private static final int SOURCES_FOR_ALL = 5;

    private final long intervalNanos;
    private final long mostAheadNanos;

    /** Until when what was admitted would take, one after the other; the last one is that of all sources. */
    private final long[] untilNanos = new long[ALL + 1];

    RateLimit(int perSecond, int atOnce, long nowNanos) {
        intervalNanos = 1_000_000_000L / perSecond;
        mostAheadNanos = (atOnce - 1) * intervalNanos;
        Arrays.fill(untilNanos, nowNanos);
    }

    /** Whether it may happen now; if so, it counts. */
    boolean admits(int source, long nowNanos) {
        int place = source * 0x9E3779B9 >>> Integer.SIZE - SOURCE_BITS;
        if (untilNanos[place] - nowNanos > mostAheadNanos || untilNanos[ALL] - nowNanos > mostAheadNanos) {
            return false;
        }
        take(place, intervalNanos, nowNanos);
        take(ALL, intervalNanos / SOURCES_FOR_ALL, nowNanos);
        return true;
    }

    private void take(int place, long nanos, long nowNanos) {
        long until = untilNanos[place];
        untilNanos[place] = (until - nowNanos > 0 ? until : nowNanos) + nanos;
    }
}
