package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.collections.ArrayUtil;

/**
 * A pool of blocks of one size that any thread may allocate, use and free, each through its own {@link PoolCache}.
 *
 * <pre>
 *   thread A                                     thread B
 *   PoolCache: allocate(), free(handle)          PoolCache: allocate(), free(handle)
 *      |  two magazines of free blocks              |  two magazines of free blocks
 *      +-----------------------+--------------------+
 *                              | whole magazines, lock-free
 *                            depot  &lt;-- slabs, when the depot is empty; the only lock
 * </pre>
 *
 * <pre>{@code
 * try (SharedPool pool = new SharedPool(MemorySource.direct(), 64, 64, 100_000)) {
 *     PoolCache cache = pool.cache();                 // in each thread
 *     long handle = cache.allocate();
 *     cache.slice(handle).putLong(0, 42);
 *     queue.add(handle);                              // another thread frees it
 * }
 * }</pre>
 *
 * <p><b>Handles</b> are generation:32 | index:32, never 0, and never given out twice: each allocation of a block has
 * its own generation, and a block that has used up its 2^31 generations is retired. Using a handle after its block was
 * freed throws an error that names both generations; if several threads free the same block, all but one get the error.
 * Only a handle of another pool may by chance be valid here.
 *
 * <p><b>Threads.</b> Pass handles and slices to other threads by safe publication, for example through a concurrent
 * queue. A slice is not confined to a thread, and checks at each access that its block is live. That does not detect a
 * free by another thread during the access: the access may then read or write the block's next content, but never
 * memory outside this pool. So free a block only when no other thread uses it.
 *
 * <p><b>Caches.</b> A cache holds up to two magazines of at most 64 free blocks each, which other threads
 * cannot use: {@code maxBlocks} must cover the live blocks and two magazines for each cache. If a thread ends without
 * closing its cache, the pool reclaims the cache: before it takes another slab, before it reports that it is exhausted,
 * and when a cache is created.
 *
 * <p><b>Memory.</b> Slabs of about 64 KiB, or of 8 large blocks, are taken when needed and kept until the pool is
 * closed. They cannot be trimmed, because magazines mix the blocks of all slabs. The pool also allocates tables of 12
 * bytes of Java heap for each of {@code maxBlocks} at creation, so that they never grow.
 *
 * <p>The figures may be read on any thread. They are approximate while other threads allocate and free, and exact
 * otherwise, except {@link #highWaterBytes()}.
 */
public final class SharedPool implements Allocator {
    /** The largest number of blocks of a pool. */
    public static final int MAX_BLOCKS = 1 << 25;

    private static final String NAME = "shared pool";

    private final Layout layout;
    private final SharedHandles handles;
    private final MagazineDepot depot;
    private final BackingMemory backing;
    private final Slabs slabs;
    private final AtomicInteger retiredBlocks = new AtomicInteger();

    /** Guards the taking of slabs and the list of caches. */
    private final Object lock = new Object();

    /** The open caches. The array is replaced under the lock, never changed. */
    private volatile PoolCache[] caches = {};

    private volatile boolean closed;

    /**
     * Creates a pool. It takes its first slab when a cache first needs a block.
     *
     * @param source the source of slabs; called by any thread, one at a time, so it must be thread-safe only if it has
     *     other users
     * @param blockBytes the size of a block, at least 1; rounded up to the alignment. A multiple of 64 avoids false
     *     sharing between blocks
     * @param alignment the alignment of each block in bytes: a power of two from 1 to 4096
     * @param maxBlocks the largest number of blocks, including free blocks in caches: from 1 to {@link #MAX_BLOCKS}
     * @throws IllegalArgumentException if an argument is out of range, or a slab would be larger than the address space
     */
    public SharedPool(MemorySource source, long blockBytes, int alignment, int maxBlocks) {
        layout = Layout.of(blockBytes, alignment, maxBlocks);
        backing = new BackingMemory(NAME, source, Long.MAX_VALUE);
        handles = new SharedHandles(maxBlocks);
        depot = new MagazineDepot(maxBlocks);
        slabs = new Slabs(layout, backing);
    }

