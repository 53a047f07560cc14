package basalt.memory.pool;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.chunk.BackingMemory;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.collections.ArrayUtil;

/**
 * Blocks of one size that any thread may allocate, use and free, each through a {@link PoolCache} of its own.
 *
 * <pre>
 *   thread A                                     thread B
 *   PoolCache: allocate(), free(handle)          PoolCache: allocate(), free(handle)
 *      |  two magazines of free blocks              |  two magazines of free blocks
 *      +-----------------------+--------------------+
 *                              | whole magazines, without locks
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
 * <p><b>Handles</b> are generation:32 | index:32, never 0, and never given out twice: each life of a block has a
 * generation of its own, and a block that has used up its 2^31 generations is retired. Using a handle after its block
 * was freed is an error that names both generations; of several threads that free the same block, all but one get it.
 * Only a handle of another pool may by chance be taken for one of this.
 *
 * <p><b>Threads.</b> The caller synchronises the handing over of a handle or slice, as with any object: by a queue,
 * say. A slice is not confined to a thread, and checks at each access that its block is live. That finds what was freed
 * before, not what another thread frees during the access: then the access goes to the next user of the block, but
 * never beyond this pool. So a thread that frees has to know that none uses the block any more.
 *
 * <p><b>What caches keep.</b> A cache holds up to two magazines of {@link #magazineBlocks()} free blocks, which other
 * threads cannot get: {@code maxBlocks} has to cover what is live and that much for each cache. When a thread ends
 * without closing its cache, nothing is lost: the pool takes it over before it takes another slab, before it says that
 * it is exhausted, and when a cache is made.
 *
 * <p><b>Memory.</b> Slabs of about 64 KiB, or of 8 blocks where they are large, are taken when first needed, and kept
 * until the pool is closed: there is no trim, since in magazines the blocks of all slabs mix. Besides, the pool takes
 * 12 bytes of heap for each of {@code maxBlocks} at once, so that its tables never grow.
 *
 * <p>The figures may be read in any thread. While others allocate and free they are approximate; when none does, they
 * are exact, except for {@link #highWaterBytes()}, which says how far off it is.
 */
public final class SharedPool implements Allocator {
    /** The most blocks that a pool can have. */
    public static final int MAX_BLOCKS = 1 << 25;

    private static final String NAME = "shared pool";

    private final SharedPoolLayout layout;
    private final SharedHandles handles;
    private final MagazineDepot depot;
    private final BackingMemory backing;
    private final SharedSlabs slabs;
    private final AtomicInteger retiredBlocks = new AtomicInteger();

    /** Held when slabs are taken, and when caches come and go. */
    private final Object lock = new Object();

    /** Those that are not closed. Only ever replaced, under the lock. */
    private volatile PoolCache[] caches = {};

    private volatile boolean closed;

    /**
     * Creates a pool. It takes its first slab when a cache first needs a block.
     *
     * @param source where slabs come from; asked by one thread at a time, but by any, so it has to be thread-safe only
     *     if others use it too
     * @param blockBytes the least that a block has, at least 1; rounded up to the alignment. Threads write blocks
     *     without slowing each other down where it is a multiple of 64
     * @param alignment what each block's address is a multiple of: a power of two from 1 to 4096
     * @param maxBlocks how many blocks there can be, those in caches included: from 1 to {@link #MAX_BLOCKS}
     * @throws IllegalArgumentException if an argument is out of range, or a slab would be larger than the address space
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public SharedPool(MemorySource source, long blockBytes, int alignment, int maxBlocks) {
        layout = SharedPoolLayout.of(blockBytes, alignment, maxBlocks);
        backing = new BackingMemory(NAME, source, Long.MAX_VALUE);
        handles = new SharedHandles(maxBlocks);
        depot = new MagazineDepot(maxBlocks);
        slabs = new SharedSlabs(layout, backing);
    }

    /**
     * Makes a cache for the calling thread. Any thread. Takes no memory of the source. A thread usually has one, but
     * may have more.
     *
     * @return the cache; close it when the thread does not need it any more
     * @throws IllegalStateException if the pool is closed
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

    /**
     * How large each block is.
     *
     * @return bytes, a multiple of the alignment
     */
    public long blockBytes() {
        return layout.blockBytes();
    }

