package basalt.memory.block;

/** The sizes of chunks where no request needs more: 64 KiB, then double each time, up to 1 MiB. */
public final class ChunkGrowth {
    public static final long FIRST_BYTES = 64 * 1024;

    /** The largest size. */
    public static final long LAST_BYTES = 1024 * 1024;

    private ChunkGrowth() {}

    /** The size of the chunk that follows a full one. Returns bytes. */
    public static long after(long bytes) {
        return Math.min(bytes * 2, LAST_BYTES);
    }
}
