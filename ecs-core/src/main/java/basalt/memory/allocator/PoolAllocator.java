package basalt.memory.allocator;

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
 *   allocate()  --&gt;  handle  --&gt;  slice(handle)  --&gt;  free(handle)
 *      ^                                                |
 *      +--------------- free list, off heap &lt;-----------+
 * </pre>
 *
 * <p><b>Slabs.</b> Memory is taken in slabs of many blocks. In a slab, the block that was freed last is used first.
 * Allocation uses one slab until it is full, so that others become empty and {@link #trim()} can give them back.
 * Allocating and freeing take constant time and make no garbage, except when another slab is needed. The first slab is
 * taken at the first allocation.
 *
 * <p>If several threads allocate or free, use {@link SharedPool}.
 */
public final class PoolAllocator extends BlockAllocator {
    private static final String NAME = "pool allocator";

    private final SlabBlocks blocks;

    /**
     * Creates a pool without a cap. A slab is about 64 KiB, but at least 8 and at most 4096 blocks.
     *
     * @param blockBytes the size of a block, at least 1; rounded up to the alignment
     * @param alignment the alignment of each block in bytes: a power of two from 1 to 4096
     * @throws IllegalArgumentException if an argument is out of range, or a slab would be larger than the address space
     */
    public PoolAllocator(MemorySource source, long blockBytes, int alignment) {
        this(source, SlabBlocks.Layout.of(blockBytes, alignment), Long.MAX_VALUE);
    }

    /** Creates a pool; see {@link #PoolAllocator(MemorySource, long, int)}. */
    public PoolAllocator(MemorySource source, long blockBytes, int alignment, int blocksPerSlab, long capBytes) {
        this(source, SlabBlocks.Layout.of(blockBytes, alignment, blocksPerSlab), capBytes);
    }

    private PoolAllocator(MemorySource source, SlabBlocks.Layout layout, long capBytes) {
        this(new SlabBlocks(
                new Handles(NAME, 0, Handles.MAX_SLOTS), new BackingMemory(NAME, source, capBytes), layout));
        if (!backing.allows(layout.slabBytes())) {
            throw new IllegalArgumentException(
                    "capBytes must have room for a slab: capBytes=" + capBytes + ", slabBytes=" + layout.slabBytes());
        }
    }

    private PoolAllocator(SlabBlocks blocks) {
        super(blocks.handles(), blocks.backing(), blocks);
        this.blocks = blocks;
    }

    /**
     * Allocates a block. Contents are undefined. If no block is free, takes another slab.
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

    /** A request of at most one block; the alignment of all blocks applies. */
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
     * @param buffer the buffer, which no longer refers to what it wrapped before
     * @throws IllegalArgumentException if blocks are larger than a buffer can be (2^31 - 1 bytes)
     */
    public void wrapUnchecked(long handle, UnsafeBuffer buffer) {
        owner.requireOwner();
        if (blockBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("blocks are larger than a buffer can be: blockBytes=" + blockBytes());
        }
        blocks.wrap(handle, buffer);
    }

    /** {@return the size of a block in bytes, a multiple of the alignment} */
    public long blockBytes() {
        return blocks.layout().blockBytes();
    }

    @Override
    String figures() {
        return "blockBytes=" + blockBytes() + ", ";
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
