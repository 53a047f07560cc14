package basalt.examples.showcase.particles;

import basalt.examples.framework.program.SmallRandom;
import basalt.save.Restorable;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What decides which particles are spawned next: how many there should be, the number of the tick, and the random
 * numbers. A resource, so that it is restored together with the particles.
 */
final class Births implements Restorable {
    private static final int TICK = Integer.BYTES;
    private static final int RANDOM = TICK + Long.BYTES;

    private final SmallRandom random = new SmallRandom(0);
    private int count;
    private long tick;

    void start(int particles, long seed) {
        count = particles;
        tick = 0;
        random.seed(seed);
    }

    /** The target number of particles. */
    int count() {
        return count;
    }

    void count(int particles) {
        count = particles;
    }

    /** Ticks since the start. */
    long tick() {
        return tick;
    }

    void endTick() {
        tick++;
    }

    SmallRandom random() {
        return random;
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        to.putInt(offset, count, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + TICK, tick, ByteOrder.LITTLE_ENDIAN);
        return RANDOM + random.save(to, offset + RANDOM);
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        count = from.getInt(offset, ByteOrder.LITTLE_ENDIAN);
        tick = from.getLong(offset + TICK, ByteOrder.LITTLE_ENDIAN);
        random.restore(from, offset + RANDOM, length - RANDOM);
    }
}
