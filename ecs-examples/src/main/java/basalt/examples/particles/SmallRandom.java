package basalt.examples.particles;

/** A small and fast generator of numbers that look random: SplitMix64. The same seed gives the same numbers everywhere. */
final class SmallRandom {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    SmallRandom(long seed) {
        state = seed;
    }

    /** A number from 0, inclusive, to 1, exclusive. */
    float next() {
        state += GOLDEN_GAMMA;
        long bits = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return ((bits ^ bits >>> 31) >>> 40) * 0x1p-24f;
    }

    /** A number from {@code -1}, inclusive, to 1, exclusive. */
    float nextSigned() {
        return 2 * next() - 1;
    }
}
