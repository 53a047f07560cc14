package basalt.world;

/**
 * Random numbers of a world that are the same for any number of workers, after a restoration, in a loaded world and in
 * a replay: each is computed from the world's {@linkplain WorldBuilder#seed seed}, the tick, a key and a stream, and
 * nothing is kept. The key says for whom the number is: an entity, or another number. The stream says for what: a
 * constant for each use.
 *
 * <pre>{@code
 * Randoms random = world.random();
 * RowKernel roll = world.query(Dice.class).update((entity, dice) -> new Dice(random.nextInt(entity, ROLL, 1, 7)));
 * }</pre>
 *
 * <p>Of the key the low 32 bits count: an entity is its index, since an entity that is spawned again after a
 * restoration may have another generation.
 *
 * <p>The same arguments give the same number until the next tick: for two numbers of an entity in one tick use two
 * streams, and for a number that stays use {@code random.nextInt(...)} once and keep it in a component. Numbers of
 * other ticks, keys or streams are independent of it for the purposes of games and simulations, and not secret.
 *
 * <p>The numbers are those of SplitMix64 (Steele, Lea, Flood: <i>Fast Splittable Pseudorandom Number Generators</i>,
 * 2014; the mixer of {@link java.util.SplittableRandom}), once for the tick, the key and the stream each. For kernels
 * and bodies on any thread. Holds no native memory and may be kept.
 */
public final class Randoms {
    /** The odd number next to 2^64 divided by the golden ratio. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final float FLOAT_UNIT = 0x1p-24f;
    private static final double DOUBLE_UNIT = 0x1p-53;

    private final Time time;
    private long seed;

    Randoms(Time time) {
        this.time = time;
    }

    /** {@return the seed of the world, which files contain} */
    public long seed() {
        return seed;
    }

    /** Sets the seed, of the builder or a file. */
    void seed(long newSeed) {
        seed = newSeed;
    }

    /**
     * Any number of 64 bits.
     *
     * @param key an entity, or another number of 32 bits
     * @param stream any number, a constant for each use
     */
    public long nextLong(long key, int stream) {
        long ofTick = mix(seed + time.tick() * GOLDEN);
        return mix(mix(ofTick + Integer.toUnsignedLong((int) key) * GOLDEN) + stream * GOLDEN);
    }

    /** Any number of 32 bits. As {@link #nextLong}. */
    public int nextInt(long key, int stream) {
        return (int) (nextLong(key, stream) >>> Integer.SIZE);
    }

    /**
     * A number from 0 to {@code bound - 1}. All are equally probable, up to {@code bound} parts in 2^32.
     *
     * @param key an entity, or another number of 32 bits
     * @param stream any number, a constant for each use
     * @param bound 1 or more
     * @throws IllegalArgumentException if the bound is less
     */
    public int nextInt(long key, int stream, int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be > 0: bound=" + bound);
        }
        return (int) ((nextLong(key, stream) >>> Integer.SIZE) * bound >>> Integer.SIZE);
    }

    /**
     * A number from {@code from} to {@code to - 1}. As {@link #nextInt(long, int, int)}.
     *
     * @throws IllegalArgumentException unless {@code from < to}
     */
    public int nextInt(long key, int stream, int from, int to) {
        if (from >= to) {
            throw new IllegalArgumentException("from must be < to: from=" + from + ", to=" + to);
        }
        return from + (int) ((nextLong(key, stream) >>> Integer.SIZE) * ((long) to - from) >>> Integer.SIZE);
    }

    /**
     * A number from 0 to 1, without 1.
     *
     * @param key an entity, or another number of 32 bits
     * @param stream any number, a constant for each use
     */
    public float nextFloat(long key, int stream) {
        return (nextLong(key, stream) >>> 40) * FLOAT_UNIT;
    }

    /**
     * A number from {@code from} to {@code to}. The limits are not checked; {@code to} can only be reached by rounding.
     */
    public float nextFloat(long key, int stream, float from, float to) {
        return from + nextFloat(key, stream) * (to - from);
    }

    /** A number from 0 to 1, without 1. As {@link #nextFloat(long, int)}. */
    public double nextDouble(long key, int stream) {
        return (nextLong(key, stream) >>> 11) * DOUBLE_UNIT;
    }

    /** True or false, equally probable. As {@link #nextLong}. */
    public boolean nextBoolean(long key, int stream) {
        return nextLong(key, stream) < 0;
    }

    /**
     * A number of the normal distribution with mean 0 and standard deviation 1, the same on all machines. As {@link
     * #nextLong}.
     */
    public double nextGaussian(long key, int stream) {
        long bits = nextLong(key, stream);
        double radius = StrictMath.sqrt(-2 * StrictMath.log(((bits >>> 11) + 1) * DOUBLE_UNIT));
        return radius * StrictMath.cos(2 * Math.PI * (mix(bits + GOLDEN) >>> 11) * DOUBLE_UNIT);
    }

    /** The finalizer of SplitMix64, "variant 13" of David Stafford. */
    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** The seed and the tick, for messages. */
    @Override
    public String toString() {
        return "random numbers of seed " + seed + " in tick " + time.tick();
    }
}
