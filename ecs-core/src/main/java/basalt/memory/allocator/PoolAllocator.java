package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.Handles;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A pool of blocks of one size, reached by handles.
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
 * <p><b>Slabs.</b> Memory is taken in slabs of many blocks. In a slab, the block that was freed last is used first.
 * Allocation uses one slab until it is full, so that others become empty and {@link #trim()} can give them back.
 * Allocating and freeing take constant time and make no garbage, except when another slab is needed. The first slab is
 * taken at the first allocation.
 *
 * <p><b>Handles.</b> A handle is never 0 and never given out twice: each allocation of a block has its own generation,
 * also across {@code trim()}, and a block that has used up its 2^31 generations is retired. Using a handle that is dead
 * or was never given out throws an error that names both generations. Only a handle of another pool may by chance be
 * valid here. A {@link Slice} dies when its block is freed.
 *
 * <p><b>Threads.</b> The pool belongs to the thread that created it; other threads may only call {@link
 * #offerFree(long)}. That call passes the block to the owner by one atomic instruction and keeps no state per thread,
 * so a thread may end at any moment. If several threads allocate, use {@link SharedPool}.
 */
public final class PoolAllocator implements Allocator, PromotionTarget {
    /** The default capacity of the queue for blocks that other threads free. */
    public static final int DEFAULT_QUEUE_CAPACITY = RemoteFrees.USUAL_CAPACITY;

    private static final String NAME = "pool allocator";

    private final Handles handles = new Handles(NAME, 0, Handles.MAX_SLOTS);
    private final BackingMemory backing;
    private final SlabBlocks blocks;
    private final RemoteFrees remoteFrees;

    /**
     * Creates a pool without a cap. A slab is about 64 KiB, but at least 8 and at most 4096 blocks.
     *
     * @param source the source of slabs
     * @param blockBytes the size of a block, at least 1; rounded up to the alignment
     * @param alignment the alignment of each block in bytes: a power of two from 1 to 4096
     * @throws IllegalArgumentException if an argument is out of range, or a slab would be larger than the address space
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public PoolAllocator(MemorySource source, long blockBytes, int alignment) {
        this(source, SlabLayout.of(blockBytes, alignment), Long.MAX_VALUE, DEFAULT_QUEUE_CAPACITY);
    }

    /**
     * Creates a pool.
     *
     * @param source the source of slabs
     * @param blockBytes the size of a block, at least 1; rounded up to the alignment
     * @param alignment the alignment of each block in bytes: a power of two from 1 to 4096
     * @param blocksPerSlab the number of blocks in a slab, from 1 to 2^20
     * @param capBytes the most that {@link #reservedBytes()} may become; at least one slab, which is its blocks and 4
     *     bytes for each block
     * @param queueCapacity the capacity of the queue for blocks that other threads free: from 1 to 2^20, rounded up to
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
     * Allocates a block. Contents are undefined. If no block is free, first drains the blocks that other threads have
     * freed, then takes another slab.
     *
     * @return its handle, never 0
     * @throws NativeMemoryException if no block is free and another slab would exceed the cap, or the source has no
     *     memory left; the pool remains usable
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
     */
    public long allocate() {
        handles.requireOwner();
        long handle = blocks.allocate();
        return handle != 0 ? handle : allocateSlowly();
    }

    /**
     * Like {@link #allocate()}, but returns 0 if there is no memory.
     *
     * @return its handle, or 0 if no block is free and another slab would exceed the cap, or the source has no memory
     *     left
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
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
            throw new IllegalArgumentException(
                    "request is larger than a block: bytes=" + bytes + ", blockBytes=" + blockBytes());
        }
        long handle = tryAllocate();
        return handle == 0 ? null : slice(handle);
    }

    @Override
    public long largestCopyBytes() {
        return blockBytes();
    }

    /**
     * The memory of a block. Constant time; the JIT compiler usually removes the slice object.
     *
     * @param handle from this pool
     * @return a checked view of all its {@link #blockBytes()}; dies when the block is freed
     * @throws DeadHandleException if the block was freed, or the handle was never given out
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
     */
    public Slice slice(long handle) {
        handles.requireOwner();
        return blocks.slice(handle);
    }

    /**
     * Wraps a block in an Agrona buffer, like {@link Slice#wrapUnchecked} but without creating a slice.
     *
     * <p>The buffer checks its bounds, but not whether the block is live. A buffer that is used after the block is
     * freed or the pool closed reads and writes unrelated memory, or crashes the process.
     *
     * @param handle from this pool
     * @param buffer the buffer, which no longer refers to what it wrapped before
     * @throws DeadHandleException if the block was freed, or the handle was never given out; the buffer is unchanged
     * @throws IllegalArgumentException if blocks are larger than a buffer can be (2^31 - 1 bytes)
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
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
     * @throws DeadHandleException if the block was already freed, or the handle was never given out; nothing changes
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
     */
    public void free(long handle) {
        handles.requireOwner();
        blocks.free(handle);
    }

    /**
     * Whether a block is live. A block that another thread has freed is live until the owner drains it.
     *
     * @param handle any value
     * @return false if it was freed, the handle was never given out, or the pool is closed
     * @throws IllegalStateException on the wrong thread
     */
    public boolean isLive(long handle) {
        handles.requireOwner();
        return handles.isLive(handle);
    }

    /**
     * Frees a block from any thread: puts it into a bounded queue, which the owner empties by {@link #drain()} or when
     * no block is free. All that the calling thread wrote to the block happens before the block is allocated again.
     * Never blocks; makes no garbage.
     *
     * <p>If the queue is full, returns false and changes nothing: try again after the owner has drained, or pass the
     * handle to the owner in another way. A double free is detected by {@code drain()}.
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
     * Frees the blocks that other threads have passed to {@link #offerFree}, at most one queue capacity. Call it once a
     * frame.
     *
     * @return how many blocks became free
     * @throws DeadHandleException if some of them were already freed, seen in this call or by an allocation since the
     *     last one; the message has their number and the first one. All others are freed
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
     */
    public int drain() {
        requireOpen();
        int freed = remoteFrees.drainTo(blocks);
        remoteFrees.report();
        return freed;
    }

    /**
     * Drains the queue and gives empty slabs back to the source. Linear in the number of slabs. Live blocks are not
     * moved.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the pool is closed, or on the wrong thread
     */
    public long trim() {
        requireOpen();
        long before = backing.reservedBytes();
        remoteFrees.drainTo(blocks);
        blocks.trim();
        return before - backing.reservedBytes();
    }

    /**
     * The size of a block.
     *
     * @return bytes, a multiple of the alignment
     */
    public long blockBytes() {
        return blocks.layout().blockBytes();
    }

    /**
     * The number of live blocks, including blocks that other threads have freed and the owner has not drained.
     *
     * @return the number
     */
    public int liveBlocks() {
        return blocks.liveBlocks();
    }

    /** {@inheritDoc} Includes all live blocks. */
    @Override
    public long usedBytes() {
        return blocks.liveBlocks() * blockBytes();
    }

    /** {@inheritDoc} Includes all slabs with their free lists. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return blocks.peakBlocks() * blockBytes();
    }

    /**
     * The number of handles from other threads that were dead when the owner drained them.
     *
     * @return the number since the pool was created
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
     * Starts a frame, for {@link #shortLivedFrees()}. From the first call on, the pool stores in which frame each block
     * was allocated.
     *
     * @throws IllegalStateException on the wrong thread; at the first call, if the pool is closed
     */
    public void startFrame() {
        handles.requireOwner();
        if (!blocks.recordsAges()) {
            handles.requireOpen();
        }
        blocks.startFrame();
    }

    /**
     * The number of blocks that were freed in the frame of their allocation.
     *
     * @return the number since the first {@link #startFrame()}
     */
    public long shortLivedFrees() {
        return blocks.shortLivedFrees();
    }

    /** The table of generations. For tests, which set generations directly. */
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
