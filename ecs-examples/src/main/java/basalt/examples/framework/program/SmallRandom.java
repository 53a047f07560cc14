package basalt.examples.framework.program;

import basalt.world.Restorable;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A small and fast pseudo-random number generator: SplitMix64. Equal seeds give equal numbers on every machine. It can
 * be a resource of a world, or part of one: a restored world then draws the same numbers again.
 */
public final class SmallRandom implements Restorable {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    /**
     * Creates a generator.
     *
     * @param seed any number
     */
    public SmallRandom(long seed) {
        state = seed;
    }

    /**
     * Starts again, like a new generator.
     *
     * @param seed any number
     */
    public void seed(long seed) {
        state = seed;
    }

    /**
     * The next number.
     *
     * @return from 0, inclusive, to 1, exclusive
     */
    public float next() {
        state += GOLDEN_GAMMA;
        long bits = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return ((bits ^ bits >>> 31) >>> 40) * 0x1p-24f;
    }

    /**
     * The next number, of either sign.
     *
     * @return from -1, inclusive, to 1, exclusive
     */
    public float nextSigned() {
        return 2 * next() - 1;
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        to.putLong(offset, state, ByteOrder.LITTLE_ENDIAN);
        return Long.BYTES;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        state = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
    }
}
