package basalt.bench.seven;

/** Numbers at random, in 32 bits of state. */
public final class Numbers {
    /** Thingies are less. */
    public static final int THINGIES = 1_000_000;

    private Numbers() {}

    /** The next state. */
    public static int next(int state) {
        state ^= state << 13;
        state ^= state >>> 17;
        return state ^ state << 5;
    }

    /** A number that hides the state. */
    public static int mixed(int state) {
        return state * 0x9E3779BB;
    }

    /** A number from -7 to 9. */
    static float steep(int state) {
        return below(state, 17) - 7;
    }

    /** A number from 0 to 5. */
    static float flat(int state) {
        return below(state, 6);
    }

    private static int below(int state, int bound) {
        return (state >>> 16) * bound >>> 16;
    }
}
