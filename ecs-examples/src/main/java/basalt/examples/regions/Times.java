package basalt.examples.regions;

import java.util.Arrays;
import java.util.Locale;
import org.agrona.collections.LongArrayList;

/** The times of ticks. Ticks with a packet of the feed take longer than others, so each second counts as one. */
final class Times {
    private static final int TICKS = 60;

    private final LongArrayList seconds = new LongArrayList();
    private long nanos;
    private int ticks;

    void add(long tickNanos) {
        nanos += tickNanos;
        if (++ticks == TICKS) {
            seconds.addLong(nanos);
            ticks = 0;
            nanos = 0;
        }
    }

    /** The mean tick of the median second. */
    @Override
    public String toString() {
        long[] sorted = seconds.toLongArray();
        Arrays.sort(sorted);
        double micros = sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2] / (1e3 * TICKS);
        return String.format(Locale.ROOT, "%,.0f µs", micros);
    }
}
