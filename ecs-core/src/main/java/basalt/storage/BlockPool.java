package basalt.storage;

import basalt.component.layout.BlockLayout;
import basalt.memory.MemorySource;
import java.util.Arrays;

/**
 * A pool of blocks of one memory source, shared by worlds. A world that closes returns its blocks, so that the next one
 * starts with resident memory. The contents of a block from the pool are undefined. Thread-safe.
 *
 * <p>The shared pool retains at most {@value #DEFAULT_RETAINED} blocks (system property {@code basalt.blocks.retained})
 * and frees the others.
 */
public final class BlockPool {
    /** Default limit of blocks that the shared pool retains: a million rows. */
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
     * @param source memory for blocks
     * @param retainedLimit greatest number of free blocks that are retained, 0 or more
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

    /** The value of the system property, or the default if it is null. */
    static int retainedLimit(String property) {
        try {
            int limit = property == null ? DEFAULT_RETAINED : Integer.parseInt(property);
            if (limit >= 0) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException("system property " + RETAINED_PROPERTY + " must be a whole number >= 0: "
                + RETAINED_PROPERTY + "=" + property);
    }

    /**
     * The source that blocks come from.
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
     * Returns a block to the pool.
     *
     * @param address from {@link #take()}
     */
    public synchronized void release(long address) {
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
     * Bytes of the retained blocks.
     *
     * @return reserved bytes
     */
    public synchronized long retainedBytes() {
        return (long) count * BlockLayout.BLOCK_BYTES;
    }

    /** Frees all retained blocks. */
    public synchronized void trim() {
        while (count > 0) {
            source.free(retained[--count], BlockLayout.BLOCK_BYTES);
        }
    }
}
