package basalt.storage;

import basalt.component.BlockLayout;
import basalt.memory.MemorySource;
import java.util.Arrays;

/**
 * Blocks of one memory source, kept warm between worlds: a world that closes hands its blocks back, and the next one
 * starts on pages that are already resident. Contents of a block from here are undefined. Thread-safe.
 *
 * <p>At most {@value #DEFAULT_RETAINED} blocks are retained by the shared pool (system property {@code
 * basalt.blocks.retained}); more go back to the source.
 */
public final class BlockPool {
    /** Blocks that the shared pool retains unless the property says otherwise: a million rows. */
    static final int DEFAULT_RETAINED = 64;

    private static final String RETAINED_PROPERTY = "basalt.blocks.retained";

    private static BlockPool shared;

    private final MemorySource source;
    private final int retainedLimit;
    private long[] retained = new long[8];
    private int count;

    /**
     * Makes a pool.
     *
     * @param source where blocks come from
     * @param retainedLimit how many free blocks it keeps at most, 0 or more
     */
    public BlockPool(MemorySource source, int retainedLimit) {
        if (retainedLimit < 0) {
            throw new IllegalArgumentException("retainedLimit must be >= 0: retainedLimit=" + retainedLimit);
        }
        this.source = source;
        this.retainedLimit = retainedLimit;
    }

    /**
     * The pool over {@link MemorySource#direct()} that all worlds without a source of their own share.
     *
     * @return the process-wide pool
     */
    public static synchronized BlockPool shared() {
        if (shared == null) {
            shared = new BlockPool(MemorySource.direct(), retainedLimit(System.getProperty(RETAINED_PROPERTY)));
        }
        return shared;
    }

    /** The value of the system property; null stands for one that is not set. */
    static int retainedLimit(String property) {
        try {
            int limit = property == null ? DEFAULT_RETAINED : Integer.parseInt(property);
            if (limit >= 0) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("system property " + RETAINED_PROPERTY + " must be a whole number >= 0: "
                + RETAINED_PROPERTY + "=" + property);
    }

    /**
     * The source that blocks and sparse pages come from.
     *
     * @return the memory source
     */
    public MemorySource source() {
        return source;
    }

    /**
     * Takes a block.
     *
     * @return its address, a multiple of 4096
     */
    public synchronized long take() {
        return count > 0
                ? retained[--count]
                : MemorySource.allocateFrom(source, BlockLayout.BLOCK_BYTES, BlockLayout.BLOCK_ALIGNMENT);
    }

    /**
     * Gives a block back.
     *
     * @param address what {@link #take()} returned
     */
    public synchronized void give(long address) {
        if (count >= retainedLimit) {
            source.free(address, BlockLayout.BLOCK_BYTES);
            return;
        }
        if (count == retained.length) {
            retained = Arrays.copyOf(retained, 2 * count);
        }
        retained[count++] = address;
    }

    /**
     * Bytes of the blocks that wait here for the next world.
     *
     * @return reserved bytes
     */
    public synchronized long retainedBytes() {
        return (long) count * BlockLayout.BLOCK_BYTES;
    }

    /** Gives all retained blocks back to the source. */
    public synchronized void trim() {
        while (count > 0) {
            source.free(retained[--count], BlockLayout.BLOCK_BYTES);
        }
    }
}
