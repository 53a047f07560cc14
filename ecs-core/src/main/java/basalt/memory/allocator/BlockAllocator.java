package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;

/**
 * What allocators of blocks with handles have in common: {@link PoolAllocator}, {@link SizeClassAllocator} and {@link
 * Heap}.
 *
 * <p>A handle is generation:32 | index:32. It is never 0 and never given out twice: each allocation of a block has its
 * own generation, also after memory was given back, and an index that has used up its 2^31 generations is retired.
 * Using a handle that is dead or was never given out throws a {@link basalt.memory.DeadHandleException} that names both
 * generations. Only a handle of another allocator may by chance be valid here. A {@link Slice} dies when its block is
 * freed.
 *
 * <p>If an allocation needs more memory and the cap or the source denies it, empty slabs and regions are given back
 * first. The allocator belongs to the thread that created it, and use by another thread throws.
 */
public abstract sealed class BlockAllocator implements Allocator, PromotionTarget
        permits PoolAllocator, SizeClassAllocator, Heap {
    /** Has the thread and the name of the allocator. */
    final Handles owner;

    final BackingMemory backing;
    private final HandledBlocks blocks;
    private final FreeQueue remoteFrees; // null if other threads cannot free blocks

    BlockAllocator(Handles owner, BackingMemory backing, HandledBlocks blocks, FreeQueue remoteFrees) {
        this.owner = owner;
        this.backing = backing;
        this.blocks = blocks;
        this.remoteFrees = remoteFrees;
    }

    /**
     * The memory of a block. Constant time; the JIT compiler usually removes the slice object.
     *
     * @param handle from this allocator
     * @return a checked view of it; dies when the block is freed
     * @throws basalt.memory.DeadHandleException if the block was freed, or the handle was never given out
     */
    public Slice slice(long handle) {
        owner.requireOwner();
        return blocks.slice(handle);
    }

    /**
     * Frees a block. Its handle and slices are dead from now on.
     *
     * @param handle from this allocator
     * @throws basalt.memory.DeadHandleException if the block was already freed, or the handle was never given out;
     *     nothing changes
     */
    public void free(long handle) {
        owner.requireOwner();
        blocks.free(handle);
    }

    /**
     * Whether a block is live.
     *
     * @param handle any value
     * @return false if it was freed, the handle was never given out, or the allocator is closed
     */
    public boolean isLive(long handle) {
        owner.requireOwner();
        return blocks.handlesOf(handle).isLive(handle);
    }

    /**
     * Gives empty slabs and regions back to the source, after those blocks were freed that other threads have passed.
     * Linear in the number of slabs and regions. Live blocks are not moved.
     *
     * @return how many bytes were given back
     */
    public long trim() {
        requireUsable();
        long before = backing.reservedBytes();
        drainQueue();
        blocks.trim();
        return before - backing.reservedBytes();
    }

    /** {@return the number of live blocks, including blocks that other threads have freed and that are not drained} */
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

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        long handle = take(bytes, alignment, true);
        return handle == 0 ? null : slice(handle);
    }

    /**
     * {@inheritDoc} Fragmentation is the share of the blocks' bytes that is in free blocks. The unused part of a live
     * block counts as used.
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        long heldBytes = blocks.blockBytesHeld();
        return snapshot(AllocatorSnapshot.share(heldBytes - usedBytes(), heldBytes));
    }

    final AllocatorSnapshot snapshot(double fragmentation) {
        return new AllocatorSnapshot(
                owner.allocator(), "", usedBytes(), reservedBytes(), highWaterBytes(), liveBlocks(), fragmentation);
    }

    @Override
    public void close() {
        owner.requireOwner();
        if (remoteFrees != null) {
            remoteFrees.close();
        }
        blocks.close();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + figures() + "liveBlocks=" + liveBlocks() + ", usedBytes="
                + usedBytes() + ", reservedBytes=" + reservedBytes() + ", highWaterBytes=" + highWaterBytes()
                + (owner.isClosed() ? ", closed]" : "]");
    }

    /** Further figures for {@link #toString()}, each followed by a comma. */
    String figures() {
        return "";
    }

    final void requireUsable() {
        owner.requireOwner();
        owner.requireOpen();
    }

    final boolean offerToQueue(long handle) {
        return remoteFrees.offer(handle, owner.allocator());
    }

    final int drainAndReport() {
        requireUsable();
        int freed = drainQueue();
        remoteFrees.report();
        return freed;
    }

    final long refused() {
        return remoteFrees.refusedCount();
    }

    /** Allocates; if that is denied, returns 0 or throws. */
    final long take(long bytes, int alignment, boolean orZero) {
        owner.requireOwner();
        requireValid(bytes, alignment);
        long handle = blocks.allocateFree(bytes, alignment);
        return handle != 0 ? handle : takeSlowly(bytes, alignment, orZero);
    }

    abstract void requireValid(long bytes, int alignment);

    final long takeSlowly(long bytes, int alignment, boolean orZero) {
        requireUsable();
        drainQueue();
        long handle = blocks.allocateFree(bytes, alignment);
        return handle != 0 ? handle : takeMore(bytes, alignment, orZero);
    }

    private long takeMore(long bytes, int alignment, boolean orZero) {
        long leastBytes = blocks.leastBytesFor(bytes, alignment);
        if (!backing.allows(leastBytes)) {
            blocks.trim();
        }
        if (!backing.allows(leastBytes)) {
            return orZero ? 0 : deny(bytes, leastBytes);
        }
        try {
            return blocks.allocateMore(bytes, alignment);
        } catch (NativeMemoryException e) {
            return takeAfterTrim(bytes, alignment, orZero, e);
        }
    }

    private long takeAfterTrim(long bytes, int alignment, boolean orZero, NativeMemoryException refusal) {
        if (blocks.trim() == 0) {
            return zeroOrThrow(orZero, refusal);
        }
        try {
            return blocks.allocateMore(bytes, alignment);
        } catch (NativeMemoryException e) {
            return zeroOrThrow(orZero, e);
        }
    }

    private static long zeroOrThrow(boolean orZero, NativeMemoryException refusal) {
        if (orZero) {
            return 0;
        }
        throw refusal;
    }

    /** Throws, because the cap denies the memory. */
    long deny(long bytes, long leastBytes) {
        throw backing.atCap(leastBytes, backing.reservedBytes());
    }

    private int drainQueue() {
        return remoteFrees == null ? 0 : remoteFrees.drainTo(blocks);
    }
}
