package basalt.examples.cluster;

import basalt.save.Restorable;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * When each tick is due, in the cluster's time. A deadline is computed from the start, not from the tick before, so the
 * ticks do not drift. A new leader starts the clock again: its time can be another one, and the ticks that were due
 * while there was no leader are not made up for. A resource of the world, so it is saved with it.
 */
final class TickClock implements Restorable {
    private static final long MOST_BEHIND_MILLIS = 1_000;

    private final int ticksPerSecond;
    private long startMillis;
    private long startTick;

    TickClock(int ticksPerSecond) {
        this.ticksPerSecond = ticksPerSecond;
    }

    /** The clock starts now. */
    void start(long millis, long tick) {
        startMillis = millis;
        startTick = tick;
    }

    /** When a tick is due. */
    long deadline(long tick) {
        return startMillis + (tick - startTick) * TimeUnit.SECONDS.toMillis(1) / ticksPerSecond;
    }

    /** Starts again if a tick is far too late: then the nodes are too slow, and would fall behind forever. */
    void check(long millis, long tick) {
        if (millis - deadline(tick) > MOST_BEHIND_MILLIS) {
            start(millis, tick);
        }
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        to.putLong(offset, startMillis, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + Long.BYTES, startTick, ByteOrder.LITTLE_ENDIAN);
        return 2 * Long.BYTES;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        startMillis = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        startTick = from.getLong(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }
}
