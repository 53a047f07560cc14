package basalt.memory.pool;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.chunk.BackingMemory;
import basalt.memory.handle.Handles;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Blocks of one size that come and go in any order, reached by handles.
 *
 * <pre>
 *   handle (long) = generation:32 | index:32
 *
 *   owner thread:    allocate()  --&gt;  handle  --&gt;  slice(handle)  --&gt;  free(handle)
 *                       ^                                                |
 *                       +--------------- free list, off heap &lt;-----------+
 *                                             ^
 *                                             | drain(), or allocate() when no block is free
 *   other threads:   offerFree(handle)  --&gt;  bounded queue
 * </pre>
 *
 * <p><b>Slabs.</b> Memory comes in slabs of many blocks. Of a slab, the block that was freed last is used first;
 * allocation stays with one slab until that is full, so that others become empty and {@link #trim()} can give them
 * back. Allocating and freeing take constant time and make no garbage, except when another slab is needed. The first is
 * taken at the first allocation.
 *
 * <p><b>Handles.</b> A handle is never 0 and never given out twice: each life of a block has a generation of its own,
 * also across {@code trim()}, and a block that has used up its 2^31 generations is retired. Using a handle after its
 * block was freed, or one that was made up, is an error that names both generations; only a handle of another pool may
 * by chance be taken for one of this. A {@link Slice} dies when its block is freed.
 *
 * <p><b>Threads.</b> The pool belongs to the thread that created it; every other thread may only call
 * {@link #offerFree(long)}. That leaves nothing behind when the calling thread ends, at whatever moment: no thread has
 * a cache or an entry of its own here, and one atomic instruction hands the block over. Before it there is nothing, and
 * after it everything is the owner's. Where several threads allocate, there is {@link SharedPool}.
 */
public final class PoolAllocator implements Allocator, PromotionTarget {
    /** How many freed blocks of other threads wait for the owner at most, unless the constructor was told otherwise. */
    public static final int DEFAULT_QUEUE_CAPACITY = RemoteFrees.USUAL_CAPACITY;

    private static final String NAME = "pool allocator";

    private final Handles handles = new Handles(NAME, 0, Handles.MAX_SLOTS);
    private final BackingMemory backing;
    private final SlabBlocks blocks;
    private final RemoteFrees remoteFrees;

    /**
     * Creates a pool without a cap, with slabs of about 64 KiB or of 8 blocks, whichever is more, and of 4096 blocks at
     * most.
     *
     * @param source where slabs come from
     * @param blockBytes the least that a block has, at least 1; rounded up to the alignment
     * @param alignment what each block's address is a multiple of: a power of two from 1 to 4096
     * @throws IllegalArgumentException if an argument is out of range, or a slab would be larger than the address space
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public PoolAllocator(MemorySource source, long blockBytes, int alignment) {
        this(source, SlabLayout.of(blockBytes, alignment), Long.MAX_VALUE, DEFAULT_QUEUE_CAPACITY);
    }

    /**
     * Creates a pool.
     *
     * @param source where slabs come from
     * @param blockBytes the least that a block has, at least 1; rounded up to the alignment
     * @param alignment what each block's address is a multiple of: a power of two from 1 to 4096
     * @param blocksPerSlab how many blocks are taken from the source at once: from 1 to 2^20
     * @param capBytes the most that {@link #reservedBytes()} may become; room for a slab at least, which is its blocks
     *     and 4 bytes more for each
     * @param queueCapacity how many freed blocks of other threads can wait for the owner: from 1 to 2^20, rounded up to
     *     a power of two
     * @throws IllegalArgumentException if an argument is out of range, or a slab would be larger than the address space
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public PoolAllocator(
            MemorySource source, long blockBytes, int alignment, int blocksPerSlab, long capBytes, int queueCapacity) {
        this(source, SlabLayout.of(blockBytes, alignment, blocksPerSlab), capBytes, queueCapacity);
    }

    private PoolAllocator(MemorySource source, SlabLayout layout, long capBytes, int queueCapacity) {
        backing = new BackingMemory(NAME, source, capBytes);
        if (!backing.allows(layout.slabBytes())) {
            throw new IllegalArgumentException(
                    "capBytes must have room for a slab: capBytes=" + capBytes + ", slabBytes=" + layout.slabBytes());
        }
        blocks = new SlabBlocks(handles, backing, layout);
        remoteFrees = new RemoteFrees(queueCapacity);
    }

    /**
     * Allocates a block. Contents are undefined. If no block is free, takes back what other threads have freed, and
     * only then another slab.
     *
     * @return its handle, never 0
     * @throws NativeMemoryException if no block is free and another slab would exceed the cap, or the source has no
     *     more; the pool can be used further
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public long allocate() {
        handles.requireOwner();
        long handle = blocks.allocate();
        return handle != 0 ? handle : allocateSlowly();
    }

    /**
     * As {@link #allocate()}, for callers that can go on without the memory.
     *
     * @return its handle, or 0 if no block is free and another slab would exceed the cap, or the source has no more
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public long tryAllocate() {
        handles.requireOwner();
        long handle = allocateFree();
        if (handle != 0 || !backing.allows(blocks.layout().slabBytes())) {
            return handle;
        }
        try {
            blocks.grow();
        } catch (NativeMemoryException e) {
            return 0;
        }
        return blocks.allocate();
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        if (bytes > blockBytes()) {
            throw new IllegalArgumentException("larger than a block: bytes=" + bytes + ", blockBytes=" + blockBytes());
        }
        long handle = tryAllocate();
        return handle == 0 ? null : slice(handle);
    }

    @Override
    public long largestCopyBytes() {
        return blockBytes();
    }

    /**
     * The memory of a block. Constant time; the slice is usually removed by the JIT compiler.
     *
     * @param handle from this pool
     * @return a checked view of all its {@link #blockBytes()}; dies when the block is freed
     * @throws DeadHandleException if the block was freed, or the handle was never given out
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public Slice slice(long handle) {
        handles.requireOwner();
        return blocks.slice(handle);
    }

    /**
     * Makes an Agrona buffer look at a block: as {@link Slice#wrapUnchecked}, and certainly without an object, for
     * buffers that go from block to block.
     *
     * <p>Nothing checks what the buffer does: it knows its bounds, but not when the block is freed or the pool closed.
     * A buffer that is used after that reads and writes memory that belongs to something else, or ends the process.
     *
     * @param handle from this pool
     * @param buffer what to wrap the whole block with; what it wrapped before is forgotten
     * @throws DeadHandleException if the block was freed, or the handle was never given out; the buffer is unchanged
     *     then
     * @throws IllegalArgumentException if blocks are larger than a buffer can be (2^31 - 1 bytes)
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public void wrapUnchecked(long handle, UnsafeBuffer buffer) {
        handles.requireOwner();
        if (blockBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("blocks are larger than a buffer can be: blockBytes=" + blockBytes());
        }
        blocks.wrap(handle, buffer);
    }

    /**
     * Frees a block.
     *
     * @param handle from this pool
     * @throws DeadHandleException if the block was freed before, or the handle was never given out; nothing has changed
     *     then
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public void free(long handle) {
        handles.requireOwner();
        blocks.free(handle);
    }

    /**
     * Whether a block is allocated. One that another thread has freed still is, until the owner takes it back.
     *
     * @param handle any value
     * @return false if it was freed, or the handle was never given out, or the pool is closed
     * @throws IllegalStateException on a wrong thread
     */
    public boolean isLive(long handle) {
        handles.requireOwner();
        return handles.isLive(handle);
    }

    /**
     * Frees a block from whatever thread: it waits in a bounded queue for the owner, which takes it back by {@link
     * #drain()}, or when no other block is free. All that the calling thread wrote to the block happens before its next
     * life. Never waits, never blocks, makes no garbage.
     *
     * <p>If the queue is full the answer is false, nothing has changed, and the block is still the caller's: try again
     * after the owner has drained, or pass the handle to the owner in another way. A double free comes to light in
     * {@code drain()}.
     *
     * @param handle from this pool
     * @return false if the queue is full
     * @throws IllegalArgumentException if the value cannot be a handle, such as 0
     * @throws IllegalStateException if the pool is closed
     */
    public boolean offerFree(long handle) {
        return remoteFrees.offer(handle, NAME);
    }

    /**
     * Takes back the blocks that other threads have freed; at most as many as the queue holds. Call it once a frame.
     *
     * @return how many blocks became free
     * @throws DeadHandleException if some of them had been freed before, in this call or in an earlier one by an
     *     allocation: names their number and the first of them. All others are free then
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public int drain() {
        requireOpen();
        int freed = remoteFrees.drainTo(blocks);
        remoteFrees.report();
        return freed;
    }

    /**
     * Gives the slabs without a live block back to the source, after taking back what other threads have freed. Takes
     * time for each slab. Live blocks stay where they are.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public long trim() {
        requireOpen();
        long before = backing.reservedBytes();
        remoteFrees.drainTo(blocks);
        blocks.trim();
        return before - backing.reservedBytes();
    }

    /**
     * How large each block is.
     *
     * @return bytes, a multiple of the alignment
     */
    public long blockBytes() {
        return blocks.layout().blockBytes();
    }

    /**
     * How many blocks are allocated, those included that other threads have freed and the owner has not taken back.
     *
     * @return the number
     */
    public int liveBlocks() {
        return blocks.liveBlocks();
    }

    /** {@inheritDoc} Those of all live blocks. */
    @Override
    public long usedBytes() {
        return blocks.liveBlocks() * blockBytes();
    }

    /** {@inheritDoc} Those of all slabs, with their free lists. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return blocks.peakBlocks() * blockBytes();
    }

    /**
     * How many handles from other threads were dead when the owner took them back.
     *
     * @return the number since the pool was created; {@link #drain()} tells more
     */
    public long refusedFrees() {
        return remoteFrees.refusedCount();
    }

    @Override
    public void close() {
        handles.requireOwner();
        remoteFrees.close();
        blocks.close();
    }

    @Override
    public String toString() {
        return "PoolAllocator[blockBytes=" + blockBytes() + ", liveBlocks=" + liveBlocks() + ", usedBytes="
                + usedBytes() + ", reservedBytes=" + reservedBytes() + ", highWaterBytes=" + highWaterBytes()
                + ", refusedFrees=" + refusedFrees() + (handles.isClosed() ? ", closed]" : "]");
    }

    /** {@inheritDoc} Fragmentation is the share of the blocks' bytes that is in free blocks. */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        long heldBytes = blocks.blockBytesHeld();
        return new AllocatorSnapshot(
                NAME,
                "",
                usedBytes(),
                reservedBytes(),
                highWaterBytes(),
                liveBlocks(),
                AllocatorSnapshot.share(heldBytes - usedBytes(), heldBytes));
    }

    /**
     * Begins a frame, to find out how many blocks live shorter than that. From the first call on, the pool keeps in
     * which frame each block was allocated.
     *
     * @throws IllegalStateException on a wrong thread; at the first call, if the pool is closed
     */
    public void startFrame() {
        handles.requireOwner();
        if (!blocks.watchesAges()) {
            handles.requireOpen();
        }
        blocks.startFrame();
    }

    /**
     * How many blocks were freed in the frame in which they were allocated.
     *
     * @return the number since the first {@link #startFrame()}
     */
    public long shortLivedFrees() {
        return blocks.shortLivedFrees();
    }

    /** What generations are looked up in. For tests, which cannot wait until one is used up. */
    Handles handles() {
        return handles;
    }

    private long allocateSlowly() {
        long handle = allocateFree();
        if (handle == 0) {
            blocks.grow();
            handle = blocks.allocate();
        }
        return handle;
    }

    private long allocateFree() {
        long handle = blocks.allocate();
        if (handle == 0) {
            requireOpen();
            remoteFrees.drainTo(blocks);
            handle = blocks.allocate();
        }
        return handle;
    }

    private void requireOpen() {
        handles.requireOwner();
        handles.requireOpen();
    }
}
