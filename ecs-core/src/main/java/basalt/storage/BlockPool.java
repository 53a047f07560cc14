package basalt.storage;

import static basalt.component.layout.BlockLayout.BYTES_ABOVE;
import static basalt.component.layout.BlockLayout.BYTES_BELOW;
import static basalt.component.layout.BlockLayout.HAS_DISABLED;
import static basalt.component.layout.BlockLayout.INDICES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.WORD_OFFSETS;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.memory.MemorySource;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

/**
 * A pool of blocks of one memory source, shared by worlds. A world that closes returns its blocks, so that the next one
 * starts with resident memory. The contents of a block from the pool are undefined. Thread-safe.
 *
 * <p>The shared pool retains at most {@value #DEFAULT_RETAINED} blocks (system property {@code
 * basalt.blocks.retained}), and no more than 1 GiB, and frees those that were released first.
 */
public final class BlockPool {
    /** Default limit of blocks that the shared pool retains: a million rows. */
    static final int DEFAULT_RETAINED = 64;

    /** The most bytes that a pool retains: blocks of rows with many components are large, but hardly resident. */
    static final long MOST_RETAINED_BYTES = 1L << 30;

    private static final String RETAINED_PROPERTY = "basalt.blocks.retained";

    private static BlockPool shared;

    private final MemorySource source;
    private final int retainedLimit;

    /** The memory of the only world that uses this pool, which retains its blocks in the shared one; null for none. */
    private final ReclaimedMemory ofWorld;

    /** The retained blocks, the one that was released last at the end. */
    private final LongArrayList retained = new LongArrayList();

    private long retainedBytes;

    /** Makes a pool. */
    public BlockPool(MemorySource source, int retainedLimit) {
        if (retainedLimit < 0) {
            throw new IllegalArgumentException("retainedLimit must be >= 0: retainedLimit=" + retainedLimit);
        }
        this.source = source;
        this.retainedLimit = retainedLimit;
        this.ofWorld = null;
    }

    /** A pool of one world, which takes blocks from the shared pool, and returns them there. */
    public BlockPool(ReclaimedMemory memory) {
        this.source = memory;
        this.retainedLimit = 0;
        this.ofWorld = memory;
    }

    /**
     * The pool over {@link MemorySource#direct()} that retains the blocks of all worlds without a source of their own.
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

    public MemorySource source() {
        return source;
    }

    /** Takes a block. No component has a defined area in it. Returns the address of its base, a multiple of 16384. */
    long take(BlockSize size) {
        long base = takeRetained(size);
        if (base == 0) {
            base = AlignedMemory.allocate(source, size.total()) + size.bytesBelow();
            initialise(base, size);
        }
        return base;
    }

    /** Takes a block that was retained; 0 if there is none of that size. */
    private synchronized long takeRetained(BlockSize size) {
        if (ofWorld != null) {
            long base = shared().takeRetained(size);
            if (base != 0) {
                ofWorld.adopt(start(base), bytes(base));
            }
            return base;
        }
        for (int i = retained.size() - 1; i >= 0; i--) {
            long base = retained.getLong(i);
            if (bytesBelow(base) == size.bytesBelow() && bytesAbove(base) == size.bytesAbove()) {
                retained.removeAt(i);
                retainedBytes -= bytes(base);
                return base;
            }
        }
        return 0;
    }

    /** Clears the header of new memory. SAFETY: a block has at least HEADER_BYTES from its base on. */
    private static void initialise(long base, BlockSize size) {
        UnsafeApi.setMemory(base, WORD_OFFSETS, (byte) 0);
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            UnsafeApi.putInt(null, base + wordOffset(id), NO_ROWS);
        }
        UnsafeApi.putInt(null, base + BYTES_BELOW, size.bytesBelow());
        UnsafeApi.putInt(null, base + BYTES_ABOVE, size.bytesAbove());
    }

    /** Makes the header of a used block like that of a new one. */
    private static void reset(long base) {
        for (int ids = 0; ids < MAX_COMPONENTS / Long.SIZE; ids++) {
            for (long rest = Blocks.defined(base, ids); rest != 0; rest &= rest - 1) {
                int id = (ids << 6) + Long.numberOfTrailingZeros(rest);
                UnsafeApi.putInt(null, base + wordOffset(id), NO_ROWS);
            }
        }
        UnsafeApi.setMemory(base + POPULATED, WORD_OFFSETS - POPULATED, (byte) 0); // DEFINED too
        UnsafeApi.putInt(null, base + HAS_DISABLED, 0);
        UnsafeApi.putLong(null, base + INDICES, 0); // the memory there is the world's, which may close
    }

    /** Returns a block to the pool. If the pool is full, those that were returned first are freed. */
    synchronized void release(long base) {
        if (ofWorld != null) {
            ofWorld.giveUp(start(base));
            shared().release(base);
            return;
        }
        reset(base);
        retained.addLong(base);
        retainedBytes += bytes(base);
        while (retained.size() > retainedLimit || retainedBytes > MOST_RETAINED_BYTES) {
            freeFirst();
        }
    }

    private void freeFirst() {
        long base = retained.removeAt(0);
        retainedBytes -= bytes(base);
        free(base);
    }

    void free(long base) {
        AlignedMemory.free(source, base - bytesBelow(base), size(base).total());
    }

    /** The address of the source's memory. */
    private static long start(long base) {
        return AlignedMemory.start(base - bytesBelow(base), size(base).total());
    }

    /** The bytes of a block before its base. */
    static int bytesBelow(long base) {
        return UnsafeApi.getInt(null, base + BYTES_BELOW);
    }

    /** The bytes of a block from its base on. */
    static int bytesAbove(long base) {
        return UnsafeApi.getInt(null, base + BYTES_ABOVE);
    }

    /** The bytes of the source that a block takes. */
    static long bytes(long base) {
        return AlignedMemory.reserved(size(base).total());
    }

    static BlockSize size(long base) {
        return new BlockSize(bytesBelow(base), bytesAbove(base));
    }

    /** Bytes of the retained blocks. Returns reserved bytes. */
    public synchronized long retainedBytes() {
        return retainedBytes;
    }

    /** Frees all retained blocks. */
    public synchronized void trim() {
        while (!retained.isEmpty()) {
            freeFirst();
        }
    }
}
