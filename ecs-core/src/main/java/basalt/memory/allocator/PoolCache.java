package basalt.memory.allocator;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;

/**
 * One thread's access to a {@link SharedPool}: allocates from, and frees into, its own stock of free blocks.
 *
 * <pre>
 *   allocate(), free()   &lt;-- single blocks --&gt;   loaded magazine: 0 to n blocks
 *                                                       |  swap
 *                                                previous magazine: 0 or n blocks
 *                                                       |  whole magazines
 *                                                depot of the pool             n: at most 64
 * </pre>
 *
 * <p>Single blocks are taken from and put into the loaded magazine. When it is empty or full it is swapped with the
 * previous magazine; if that does not help, a whole magazine is exchanged with the depot. Only this exchange touches
 * state that threads share. There are at least n calls between two exchanges, in any order of allocating and freeing,
 * unless the depot only has a partial magazine of a closed cache. In the loaded magazine, the block that was freed last
 * is used first.
 *
 * <p>All calls take constant time and make no garbage, except when the pool needs another slab or is exhausted. A cache
 * belongs to the thread that created it, and use by another thread throws. Close it when the thread no longer needs it:
 * until then, or until the thread has ended, other threads cannot use the blocks in it.
 */
public final class PoolCache extends PoolCacheMagazines implements PromotionTarget, AutoCloseable {
    private final SharedPool pool;
    private final SharedHandles handles;
    private final SharedPool.Slabs slabs;
    private final MagazineDepot depot;
    private final int magazineBlocks;

    /** Null when closed, so that one comparison detects both a closed cache and a wrong thread. */
    private Thread owner = Thread.currentThread();

    PoolCache(SharedPool pool, SharedHandles handles, SharedPool.Slabs slabs, MagazineDepot depot, int magazineBlocks) {
        this.pool = pool;
        this.handles = handles;
        this.slabs = slabs;
        this.depot = depot;
        this.magazineBlocks = magazineBlocks;
    }

    /**
     * Allocates a block. Contents are undefined. If no block is free here or in the depot, the pool first takes the
     * blocks from caches of ended threads, then another slab.
     *
     * @return its handle, never 0; any thread may use and free it, through its own cache
     * @throws NativeMemoryException if all blocks of the pool are live or in caches of other threads, or the source has
     *     no memory left memory for another slab; cache and pool remain usable
     */
    public long allocate() {
        requireOwner();
        if (loadedBlocks == 0 && !reload()) {
            throw pool.exhausted();
        }
        return begin();
    }

    /**
     * Like {@link #allocate()}, but returns 0 if there is no memory.
     *
     * @return its handle, or 0 if all blocks of the pool are live or in caches of other threads, or the source has no
     *     memory left memory for another slab
     */
    public long tryAllocate() {
        requireOwner();
        return loadedBlocks != 0 || tryReload() ? begin() : 0;
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        if (bytes > pool.blockBytes()) {
            throw new IllegalArgumentException(
                    "request is larger than a block: bytes=" + bytes + ", blockBytes=" + pool.blockBytes());
        }
        long handle = tryAllocate();
        return handle == 0 ? null : slice(handle);
    }

    @Override
    public long largestCopyBytes() {
        return pool.blockBytes();
    }

    /**
     * The memory of a block that any thread has allocated. Constant time; the JIT compiler usually removes the slice
     * object.
     *
     * @return a checked view of all its bytes; dies when the block is freed, and may be used by any thread
     */
    public Slice slice(long handle) {
        requireOwner();
        return slabs.slice(handles, handle);
    }

    /**
     * Frees a block that any thread has allocated. All that the calling thread wrote to it happens before it is
     * allocated again. If several threads free the same block, one succeeds and all others throw.
     */
    public void free(long handle) {
        requireOwner();
        if (loadedBlocks == magazineBlocks) {
            unload();
        }
        // After the block is freed no method is called, so a StackOverflowError cannot interrupt the update.
        if (handles.end(handle, loadedFirst)) {
            loadedFirst = (int) handle;
            loadedBlocks++;
        } else {
            pool.retire();
        }
    }

    /**
     * Whether a block is live, allocated by any thread.
     *
     * @return false if it was freed, or the handle was never given out
     */
    public boolean isLive(long handle) {
        requireOwner();
        return handles.isLive(handle);
    }

    /** The free blocks in this cache; another thread may see an old value. */
    int cachedBlocks() {
        return loadedBlocks + previousBlocks;
    }

    /** Gives the free blocks in this cache back to the pool. Allocated blocks stay live. Further calls do nothing. */
    @Override
    public void close() {
        if (owner != null) {
            requireOwner();
            pool.remove(this);
        }
    }

    @Override
    public String toString() {
        Thread thread = owner;
        return "PoolCache[cachedBlocks=" + cachedBlocks()
                + (thread == null ? ", closed]" : ", thread=" + thread.getName() + "]");
    }

    /** The owner; null if the cache is closed. */
    Thread owner() {
        return owner;
    }

    /**
     * Moves both magazines to the depot and ends the cache. Called by the owner, or by the pool after the owner has
     * ended.
     */
    void end() {
        owner = null;
        unload();
        unload();
    }

    private long begin() {
        int slot = loadedFirst;
        int next = handles.next(slot);
        long handle = handles.begin(slot);
        loadedFirst = next;
        loadedBlocks--;
        return handle;
    }

    /** Replaces the empty loaded magazine by one with blocks. Returns false if there is none. */
    private boolean reload() {
        if (previousBlocks != 0) {
            loadedFirst = previousFirst;
            loadedBlocks = previousBlocks;
            previousBlocks = 0;
            return true;
        }
        int magazine = pool.takeMagazine();
        loadedFirst = MagazineDepot.first(magazine);
        loadedBlocks = MagazineDepot.blocks(magazine);
        return magazine != 0;
    }

    private boolean tryReload() {
        try {
            return reload();
        } catch (NativeMemoryException e) {
            return false;
        }
    }

    /** Moves the previous magazine to the depot, if it has blocks, and the loaded magazine into its place. */
    private void unload() {
        int magazine = MagazineDepot.magazine(previousFirst, previousBlocks);
        int blocks = previousBlocks;
        previousFirst = loadedFirst;
        previousBlocks = loadedBlocks;
        loadedBlocks = 0;
        if (blocks != 0) {
            depot.push(magazine); // cleared first: a magazine must never be in two places
        }
    }

    private void requireOwner() {
        if (Thread.currentThread() != owner) {
            throw wrongUse(owner);
        }
    }

    private static IllegalStateException wrongUse(Thread owner) {
        return new IllegalStateException(
                owner == null
                        ? "pool cache is closed: create a new one by cache() of the pool"
                        : "pool cache used by thread " + Thread.currentThread().getName()
                                + " but created by thread " + owner.getName()
                                + ": create one for each thread by cache() of the pool");
    }
}

/**
 * The padding before the fields that a cache writes. The int fills the gap behind the object header, where a field of a
 * subclass could be placed.
 */
abstract class PoolCachePadding {
    int p00;
    long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16;
}

/** The fields that a cache writes at each call. */
abstract class PoolCacheState extends PoolCachePadding {
    int loadedFirst;
    int loadedBlocks;
    int previousFirst;
    int previousBlocks;
}

/**
 * The two magazines of a {@link PoolCache}. They are written at each call, so padding keeps them on their own cache
 * lines, at any object address: the fields of a class are placed behind those of its superclass.
 *
 * <p>Only the cache's thread writes them; other threads may read the counts and see old values.
 */
abstract class PoolCacheMagazines extends PoolCacheState {
    long q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15, q16;
}
