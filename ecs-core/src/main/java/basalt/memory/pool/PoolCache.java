package basalt.memory.pool;

import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;

/**
 * One thread's access to a {@link SharedPool}: allocates from a stock of its own, and frees into it.
 *
 * <pre>
 *   allocate(), free()   &lt;-- single blocks --&gt;   loaded magazine: 0 to n blocks
 *                                                       |  change places
 *                                                previous magazine: 0 or n blocks
 *                                                       |  whole magazines
 *                                                depot of the pool             n = SharedPool.magazineBlocks()
 * </pre>
 *
 * <p>Blocks come and go one by one in the loaded magazine. When that is empty or full it changes places with the other
 * one; when that does not help either, a whole magazine is exchanged with the depot. So in whatever order a thread
 * allocates and frees, at least n calls lie between two exchanges, unless the depot has but a part of a magazine, which
 * some cache has left when it was closed. Only then threads meet. Of blocks in the loaded magazine, the one that was
 * freed last is used first.
 *
 * <p>All calls take constant time and make no garbage, except when the pool needs another slab or is exhausted. A cache
 * belongs to the thread that made it, and use by another one throws. Close it when the thread does not need it any
 * more: until then, or until the thread has ended, the blocks in it are kept from other threads.
 */
public final class PoolCache extends PoolCacheMagazines implements PromotionTarget, AutoCloseable {
    private final SharedPool pool;
    private final SharedHandles handles;
    private final SharedSlabs slabs;
    private final MagazineDepot depot;
    private final int magazineBlocks;

    /** Null when closed: that is no thread, so one comparison finds both mistakes. */
    private Thread owner = Thread.currentThread();

    PoolCache(SharedPool pool, SharedHandles handles, SharedSlabs slabs, MagazineDepot depot, int magazineBlocks) {
        this.pool = pool;
        this.handles = handles;
        this.slabs = slabs;
        this.depot = depot;
        this.magazineBlocks = magazineBlocks;
    }

    /**
     * Allocates a block. Contents are undefined. If no block is free here or in the pool, the pool takes over what
     * ended threads have left, and only then another slab.
     *
     * @return its handle, never 0; any thread that it is handed to may use and free it, through a cache of its own
     * @throws NativeMemoryException if all blocks of the pool are live or in caches of other threads, or the source has
     *     no more memory for another slab; cache and pool can be used further
     * @throws IllegalStateException if the cache is closed, or on a wrong thread
     */
    public long allocate() {
        requireOwner();
        if (loadedBlocks == 0 && !reload()) {
            throw pool.exhausted();
        }
        return begin();
    }

    /**
     * As {@link #allocate()}, for callers that can go on without the memory.
     *
     * @return its handle, or 0 if all blocks of the pool are live or in caches of other threads, or the source has no
     *     more memory for another slab
     * @throws IllegalStateException if the cache is closed, or on a wrong thread
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
                    "larger than a block: bytes=" + bytes + ", blockBytes=" + pool.blockBytes());
        }
        long handle = tryAllocate();
        return handle == 0 ? null : slice(handle);
    }

    @Override
    public long largestCopyBytes() {
        return pool.blockBytes();
    }

    /**
     * The memory of a block, whichever thread allocated it. Constant time; the slice is usually removed by the JIT
     * compiler.
     *
     * @param handle from this cache's pool
     * @return a checked view of all its bytes; dies when the block is freed, and may be used by any thread
     * @throws DeadHandleException if the block was freed, or the handle was never given out
     * @throws IllegalStateException if the cache is closed, or on a wrong thread
     */
    public Slice slice(long handle) {
        requireOwner();
        return slabs.slice(handles, handle);
    }

    /**
     * Frees a block, whichever thread allocated it. All that the calling thread wrote to it happens before its next
     * life. If several threads free the same one, at once or later, one succeeds and all others throw.
     *
     * @param handle from this cache's pool
     * @throws DeadHandleException if the block was freed before, or the handle was never given out; nothing has changed
     *     then
     * @throws IllegalStateException if the cache is closed, or on a wrong thread
     */
    public void free(long handle) {
        requireOwner();
        if (loadedBlocks == magazineBlocks) {
            unload();
        }
        // Once the block is free nothing is called any more, which an overflowing stack could prevent.
        if (handles.end(handle, loadedFirst)) {
            loadedFirst = (int) handle;
            loadedBlocks++;
        } else {
            pool.retire();
        }
    }

    /**
     * Whether a block is allocated, by whichever thread.
     *
     * @param handle any value
     * @return false if it was freed, or the handle was never given out
     * @throws IllegalStateException if the cache is closed, or on a wrong thread
     */
    public boolean isLive(long handle) {
        requireOwner();
        return handles.isLive(handle);
    }

    /**
     * How many free blocks are in this cache, at most two magazines. Any thread; another one than the owner may see an
     * old figure.
     *
     * @return the number
     */
    public int cachedBlocks() {
        return loadedBlocks + previousBlocks;
    }

    /**
     * Gives the free blocks in this cache back to the pool. What was allocated stays so. Further calls do nothing.
     *
     * @throws IllegalStateException on a wrong thread
     */
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

    /** The thread that the cache belongs to; null if it is closed. */
    Thread owner() {
        return owner;
    }

    /** Brings the magazines to the depot, for good. The owner, or the pool after the owner has ended. */
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

    /** Finds a magazine that is not empty, where the loaded one is. Answers false if there is none. */
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

    /** Brings the previous magazine to the depot, if it is not empty, and puts the loaded one into its place. */
    private void unload() {
        int magazine = MagazineDepot.magazine(previousFirst, previousBlocks);
        int blocks = previousBlocks;
        previousFirst = loadedFirst;
        previousBlocks = loadedBlocks;
        loadedBlocks = 0;
        if (blocks != 0) {
            depot.push(magazine); // forgotten before: it must never be in two places
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
                        ? "pool cache is closed: cache() of the pool makes a new one"
                        : "pool cache used by thread " + Thread.currentThread().getName()
                                + " but created by thread " + owner.getName()
                                + ": make one for each thread, by cache() of the pool");
    }
}
