package basalt.memory.allocator;

import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
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
 * <p><b>Threads.</b> Other threads than the owner may only call {@link #offerFree(long)}. That call passes the block to
 * the owner by one atomic instruction and keeps no state per thread, so a thread may end at any moment. If several
 * threads allocate, use {@link SharedPool}.
 */
public final class PoolAllocator extends BlockAllocator {
    /** The default capacity of the queue for blocks that other threads free. */
    public static final int DEFAULT_QUEUE_CAPACITY = FreeQueue.USUAL_CAPACITY;

    private static final String NAME = "pool allocator";

    private final SlabBlocks blocks;

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
     * Creates a pool; see {@link #PoolAllocator(MemorySource, long, int)}.
     *
     * @param source the source of slabs
     * @param blockBytes the size of a block, at least 1; rounded up to the alignment
     * @param alignment the alignment of each block in bytes: a power of two from 1 to 4096
     * @param blocksPerSlab the number of blocks in a slab, from 1 to 2^20
     * @param capBytes the most that {@link #reservedBytes()} may become; at least one slab, which is its blocks and 4
     *     bytes for each block
     * @param queueCapacity the capacity of the queue for blocks that other threads free: from 1 to 2^20, rounded up to
     *     a power of two
     */
    public PoolAllocator(
            MemorySource source, long blockBytes, int alignment, int blocksPerSlab, long capBytes, int queueCapacity) {
        this(source, SlabLayout.of(blockBytes, alignment, blocksPerSlab), capBytes, queueCapacity);
    }

    private PoolAllocator(MemorySource source, SlabLayout layout, long capBytes, int queueCapacity) {
        this(
                new SlabBlocks(
                        new Handles(NAME, 0, Handles.MAX_SLOTS), new BackingMemory(NAME, source, capBytes), layout),
                new FreeQueue(queueCapacity));
        if (!backing.allows(layout.slabBytes())) {
            throw new IllegalArgumentException(
                    "capBytes must have room for a slab: capBytes=" + capBytes + ", slabBytes=" + layout.slabBytes());
        }
    }

    private PoolAllocator(SlabBlocks blocks, FreeQueue queue) {
        super(blocks.handles(), blocks.backing(), blocks, queue);
        this.blocks = blocks;
    }

    /**
     * Allocates a block. Contents are undefined. If no block is free, first drains the blocks that other threads have
     * freed, then takes another slab.
     *
     * @return its handle, never 0
     * @throws NativeMemoryException if no block is free and another slab would exceed the cap, or the source has no
     *     memory left; the pool remains usable
     */
    public long allocate() {
        owner.requireOwner();
        long handle = blocks.allocate();
        return handle != 0 ? handle : takeSlowly(1, 1, false);
    }

    /** {@return a handle like {@link #allocate()}, or 0 if there is no memory} */
    public long tryAllocate() {
        owner.requireOwner();
        long handle = blocks.allocate();
        return handle != 0 ? handle : takeSlowly(1, 1, true);
    }

    @Override
    void requireValid(long bytes, int alignment) {
        requireBlock(bytes, alignment, blockBytes());
    }

    static void requireBlock(long bytes, int alignment, long blockBytes) {
        MemorySource.requireValid(bytes, alignment);
        if (bytes > blockBytes) {
            throw new IllegalArgumentException(
                    "request is larger than a block: bytes=" + bytes + ", blockBytes=" + blockBytes);
        }
    }

    @Override
    public long largestCopyBytes() {
        return blockBytes();
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
     */
    public void wrapUnchecked(long handle, UnsafeBuffer buffer) {
        owner.requireOwner();
        if (blockBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("blocks are larger than a buffer can be: blockBytes=" + blockBytes());
        }
        blocks.wrap(handle, buffer);
    }

    /**
     * Frees a block from any thread: puts it into a bounded queue, which the owner empties by {@link #drain()} or when
     * no block is free; until then the block is live. All that the calling thread wrote to the block happens before the
     * block is allocated again. Never blocks; makes no garbage.
     *
     * <p>If the queue is full, returns false and changes nothing: try again after the owner has drained, or pass the
     * handle to the owner in another way. A double free is detected by {@code drain()}.
     *
     * @param handle from this pool
     * @return false if the queue is full
     * @throws IllegalArgumentException if the value cannot be a handle, such as 0
     */
    public boolean offerFree(long handle) {
        return offerToQueue(handle);
    }

    /**
     * Frees the blocks that other threads have passed to {@link #offerFree}, at most one queue capacity. Call it once a
     * frame.
     *
     * @return how many blocks became free
     * @throws DeadHandleException if some of them were already freed, seen in this call or by an allocation since the
     *     last one; the message has their number and the first one. All others are freed
     */
    public int drain() {
        return drainAndReport();
    }

    /** {@return the number of handles from other threads that were dead when the owner drained them} */
    public long refusedFrees() {
        return refused();
    }

    /** {@return the size of a block in bytes, a multiple of the alignment} */
    public long blockBytes() {
        return blocks.layout().blockBytes();
    }

    @Override
    String figures() {
        return "blockBytes=" + blockBytes() + ", refusedFrees=" + refusedFrees() + ", ";
    }

    /**
     * Starts a frame, for {@link #shortLivedFrees()}. From the first call on, the pool stores in which frame each block
     * was allocated.
     */
    public void startFrame() {
        owner.requireOwner();
        if (!blocks.recordsAges()) {
            owner.requireOpen();
        }
        blocks.startFrame();
    }

    /** {@return how many blocks were freed in the frame of their allocation, since the first {@link #startFrame()}} */
    public long shortLivedFrees() {
        return blocks.shortLivedFrees();
    }

    /** The table of generations. For tests, which set generations directly. */
    Handles handles() {
        return owner;
    }
}
