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
import basalt.memory.heap.Heap;

/**
 * Blocks of all sizes that come and go in any order, reached by handles: small ones from size classes, large ones from
 * a heap.
 *
 * <p><b>Size classes.</b> 16, 32, 64 and so on to 4096 bytes, each with slabs of its own as in {@link PoolAllocator}. A
 * request gets a block of the smallest class that it fits. Each block is aligned to its size, which is why the classes
 * are powers of two; the price is that the part of a block that was not asked for is always less than half of it (of
 * requests above 16 bytes), and a quarter on average where all sizes are equally frequent.
 *
 * <p><b>Large blocks.</b> Larger requests share regions of 256 KiB, as in a {@link Heap} whose blocks never move: the
 * lowest hole that fits, rounded up to 16 bytes. What is larger than a region, or finds no room for another one, gets
 * an allocation of its own from the source, rounded up to 4096 bytes.
 *
 * <p>Allocating and freeing small blocks take constant time, large ones logarithmic time in the number of holes.
 * Neither makes garbage, except when more memory is needed. A slab or region that has become empty is kept, until
 * {@link #trim()} or until memory is short: no allocation is denied for the sake of memory that is not used.
 *
 * <p><b>Handles</b> and <b>threads</b> are as in {@link PoolAllocator}: a handle is never 0 and never given out twice;
 * a dead one is an error that names both generations; the allocator belongs to the thread that created it, and other
 * threads may only call {@link #offerFree(long)}, which leaves nothing behind when they end.
 */
public final class SizeClassAllocator implements Allocator, PromotionTarget {
    /** The largest block of a size class, in bytes; what is larger comes from the heap. */
    public static final int MAX_CLASS_BYTES = SizeClasses.MAX_BLOCK_BYTES;

    /** What every block's address is a multiple of, in bytes, whether it was asked for or not. */
    public static final int MIN_ALIGNMENT = SizeClasses.MIN_BLOCK_BYTES;

    private static final String NAME = "size class allocator";

    private final Handles owner;
    private final BackingMemory backing;
    private final SizeClasses blocks;
    private final RemoteFrees remoteFrees;

    /**
     * Creates an allocator without a cap. It takes memory when it is needed first.
     *
     * @param source where memory comes from
     * @throws IllegalArgumentException if the source is null
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public SizeClassAllocator(MemorySource source) {
        this(source, Long.MAX_VALUE, RemoteFrees.USUAL_CAPACITY);
    }

    /**
     * Creates an allocator.
     *
     * @param source where memory comes from
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @param queueCapacity how many freed blocks of other threads can wait for the owner: from 1 to 2^20, rounded up to
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
     * Allocates a block whose address is a multiple of 16. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more, even after all empty slabs
     *     and regions were given back; the allocator can be used further
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public long allocate(long bytes) {
        return allocate(bytes, MIN_ALIGNMENT);
    }

    /**
     * Allocates a block. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096. Above {@code bytes} it takes a
     *     larger block
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more, even after all empty slabs
     *     and regions were given back; the allocator can be used further
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public long allocate(long bytes, int alignment) {
        owner.requireOwner();
        MemorySource.requireValid(bytes, alignment);
        long handle = blocks.allocateFree(bytes, alignment);
        return handle != 0 ? handle : allocateSlowly(bytes, alignment);
    }

    /**
     * As {@link #allocate(long)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, or 0 if there is no memory for it
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public long tryAllocate(long bytes) {
        return tryAllocate(bytes, MIN_ALIGNMENT);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return its handle, or 0 if there is no memory for it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
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
     * The memory of a block. Constant time; the slice is usually removed by the JIT compiler.
     *
     * @param handle from this allocator
     * @return a checked view of the whole block, which may be larger than what was asked for; dies when the block is
     *     freed
     * @throws DeadHandleException if the block was freed, or the handle was never given out
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public Slice slice(long handle) {
        owner.requireOwner();
        return blocks.slice(handle);
    }

    /**
     * Frees a block. One that is an allocation of its own goes back to the source at once.
     *
     * @param handle from this allocator
     * @throws DeadHandleException if the block was freed before, or the handle was never given out; nothing has changed
     *     then
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public void free(long handle) {
        owner.requireOwner();
        blocks.free(handle);
    }

    /**
     * Whether a block is allocated. One that another thread has freed still is, until the owner takes it back.
     *
     * @param handle any value
     * @return false if it was freed, or the handle was never given out, or the allocator is closed
     * @throws IllegalStateException on a wrong thread
     */
    public boolean isLive(long handle) {
        owner.requireOwner();
        return blocks.handlesOf(handle).isLive(handle);
    }

    /**
     * Frees a block from whatever thread, as {@link PoolAllocator#offerFree(long)} does: it waits in a bounded queue
     * for the owner, which takes it back by {@link #drain()}, or when no other block is free. If the queue is full the
     * answer is false, nothing has changed, and the block is still the caller's.
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
     * Takes back the blocks that other threads have freed; at most as many as the queue holds. Call it once a frame.
     *
     * @return how many blocks became free
     * @throws DeadHandleException if some of them had been freed before, in this call or in an earlier one by an
     *     allocation: names their number and the first of them. All others are free then
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public int drain() {
        requireOpen();
        int freed = remoteFrees.drainTo(blocks);
        remoteFrees.report();
        return freed;
    }

    /**
     * Gives the slabs and regions without a live block back to the source, after taking back what other threads have
     * freed. Takes time for each of them. Live blocks stay where they are.
     *
     * @return how many bytes were given back, with those of single allocations that other threads had freed
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    public long trim() {
        requireOpen();
        long before = backing.reservedBytes();
        remoteFrees.drainTo(blocks);
        blocks.trim();
        return before - backing.reservedBytes();
    }

    /**
     * How many blocks are allocated, those included that other threads have freed and the owner has not taken back.
     *
     * @return the number
     */
    public int liveBlocks() {
        return blocks.liveBlocks();
    }

    /** {@inheritDoc} Those of all live blocks, with what was not asked for. */
    @Override
    public long usedBytes() {
        return blocks.usedBytes();
    }

    /** {@inheritDoc} Those of all slabs, with their free lists, and of all that large blocks lie in. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return blocks.peakBytes();
    }

    /**
     * How many handles from other threads were dead when the owner took them back.
     *
     * @return the number since the allocator was created; {@link #drain()} tells more
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
     * {@inheritDoc} Fragmentation is the share of the blocks' bytes that is in free blocks. What a block has more than
     * was asked for counts as used.
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

    /** As long as only the cap denies, without the price of an exception. */
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