    /**
     * How many blocks there can be.
     *
     * @return the number, as given to the constructor
     */
    public int maxBlocks() {
        return layout.maxBlocks();
    }

    /**
     * How many blocks a full magazine has; a cache has two magazines.
     *
     * @return 64; less where that were more than 256 KiB, or more than a 32nd of all blocks; at least 1
     */
    public int magazineBlocks() {
        return layout.magazineBlocks();
    }

    /**
     * How many blocks are allocated.
     *
     * @return the number
     */
    public int liveBlocks() {
        if (closed) {
            return 0;
        }
        long live = depot.blocksOutside() - retiredBlocks.get() - cachedBlocks();
        return (int) Math.max(0, Math.min(live, layout.maxBlocks()));
    }

    /**
     * How many free blocks are in caches, where only their threads can get them.
     *
     * @return the number
     */
    public int cachedBlocks() {
        int cached = 0;
        for (PoolCache cache : caches) {
            cached += cache.cachedBlocks();
        }
        return cached;
    }

    /** {@inheritDoc} Those of all live blocks. */
    @Override
    public long usedBytes() {
        return liveBlocks() * blockBytes();
    }

    /** {@inheritDoc} Those of all slabs. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    /**
     * The most that was ever in use or in caches at once, which is what the pool has needed. That is never less than
     * the most that {@link #usedBytes()} has been, and more by two magazines for each cache at most, and by what
     * threads were exchanging at that moment.
     */
    @Override
    public long highWaterBytes() {
        return Math.min(depot.peakBlocksOutside(), layout.maxBlocks()) * blockBytes();
    }

    /**
     * Gives all memory back to the source, whatever is live, and closes the caches of the calling thread and of ended
     * ones. Any thread. Further calls do nothing.
     *
     * <p>Slices must not be in use in other threads any more, as with any memory that is freed.
     *
     * @throws IllegalStateException if another thread that has not ended has a cache that is not closed; nothing has
     *     changed then
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
                    throw new IllegalStateException(
                            NAME + " closed while thread " + owner.getName() + " has a cache: close that there first");
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

    /** {@inheritDoc} Fragmentation is the share of the slabs' bytes that is in free blocks, wherever these are. */
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

    /** What generations are looked up in. For tests, which cannot wait until one is used up. */
    SharedHandles handles() {
        return handles;
    }

    /**
     * Takes a magazine that is not empty. Answers 0 if all blocks are live or in caches of threads that have not ended.
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
        return depot.pop(); // what came since, from the last slab or from an ended thread
    }

    /** A cache is closed by its owner, or its thread has ended. */
    void remove(PoolCache cache) {
        synchronized (lock) {
            PoolCache[] others = ArrayUtil.remove(caches, cache);
            cache.end();
            caches = others; // last: a thread that finds no ended one here finds its magazines in the depot
        }
    }

    /** A block has used up its generations. */
    void retire() {
        retiredBlocks.getAndIncrement();
    }

    NativeMemoryException exhausted() {
        return new NativeMemoryException(
                NAME + " has no free block, maxBlocks=" + maxBlocks() + ", liveBlocks=" + liveBlocks()
                        + ", cachedBlocks=" + cachedBlocks() + ": free some, or close caches that are not used",
                blockBytes(),
                reservedBytes());
    }

    private int takeMagazineSlowly() {
        synchronized (lock) {
            takeOverFromEndedThreads();
            int magazine = depot.pop();
            while (magazine == 0 && !slabs.isExhausted()) {
                slabs.take(handles, depot);
                magazine = depot.pop(); // others may have been faster
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
     * Whether its thread has ended: then all that the thread has done happens before what follows. Or the cache is just
     * being removed, which a thread that holds the lock does not see.
     */
    private static boolean hasEnded(PoolCache cache) {
        Thread owner = cache.owner();
        return owner == null || !owner.isAlive();
    }
}
