package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
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

    BlockAllocator(Handles owner, BackingMemory backing, HandledBlocks blocks) {
        this.owner = owner;
        this.backing = backing;
        this.blocks = blocks;
    }

    /**
     * Allocates a block. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return its handle, never 0
     * @throws NativeMemoryException if there is no free block, and the cap or the source denies more memory, even after
     *     all empty slabs and regions were given back; the allocator remains usable
     */
    public long allocate(long bytes, int alignment) {
        return take(bytes, alignment, false);
    }

    /**
     * Like {@link #allocate(long, int)}, but returns 0 if there is no memory.
     *
     * @return its handle, or 0 if there is no memory
     */
    public long tryAllocate(long bytes, int alignment) {
        return take(bytes, alignment, true);
    }

    /**
     * The memory of a block. Constant time; the JIT compiler usually removes the slice object.
     *
     * @return a checked view of it; dies when the block is freed
     */
    public Slice slice(long handle) {
        owner.requireOwner();
        return blocks.slice(handle);
    }

    /** Frees a block. Its handle and slices are dead from now on. */
    public void free(long handle) {
        owner.requireOwner();
        blocks.free(handle);
    }

    /**
     * Whether a block is live.
     *
     * @return false if it was freed, the handle was never given out, or the allocator is closed
     */
    public boolean isLive(long handle) {
        owner.requireOwner();
        return blocks.handlesOf(handle).isLive(handle);
    }

    /**
     * Gives empty slabs and regions back to the source. Linear in their number. Live blocks are not moved.
     *
     * @return how many bytes were given back
     */
    public long trim() {
        requireUsable();
        return blocks.trim();
    }

    /** {@return the number of live blocks} */
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
        long handle = tryAllocate(bytes, alignment);
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

    /** Allocates; if that is denied, returns 0 or throws. */
    final long take(long bytes, int alignment, boolean orZero) {
        owner.requireOwner();
        requireValid(bytes, alignment);
        long handle = blocks.allocateFree(bytes, alignment);
        return handle != 0 ? handle : takeSlowly(bytes, alignment, orZero);
    }

    void requireValid(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
    }

    final long takeSlowly(long bytes, int alignment, boolean orZero) {
        requireUsable();
        long leastBytes = blocks.leastBytesFor(bytes, alignment);
        boolean trimmed = false;
        while (true) {
            NativeMemoryException refusal = null;
            try {
                if (backing.allows(leastBytes)) { // an exception would be garbage
                    return blocks.allocateMore(bytes, alignment);
                }
            } catch (NativeMemoryException e) {
                refusal = e;
            }
            if (trimmed || blocks.trim() == 0) {
                return orZero ? 0 : deny(bytes, leastBytes, refusal);
            }
            trimmed = true;
        }
    }

    /** Throws, because the source has refused, or the cap denies the memory. */
    private long deny(long bytes, long leastBytes, NativeMemoryException refusal) {
        throw refusal != null ? refusal : atCap(bytes, leastBytes);
    }

    NativeMemoryException atCap(long bytes, long leastBytes) {
        return backing.atCap(leastBytes, backing.reservedBytes());
    }

    /** Blocks of memory that are reached by handles. Confined to one thread, which the caller checks. */
    interface HandledBlocks {
        /** The table that a handle belongs to. */
        Handles handlesOf(long handle);

        Slice slice(long handle);

        /** Frees a block. Returns how many bytes the block used. */
        long free(long handle);

        /** Allocates a block without more memory; 0 if that is not possible. */
        long allocateFree(long bytes, int alignment);

        /** The least memory that {@link #allocateMore} needs. */
        long leastBytesFor(long bytes, int alignment);

        /** Allocates a block in more memory from the source. */
        long allocateMore(long bytes, int alignment);

        int liveBlocks();

        long usedBytes();

        /** The most that {@link #usedBytes()} has ever been. */
        long peakBytes();

        /** The bytes of all blocks and holes, without tables. */
        long blockBytesHeld();

        /** Gives empty slabs or regions back. Returns their bytes. */
        long trim();

        /** Gives all memory back, even if blocks are live. */
        void close();
    }
}