    /**
     * Creates a cache for the calling thread. Any thread. Takes no memory from the source. A thread needs only one, but
     * may have more.
     *
     * @return the cache; close it when the thread no longer needs it
     */
    public PoolCache cache() {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException(NAME + " is closed: create a new one");
            }
            takeOverFromEndedThreads();
            PoolCache cache = new PoolCache(this, handles, slabs, depot, layout.magazineBlocks());
            caches = ArrayUtil.add(caches, cache);
            return cache;
        }
    }

    /** {@return the size of a block, in bytes, a multiple of the alignment} */
    public long blockBytes() {
        return layout.blockBytes();
    }

    int maxBlocks() {
        return layout.maxBlocks();
    }

    /** The blocks in a full magazine: 64; less if that would exceed 256 KiB or a 32nd of all blocks; at least 1. */
    int magazineBlocks() {
        return layout.magazineBlocks();
    }

    /** {@return the number of live blocks} */
    public int liveBlocks() {
        if (closed) {
            return 0;
        }
        long live = depot.blocksOutside() - retiredBlocks.get() - cachedBlocks();
        return (int) Math.max(0, Math.min(live, layout.maxBlocks()));
    }

    /** The free blocks in caches. */
    int cachedBlocks() {
        int cached = 0;
        for (PoolCache cache : caches) {
            cached += cache.cachedBlocks();
        }
        return cached;
    }

    /** {@inheritDoc} Includes all live blocks. */
    @Override
    public long usedBytes() {
        return liveBlocks() * blockBytes();
    }

    /** {@inheritDoc} Includes all slabs. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    /**
     * The most bytes that were ever live or in caches at once. At least the highest {@link #usedBytes()}, and higher by
     * at most two magazines for each cache and the magazines being exchanged at that moment.
     */
    @Override
    public long highWaterBytes() {
        return Math.min(depot.peakBlocksOutside(), layout.maxBlocks()) * blockBytes();
    }

    /**
     * Gives all memory back to the source, even if blocks are live, and closes the caches of the calling thread and of
     * ended threads. Any thread. Further calls do nothing.
     *
     * <p>Other threads must have stopped using slices of this pool.
     *
     * @throws IllegalStateException if another thread that has not ended has a cache that is not closed; nothing
     *     changes
     */
    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            for (PoolCache cache : caches) {
                Thread owner = cache.owner();
                if (owner != Thread.currentThread() && !hasEnded(cache)) {
                    throw new IllegalStateException(NAME + " closed while thread " + owner.getName()
                            + " has an open cache: close it on that thread first");
                }
            }
            for (PoolCache cache : caches) {
                remove(cache);
            }
            closed = true;
            handles.close();
            slabs.close();
        }
    }

    @Override
    public String toString() {
        return "SharedPool[blockBytes=" + blockBytes() + ", maxBlocks=" + maxBlocks() + ", liveBlocks=" + liveBlocks()
                + ", cachedBlocks=" + cachedBlocks() + ", usedBytes=" + usedBytes() + ", reservedBytes="
                + reservedBytes() + ", highWaterBytes=" + highWaterBytes() + (closed ? ", closed]" : "]");
    }

    /**
     * {@inheritDoc} Fragmentation is the share of the slabs' bytes that is in free blocks, including those in caches.
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        int live = liveBlocks();
        long usedBytes = live * blockBytes();
        long reservedBytes = reservedBytes();
        return new AllocatorSnapshot(
                NAME,
                "",
                usedBytes,
                reservedBytes,
                highWaterBytes(),
                live,
                AllocatorSnapshot.share(reservedBytes - usedBytes, reservedBytes));
    }

    /** The table of generations. For tests, which set generations directly. */
    SharedHandles handles() {
        return handles;
    }

    /**
     * Takes a magazine with blocks. Returns 0 if all blocks are live or in caches of running threads.
     *
     * @throws NativeMemoryException if there could be another slab, but the source refuses
     */
    int takeMagazine() {
        int magazine = depot.pop();
        if (magazine != 0) {
            return magazine;
        }
        if (!slabs.isExhausted() || hasCacheOfEndedThread()) {
            return takeMagazineSlowly();
        }
        return depot.pop(); // a magazine that was added meanwhile
    }

    /** Removes a cache that its owner closes or whose thread has ended. */
    void remove(PoolCache cache) {
        synchronized (lock) {
            PoolCache[] others = ArrayUtil.remove(caches, cache);
            cache.end();
            caches = others; // last: by now its magazines are in the depot
        }
    }

    /** Counts a block that has used up its generations. */
    void retire() {
        retiredBlocks.getAndIncrement();
    }

    NativeMemoryException exhausted() {
        return new NativeMemoryException(
                NAME + " has no free block, maxBlocks=" + maxBlocks() + ", liveBlocks=" + liveBlocks()
                        + ", cachedBlocks=" + cachedBlocks() + ": free blocks, or close unused caches",
                blockBytes(),
                reservedBytes());
    }

    private int takeMagazineSlowly() {
        synchronized (lock) {
            takeOverFromEndedThreads();
            int magazine = depot.pop();
            while (magazine == 0 && !slabs.isExhausted()) {
                slabs.take(handles, depot);
                magazine = depot.pop(); // another thread may have added one
            }
            return magazine;
        }
    }

    private void takeOverFromEndedThreads() {
        for (PoolCache cache : caches) {
            if (hasEnded(cache)) {
                remove(cache);
            }
        }
    }

    private boolean hasCacheOfEndedThread() {
        for (PoolCache cache : caches) {
            if (hasEnded(cache)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the thread of a cache has ended: then all its actions happen before what follows. Also true for a cache
     * that is being removed, which is not visible under the lock.
     */
    private static boolean hasEnded(PoolCache cache) {
        Thread owner = cache.owner();
        return owner == null || !owner.isAlive();
    }

    /**
     * The layout of the slabs and blocks of a {@link SharedPool}.
     *
     * <pre>
     *   slot (int):      0 ............................................................ maxBlocks - 1
     *   slab:            |      0      |      1      |      2      | ... | the last one may be shorter |
     *   first magazines: | | | | | | | | | | | | | | | | | | | | | |
     * </pre>
     *
     * @param blockBytes size of a block: a multiple of the alignment
     * @param alignment the alignment of each block in bytes
     * @param maxBlocks the largest number of blocks
     * @param slabShift a slab has 2^slabShift blocks
     * @param magazineBlocks the number of blocks in a full magazine
     */
    record Layout(long blockBytes, int alignment, int maxBlocks, int slabShift, int magazineBlocks) {
        /**
         * The largest size of a magazine. Large magazines make exchanges with the depot rare, but other threads cannot
         * use the blocks in them.
         */
        private static final int MAX_MAGAZINE_BYTES = 256 * 1024;

        private static final int MIN_MAGAZINES = 32;

        /** The smallest alignment of a slab, so that slabs share no cache line. */
        private static final int LINE_BYTES = 64;

        static Layout of(long blockBytes, int alignment, int maxBlocks) {
            if (maxBlocks <= 0 || maxBlocks > SharedPool.MAX_BLOCKS) {
                throw new IllegalArgumentException(
                        "maxBlocks must be from 1 to " + SharedPool.MAX_BLOCKS + ": maxBlocks=" + maxBlocks);
            }
            SlabBlocks.Layout usual = SlabBlocks.Layout.of(blockBytes, alignment);
            int slabShift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(usual.blocksPerSlab());
            long magazineBlocks = Math.min(
                    MagazineDepot.MAX_MAGAZINE_BLOCKS,
                    Math.min(maxBlocks / MIN_MAGAZINES, MAX_MAGAZINE_BYTES / usual.blockBytes()));
            return new Layout(usual.blockBytes(), alignment, maxBlocks, slabShift, (int) Math.max(1, magazineBlocks));
        }

        int slabs() {
            return (maxBlocks - 1 >> slabShift) + 1;
        }

        int slabOf(int slot) {
            return slot >>> slabShift;
        }

        int firstSlot(int slab) {
            return slab << slabShift;
        }

        /** The number of blocks in a slab; the last slab may have fewer. */
        int blocksOf(int slab) {
            return Math.min(1 << slabShift, maxBlocks - firstSlot(slab));
        }

        long bytesOf(int slab) {
            return blocksOf(slab) * blockBytes;
        }

        int slabAlignment() {
            return Math.max(alignment, LINE_BYTES);
        }

        /** The offset of a block in its slab. */
        long offsetOf(int slot) {
            return (slot & (1 << slabShift) - 1) * blockBytes;
        }
    }

    /**
     * The memory of a {@link SharedPool}: slabs that are taken one by one and kept until the pool is closed. The table
     * of their addresses never grows. {@link #take} and {@link #close} need the pool's lock.
     */
    static final class Slabs {
        private final Layout layout;
        private final BackingMemory backing;
        private final long[] addresses;
        private int taken;
        private volatile boolean exhausted;

        Slabs(Layout layout, BackingMemory backing) {
            this.layout = layout;
            this.backing = backing;
            this.addresses = new long[layout.slabs()];
        }

        /** Whether all slabs are taken and their blocks are in the depot. Any thread. */
        boolean isExhausted() {
            return exhausted;
        }

        /**
         * Takes the next slab, if there is one, and adds its blocks to the depot so that the lowest ones are used
         * first.
         */
        void take(SharedHandles handles, MagazineDepot depot) {
            if (taken < addresses.length) {
                int slab = taken;
                addresses[slab] = backing.take(layout.bytesOf(slab), layout.slabAlignment());
                taken++;
                int first = layout.firstSlot(slab);
                int end = first + layout.blocksOf(slab);
                int magazines = (end - first - 1) / layout.magazineBlocks() + 1;
                for (int i = magazines - 1; i >= 0; i--) {
                    int from = first + i * layout.magazineBlocks();
                    int to = Math.min(from + layout.magazineBlocks(), end);
                    for (int slot = from; slot < to; slot++) {
                        handles.link(slot, slot + 1);
                    }
                    depot.pushNew(MagazineDepot.magazine(from, to - from));
                }
            }
            exhausted = taken == addresses.length;
        }

        /**
         * A view of a block. Any thread: a thread that sees the handle in the table also sees the slab's address, which
         * was written earlier.
         */
        Slice slice(SharedHandles handles, long handle) {
            int slot = handles.requireLive(handle);
            // SAFETY: only slots of taken slabs become live, and slabs are kept until all handles have ended.
            long address = addresses[layout.slabOf(slot)] + layout.offsetOf(slot);
            return handles.block(slot, handle, address, layout.blockBytes());
        }

        /** Gives all memory back. All handles must have ended. */
        void close() {
            for (int slab = 0; slab < taken; slab++) {
                backing.giveBack(addresses[slab], layout.bytesOf(slab));
            }
            taken = 0;
        }
    }
}
