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

/**
 * An allocator for blocks of all sizes, reached by handles: small blocks from size classes, large blocks from a heap.
 *
 * <p><b>Size classes.</b> 16, 32, 64 and so on to 4096 bytes, each with its own slabs as in {@link PoolAllocator}. A
 * request gets a block of the smallest class that it fits. Classes are powers of two, so each block is aligned to its
 * size. The unused part of a block is less than half of it (for requests above 16 bytes), and a quarter on average if
 * all sizes are equally frequent.
 *
 * <p><b>Large blocks.</b> Larger requests share regions of 256 KiB, as in a {@link Heap} that never moves blocks: they
 * are rounded up to 16 bytes and use the lowest hole that fits. A block that is larger than a region, or for which no
 * further region can be taken, gets its own allocation from the source, rounded up to 4096 bytes.
 *
 * <p>Allocating and freeing small blocks take constant time, large ones logarithmic time in the number of holes.
 * Neither makes garbage, except when more memory is needed. An empty slab or region is kept until {@link #trim()}, or
 * until an allocation would be denied otherwise.
 *
 * <p><b>Handles</b> and <b>threads</b> are as in {@link PoolAllocator}: a handle is never 0 and never given out twice;
 * a dead one is an error that names both generations; the allocator belongs to the thread that created it, and other
 * threads may only call {@link #offerFree(long)}, which keeps no state per thread.
 */
public final class SizeClassAllocator implements Allocator, PromotionTarget {
    /** The largest size class, in bytes; larger blocks come from the heap. */
    public static final int MAX_CLASS_BYTES = SizeClasses.MAX_BLOCK_BYTES;

    /** The smallest alignment of a block, in bytes. */
    public static final int MIN_ALIGNMENT = SizeClasses.MIN_BLOCK_BYTES;

    private static final String NAME = "size class allocator";

    private final Handles owner;
    private final BackingMemory backing;
    private final SizeClasses blocks;
    private final RemoteFrees remoteFrees;

    /**
     * Creates an allocator without a cap. It takes its first memory at its first allocation.
     *
     * @param source the source of memory
     * @throws IllegalArgumentException if the source is null
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public SizeClassAllocator(MemorySource source) {
        this(source, Long.MAX_VALUE, RemoteFrees.USUAL_CAPACITY);
    }

    /**
     * Creates an allocator.
     *
     * @param source the source of memory
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @param queueCapacity the capacity of the queue for blocks that other threads free: from 1 to 2^20, rounded up to
     *     a power of two
     * @throws IllegalArgumentException if an argument is out of range
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public SizeClassAllocator(MemorySource source, long capBytes, int queueCapacity) {
        backing = new BackingMemory(NAME, source, capBytes);
        blocks = new SizeClasses(NAME, backing);
        owner = blocks.handlesOf(0);
        remoteFrees = new RemoteFrees(queueCapacity);
    }

    /**
     * Allocates a block, aligned to 16 bytes. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws NativeMemoryException if it would exceed the cap, or the source has no memory left, even after all empty
     *     slabs and regions were given back; the allocator remains usable
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public long allocate(long bytes) {
        return allocate(bytes, MIN_ALIGNMENT);
    }

    /**
     * Allocates a block. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096. An alignment above {@code
     *     bytes} uses a larger block
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no memory left, even after all empty
     *     slabs and regions were given back; the allocator remains usable
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public long allocate(long bytes, int alignment) {
        owner.requireOwner();
        MemorySource.requireValid(bytes, alignment);
        long handle = blocks.allocateFree(bytes, alignment);
        return handle != 0 ? handle : allocateSlowly(bytes, alignment);
    }

    /**
     * Like {@link #allocate(long)}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, or 0 if there is no memory
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public long tryAllocate(long bytes) {
        return tryAllocate(bytes, MIN_ALIGNMENT);
    }

    /**
     * Like {@link #allocate(long, int)}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return its handle, or 0 if there is no memory
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public long tryAllocate(long bytes, int alignment) {
        owner.requireOwner();
        MemorySource.requireValid(bytes, alignment);
        long handle = blocks.allocateFree(bytes, alignment);
        return handle != 0 ? handle : tryAllocateSlowly(bytes, alignment);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        long handle = tryAllocate(bytes, alignment);
        return handle == 0 ? null : slice(handle);
    }

    /**
     * The memory of a block. Constant time; the JIT compiler usually removes the slice object.
     *
     * @param handle from this allocator
     * @return a checked view of the whole block, which may be larger than requested; dies when the block is freed
     * @throws DeadHandleException if the block was freed, or the handle was never given out
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public Slice slice(long handle) {
        owner.requireOwner();
        return blocks.slice(handle);
    }

    /**
     * Frees a block. A block with its own allocation goes back to the source at once.
     *
     * @param handle from this allocator
     * @throws DeadHandleException if the block was already freed, or the handle was never given out; nothing changes
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public void free(long handle) {
        owner.requireOwner();
        blocks.free(handle);
    }

    /**
     * Whether a block is live. A block that another thread has freed is live until the owner drains it.
     *
     * @param handle any value
     * @return false if it was freed, the handle was never given out, or the allocator is closed
     * @throws IllegalStateException on the wrong thread
     */
    public boolean isLive(long handle) {
        owner.requireOwner();
        return blocks.handlesOf(handle).isLive(handle);
    }

