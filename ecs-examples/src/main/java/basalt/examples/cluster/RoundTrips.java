package basalt.examples.cluster;

import java.util.Arrays;
import java.util.Locale;
import org.agrona.collections.LongArrayList;

/** Times from commands to their answers. */
final class RoundTrips {
    private final LongArrayList nanos = new LongArrayList();

    void add(long roundTripNanos) {
        nanos.addLong(roundTripNanos);
    }

    int count() {
        return nanos.size();
    }

    void clear() {
        nanos.clear();
    }

    /** The time that a part of all is not longer than, in nanoseconds; 0 if there are none. */
    static long quantile(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (part * sorted.length))];
    }

    @Override
    public String toString() {
        long[] sorted = nanos.toLongArray();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "%,d round trips: median %.2f ms, 99 %% %.2f ms, longest %.2f ms",
                sorted.length,
                quantile(sorted, 0.5) / 1e6,
                quantile(sorted, 0.99) / 1e6,
                quantile(sorted, 1) / 1e6);
    }
}
