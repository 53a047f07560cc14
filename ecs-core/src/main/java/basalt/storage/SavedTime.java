package basalt.storage;

/** The time of a world in a file. */
public record SavedTime(long tick, double elapsedSeconds, double excessSeconds, double deltaSeconds, double alpha) {
    /** The most ticks of a world, so that no number of ticks or events overflows. */
    public static final long MOST_TICKS = 1L << 62;

    private static final String SEED = "the seed of random numbers";

    /** More than the longest ticks add up to. */
    private static final double MOST_SECONDS = 1e300;

    /** The most that the error can be, as a part of the sum. */
    private static final double MOST_ERROR = 1e-12;

    /** The seed of the world's random numbers as a part of files. */
    public static byte[] encodeSeed(long seed) {
        PartWriter to = new PartWriter(SEED);
        to.putLong(seed);
        return to.bytes();
    }

    public static long decodeSeed(byte[] bytes) {
        PartReader from = new PartReader(SEED, bytes);
        long seed = from.getLong();
        from.requireEnd();
        return seed;
    }

    /** {@return whether a world can have this time} */
    public boolean isValid() {
        return tick >= 0
                && tick <= MOST_TICKS
                && elapsedSeconds >= 0
                && elapsedSeconds <= MOST_SECONDS
                && Math.abs(excessSeconds) <= elapsedSeconds * MOST_ERROR
                && deltaSeconds >= 0
                && deltaSeconds <= Float.MAX_VALUE
                && alpha >= 0
                && alpha <= 1;
    }
}
