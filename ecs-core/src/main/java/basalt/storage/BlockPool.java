package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.BYTES_ABOVE;
import static basalt.component.layout.BlockLayout.BYTES_BELOW;
import static basalt.component.layout.BlockLayout.HAS_DISABLED;
import static basalt.component.layout.BlockLayout.INDICES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.WORD_OFFSETS;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/**
 * A pool of blocks of one memory source, shared by worlds. A world that closes returns its blocks, so that the next one
 * starts with resident memory. The contents of a block from the pool are undefined. Thread-safe.
 *
 * <p>The shared pool retains at most {@value #DEFAULT_RETAINED} blocks (system property {@code
 * basalt.blocks.retained}), and no more than 1 GiB, and frees those that were released first.
 */
public final class BlockPool {
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

    public BlockPool(MemorySource source, int retainedLimit) {
        if (retainedLimit < 0) {
            throw new IllegalArgumentException("retainedLimit must be >= 0: retainedLimit=" + retainedLimit);
        }
        this.source = source;
        this.retainedLimit = retainedLimit;
        this.ofWorld = null;
    }

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

    static int bytesAbove(long base) {
        return UnsafeApi.getInt(null, base + BYTES_ABOVE);
    }

    static long bytes(long base) {
        return AlignedMemory.reserved(size(base).total());
    }

    static BlockSize size(long base) {
        return new BlockSize(bytesBelow(base), bytesAbove(base));
    }

    public synchronized long retainedBytes() {
        return retainedBytes;
    }

    public synchronized void trim() {
        while (!retained.isEmpty()) {
            freeFirst();
        }
    }

    /**
     * The direct memory of one world. If the world is dropped without being closed, a cleaner gives the memory back,
     * and logs a warning; in strict mode it says where the world was made. All objects that access the memory refer to
     * this one. Thread-safe.
     */
    public static final class ReclaimedMemory implements MemorySource {
        private static final Cleaner CLEANER = Cleaner.create();
        private static final long NONE = 0;

        private final MemorySource direct = MemorySource.direct();
        private final Taken taken = new Taken(direct);

        public ReclaimedMemory() {
            CLEANER.register(this, taken);
        }

        @Override
        public long allocate(long bytes, int alignment) {
            long address = direct.allocate(bytes, alignment);
            taken.add(address, bytes);
            return address;
        }

        @Override
        public void free(long address, long bytes) {
            taken.remove(address);
            direct.free(address, bytes);
        }

        @Override
        public long allocatedBytes() {
            return direct.allocatedBytes();
        }

        /** Takes over direct memory that another world has given up. */
        void adopt(long address, long bytes) {
            taken.add(address, bytes);
        }

        void giveUp(long address) {
            taken.remove(address);
        }

        /** What was taken and not freed. It does not refer to the source. */
        private static final class Taken implements Runnable {
            private final MemorySource direct;
            private final Long2LongHashMap bytesAt = new Long2LongHashMap(NONE);
            private final Throwable made = new Throwable("the world was made here");
            private boolean isUnreachable;

            Taken(MemorySource direct) {
                this.direct = direct;
            }

            synchronized void add(long address, long bytes) {
                bytesAt.put(address, bytes);
            }

            synchronized void remove(long address) {
                bytesAt.remove(address);
            }

            /**
             * Called by the cleaner. The last method that used the world may still run, so this waits for it once more.
             */
            @Override
            public synchronized void run() {
                if (bytesAt.isEmpty()) {
                    return;
                }
                if (!isUnreachable) {
                    isUnreachable = true;
                    CLEANER.register(new Object(), this);
                    return;
                }
                long[] total = {0};
                bytesAt.forEachLong((address, bytes) -> {
                    direct.free(address, bytes);
                    total[0] += bytes;
                });
                bytesAt.clear();
                System.getLogger("basalt.world")
                        .log(
                                Level.WARNING,
                                total[0] + " bytes of native memory of a world were not given back before it became"
                                        + " unreachable; close() worlds and their schedules",
                                made);
            }
        }
    }

    /**
     * The memory of a block: from {@code bytesBelow} before its base to {@code bytesAbove} behind it.
     *
     * @param bytesBelow a multiple of 16384; more than 0 if some row has had a sparse component
     * @param bytesAbove a multiple of 4096; at least the header and the areas of the reserved components
     */
    record BlockSize(int bytesBelow, int bytesAbove) {
        static final BlockSize EMPTY = new BlockSize(0, ComponentAreas.process().bytesAbove(ALIVE_ID));

        static BlockSize of(int... ids) {
            BlockSize size = EMPTY;
            for (int id : ids) {
                size = size.with(id);
            }
            return size;
        }

        /** This size, enlarged if necessary to hold the area of a component. */
        BlockSize with(int id) {
            ComponentAreas areas = ComponentAreas.process();
            return with(areas.bytesBelow(id), areas.bytesAbove(id));
        }

        /** This size, enlarged if necessary to hold what a block of another size holds. */
        BlockSize with(BlockSize other) {
            return with(other.bytesBelow, other.bytesAbove);
        }

        private BlockSize with(int below, int above) {
            return below <= bytesBelow && above <= bytesAbove
                    ? this
                    : new BlockSize(Math.max(below, bytesBelow), Math.max(above, bytesAbove));
        }

        long total() {
            return (long) bytesBelow + bytesAbove;
        }
    }

    /**
     * Memory at multiples of {@link basalt.component.layout.BlockLayout#BLOCK_ALIGNMENT}. Memory sources need not give
     * such memory, so {@value #MORE_BYTES} bytes more are taken.
     *
     * <pre>
     *   from the source   +0 to 12288       unused
     *   address           +0                the memory
     *                     +bytes            long: where the memory of the source begins
     *                     +bytes + 8        unused, to the end
     * </pre>
     *
     * <p>SAFETY: the source's memory is a multiple of 4096, so at most 12,288 of the additional bytes are before the
     * address, and the long is in the rest.
     */
    public static final class AlignedMemory {
        private static final int MORE_BYTES = BLOCK_ALIGNMENT;

        private AlignedMemory() {}

        public static long allocate(MemorySource source, long bytes) {
            long start = MemorySource.allocateFrom(source, reserved(bytes), MemorySource.MAX_ALIGNMENT);
            long address = BitUtil.align(start, BLOCK_ALIGNMENT);
            UnsafeApi.putLong(null, address + bytes, start);
            return address;
        }

        public static void free(MemorySource source, long address, long bytes) {
            source.free(start(address, bytes), reserved(bytes));
        }

        /** Where the memory of the source begins. SAFETY: {@link #allocate} has written it behind the memory. */
        static long start(long address, long bytes) {
            return UnsafeApi.getLong(null, address + bytes);
        }

        /** The bytes that are taken from the source. */
        public static long reserved(long bytes) {
            return bytes + MORE_BYTES;
        }
    }
}
