package basalt.memory.allocator;

import basalt.internal.Friend;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.BlockMaker;
import basalt.memory.block.HandledBlocks;
import basalt.memory.block.Handles;
import basalt.memory.block.VariableBlocks;

/**
 * The size classes of a {@link SizeClassAllocator}: finds the class of a request and the class of a handle.
 *
 * <pre>
 *   handle (long) = generation:32 | class:4 | slot:28
 *
 *   class         0    1    2    3     4     5     6      7      8       9
 *   blockBytes   16   32   64  128   256   512  1024   2048   4096   large: a heap, blocks of any size
 * </pre>
 */
final class SizeClasses implements HandledBlocks {
    private static final BlockMaker LARGE_BLOCKS =
            Friend.of(FitPolicy.class, BlockMaker.class).internal(FitPolicy.FIRST_FIT);

    static final int MIN_BLOCK_BYTES = 16;
    static final int MAX_BLOCK_BYTES = 4096;

    /** The size of a region for large blocks: room for 60 of the smallest ones. */
    static final int REGION_BYTES = 256 * 1024;

    private static final int MIN_SHIFT = 4;
    private static final int COUNT = 9;
    private static final int LARGE = COUNT;
    private static final int CLASS_SHIFT = 28;
    private static final int CLASS_CODES = 16;

    private final SlabBlocks[] bySize = new SlabBlocks[COUNT];
    private final VariableBlocks large;
    private final HandledBlocks[] byCode = new HandledBlocks[CLASS_CODES];
    private long usedBytes;
    private long peakBytes;
    private int liveBlocks;

    SizeClasses(String allocator, BackingMemory backing) {
        for (int c = 0; c < COUNT; c++) {
            int blockBytes = MIN_BLOCK_BYTES << c;
            bySize[c] = new SlabBlocks(handles(allocator, c), backing, SlabLayout.of(blockBytes, blockBytes));
            byCode[c] = bySize[c];
        }
        large = LARGE_BLOCKS.make(handles(allocator, LARGE), backing, REGION_BYTES);
        for (int c = LARGE; c < CLASS_CODES; c++) {
            byCode[c] = large; // which rejects handles with a code above its own
        }
    }

    private static Handles handles(String allocator, int code) {
        return new Handles(allocator, code << CLASS_SHIFT, 1 << CLASS_SHIFT);
    }

    /** Allocates a block without more memory; returns 0 if there is none. Constant time for small blocks. */
    long allocateFree(long bytes, int alignment) {
        int c = classOf(bytes, alignment);
        return c == LARGE
                ? countedLarge(large.allocateFree(bytes, alignment))
                : counted(bySize[c].allocate(), bySize[c].layout().blockBytes());
    }

    /** The least memory that {@link #allocateMore} needs. */
    long leastBytesFor(long bytes, int alignment) {
        int c = classOf(bytes, alignment);
        return c == LARGE ? large.leastBytesFor(bytes) : bySize[c].layout().slabBytes();
    }

    /** Allocates a block and takes more memory from the source for it. */
    long allocateMore(long bytes, int alignment) {
        int c = classOf(bytes, alignment);
        if (c == LARGE) {
            return countedLarge(large.allocateMore(bytes, alignment));
        }
        bySize[c].grow();
        return allocateFree(bytes, alignment);
    }

    @Override
    public Handles handlesOf(long handle) {
        return blocksOf(handle).handlesOf(handle);
    }

    @Override
    public Slice slice(long handle) {
        return blocksOf(handle).slice(handle);
    }

    @Override
    public long free(long handle) {
        long bytes = blocksOf(handle).free(handle);
        usedBytes -= bytes;
        liveBlocks--;
        return bytes;
    }

    /** Gives empty slabs and regions back. Returns their bytes. */
    long trim() {
        long bytes = large.trim();
        for (SlabBlocks blocks : bySize) {
            bytes += blocks.trim();
        }
        return bytes;
    }

    @Override
    public void close() {
        for (SlabBlocks blocks : bySize) {
            blocks.close();
        }
        large.close();
        usedBytes = 0;
        liveBlocks = 0;
    }

    /** The bytes of all blocks, live or free, without the free lists. */
    long blockBytesHeld() {
        long bytes = large.blockBytesHeld();
        for (SlabBlocks blocks : bySize) {
            bytes += blocks.blockBytesHeld();
        }
        return bytes;
    }

    long usedBytes() {
        return usedBytes;
    }

    long peakBytes() {
        return peakBytes;
    }

    int liveBlocks() {
        return liveBlocks;
    }

    private HandledBlocks blocksOf(long handle) {
        return byCode[(int) handle >>> CLASS_SHIFT];
    }

    /** Blocks are aligned to their size, so an alignment above the size needs a larger class. */
    private static int classOf(long bytes, int alignment) {
        long needed = Math.max(Math.max(bytes, alignment), MIN_BLOCK_BYTES);
        return needed > MAX_BLOCK_BYTES ? LARGE : Long.SIZE - Long.numberOfLeadingZeros(needed - 1) - MIN_SHIFT;
    }

    private long countedLarge(long handle) {
        return counted(handle, handle == 0 ? 0 : large.blockBytes(handle));
    }

    private long counted(long handle, long bytes) {
        if (handle != 0) {
            liveBlocks++;
            usedBytes += bytes;
            if (usedBytes > peakBytes) {
                peakBytes = usedBytes;
            }
        }
        return handle;
    }
}