    /**
     * Frees a block from any thread, like {@link PoolAllocator#offerFree(long)}: puts it into a bounded queue, which
     * the owner empties by {@link #drain()} or when no block is free. If the queue is full, returns false and changes
     * nothing.
     *
     * @param handle from this allocator
     * @return false if the queue is full
     * @throws IllegalArgumentException if the value cannot be a handle, such as 0
     * @throws IllegalStateException if the allocator is closed
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
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public int drain() {
        requireOpen();
        int freed = remoteFrees.drainTo(blocks);
        remoteFrees.report();
        return freed;
    }

    /**
     * Drains the queue and gives empty slabs and regions back to the source. Linear in the number of slabs and regions.
     * Live blocks are not moved.
     *
     * @return how many bytes were given back, including blocks with their own allocation that were drained
     * @throws IllegalStateException if the allocator is closed, or on the wrong thread
     */
    public long trim() {
        requireOpen();
        long before = backing.reservedBytes();
        remoteFrees.drainTo(blocks);
        blocks.trim();
        return before - backing.reservedBytes();
    }

    /**
     * The number of live blocks, including blocks that other threads have freed and the owner has not drained.
     *
     * @return the number
     */
    public int liveBlocks() {
        return blocks.liveBlocks();
    }

    /** {@inheritDoc} Includes the unused parts of live blocks. */
    @Override
    public long usedBytes() {
        return blocks.usedBytes();
    }

    /**
     * {@inheritDoc} Includes all slabs with their free lists, all regions, and all blocks with their own allocation.
     */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return blocks.peakBytes();
    }

    /**
     * The number of handles from other threads that were dead when the owner drained them.
     *
     * @return the number since the allocator was created
     */
    public long refusedFrees() {
        return remoteFrees.refusedCount();
    }

    @Override
    public void close() {
        owner.requireOwner();
        remoteFrees.close();
        blocks.close();
    }

    @Override
    public String toString() {
        return "SizeClassAllocator[liveBlocks=" + liveBlocks() + ", usedBytes=" + usedBytes() + ", reservedBytes="
                + reservedBytes() + ", highWaterBytes=" + highWaterBytes() + ", refusedFrees=" + refusedFrees()
                + (owner.isClosed() ? ", closed]" : "]");
    }

    /**
     * {@inheritDoc} Fragmentation is the share of the blocks' bytes that is in free blocks. The unused part of a live
     * block counts as used.
     */
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

    private long allocateSlowly(long bytes, int alignment) {
        long handle = allocateDrained(bytes, alignment);
        return handle != 0 ? handle : allocateMore(bytes, alignment);
    }

    /** Creates no exception if only the cap denies the request. */
    private long tryAllocateSlowly(long bytes, int alignment) {
        long handle = allocateDrained(bytes, alignment);
        if (handle != 0) {
            return handle;
        }
        long leastBytes = blocks.leastBytesFor(bytes, alignment);
        if (!backing.allows(leastBytes)) {
            blocks.trim();
            if (!backing.allows(leastBytes)) {
                return 0;
            }
        }
        try {
            return allocateMore(bytes, alignment);
        } catch (NativeMemoryException e) {
            return 0;
        }
    }

    private long allocateDrained(long bytes, int alignment) {
        requireOpen();
        remoteFrees.drainTo(blocks);
        return blocks.allocateFree(bytes, alignment);
    }

    private long allocateMore(long bytes, int alignment) {
        try {
            return blocks.allocateMore(bytes, alignment);
        } catch (NativeMemoryException e) {
            if (blocks.trim() == 0) {
                throw e;
            }
            return blocks.allocateMore(bytes, alignment);
        }
    }

    private void requireOpen() {
        owner.requireOwner();
        owner.requireOpen();
    }
}
