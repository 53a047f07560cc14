package basalt.memory.allocator;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;

/**
 * An allocator for blocks of all sizes, reached by handles: small blocks from size classes, large blocks from a heap.
 *
 * <p><b>Size classes.</b> 16, 32, 64 and so on to 4096 bytes, each with its own slabs as in {@link PoolAllocator}. A
 * request gets a block of the smallest class that it fits. Classes are powers of two, so each block is aligned to its
 * size, and an alignment above the size uses a larger block. The unused part of a block is less than half of it (for
 * requests above 16 bytes), and a quarter on average if all sizes are equally frequent.
 *
 * <p><b>Large blocks.</b> Larger requests share regions of 256 KiB, as in a {@link Heap} that never moves blocks: they
 * are rounded up to 16 bytes and use the lowest hole that fits. A block that is larger than a region, or for which no
 * further region can be taken, gets its own allocation from the source, rounded up to 4096 bytes.
 *
 * <p>Allocating and freeing small blocks take constant time, large ones logarithmic time in the number of holes.
 * Neither makes garbage, except when more memory is needed. An empty slab or region is kept until {@link #trim()}, or
 * until an allocation would be denied otherwise. A slice is a view of the whole block, which may be larger than
 * requested.
 */
public final class SizeClassAllocator extends BlockAllocator {
    /** The largest size class, in bytes; larger blocks come from the heap. */
    public static final int MAX_CLASS_BYTES = 4096;

    /** The smallest alignment of a block, in bytes. */
    public static final int MIN_ALIGNMENT = 16;

    private static final String NAME = "size class allocator";

    /** Creates an allocator without a cap. It takes its first memory at its first allocation. */
    public SizeClassAllocator(MemorySource source) {
        this(source, Long.MAX_VALUE);
    }

    /** Creates an allocator; see {@link #SizeClassAllocator(MemorySource)}. */
    public SizeClassAllocator(MemorySource source, long capBytes) {
        this(new BackingMemory(NAME, source, capBytes));
    }

    private SizeClassAllocator(BackingMemory backing) {
        this(backing, new SizeClasses(NAME, backing));
    }

    private SizeClassAllocator(BackingMemory backing, SizeClasses blocks) {
        super(blocks.handlesOf(0), backing, blocks);
    }

    /**
     * Like {@link #allocate(long, int)}, aligned to 16 bytes.
     *
     * @return its handle, never 0
     */
    public long allocate(long bytes) {
        return allocate(bytes, MIN_ALIGNMENT);
    }

    /**
     * The classes: finds the class of a request and the class of a handle.
     *
     * <pre>
     *   handle (long) = generation:32 | class:4 | slot:28
     *
     *   class         0    1    2    3     4     5     6      7      8       9
     *   blockBytes   16   32   64  128   256   512  1024   2048   4096   large: a heap, blocks of any size
     * </pre>
     */
    static final class SizeClasses implements BlockAllocator.HandledBlocks {
        /** The size of a region for large blocks: room for 60 of the smallest ones. */
        static final int REGION_BYTES = 256 * 1024;

        private static final int MIN_SHIFT = 4;
        private static final int LARGE = 9;
        private static final int CLASS_SHIFT = 28;
        private static final int CLASS_CODES = 16;

        private final SlabBlocks[] bySize = new SlabBlocks[LARGE];
        private final HeapBlocks large;
        private final BlockAllocator.HandledBlocks[] byCode = new BlockAllocator.HandledBlocks[CLASS_CODES];
        private long usedBytes;
        private long peakBytes;
        private int liveBlocks;

        SizeClasses(String allocator, BackingMemory backing) {
            for (int c = 0; c < LARGE; c++) {
                int blockBytes = MIN_ALIGNMENT << c;
                bySize[c] =
                        new SlabBlocks(handles(allocator, c), backing, SlabBlocks.Layout.of(blockBytes, blockBytes));
                byCode[c] = bySize[c];
            }
            large = new HeapBlocks(handles(allocator, LARGE), backing, REGION_BYTES);
            for (int c = LARGE; c < CLASS_CODES; c++) {
                byCode[c] = large; // which rejects handles with a code above its own
            }
        }

        private static Handles handles(String allocator, int code) {
            return new Handles(allocator, code << CLASS_SHIFT, 1 << CLASS_SHIFT);
        }

        /** Constant time for small blocks. */
        @Override
        public long allocateFree(long bytes, int alignment) {
            int c = classOf(bytes, alignment);
            return c == LARGE
                    ? countedLarge(large.allocateFree(bytes, alignment))
                    : counted(bySize[c].allocate(), bySize[c].layout().blockBytes());
        }

        @Override
        public long leastBytesFor(long bytes, int alignment) {
            int c = classOf(bytes, alignment);
            return (c == LARGE ? large : bySize[c]).leastBytesFor(bytes, alignment);
        }

        @Override
        public long allocateMore(long bytes, int alignment) {
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

        @Override
        public long trim() {
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

        @Override
        public long blockBytesHeld() {
            long bytes = large.blockBytesHeld();
            for (SlabBlocks blocks : bySize) {
                bytes += blocks.blockBytesHeld();
            }
            return bytes;
        }

        @Override
        public long usedBytes() {
            return usedBytes;
        }

        @Override
        public long peakBytes() {
            return peakBytes;
        }

        @Override
        public int liveBlocks() {
            return liveBlocks;
        }

        private BlockAllocator.HandledBlocks blocksOf(long handle) {
            return byCode[(int) handle >>> CLASS_SHIFT];
        }

        /** Blocks are aligned to their size, so an alignment above the size needs a larger class. */
        private static int classOf(long bytes, int alignment) {
            long needed = Math.max(Math.max(bytes, alignment), MIN_ALIGNMENT);
            return needed > MAX_CLASS_BYTES ? LARGE : Long.SIZE - Long.numberOfLeadingZeros(needed - 1) - MIN_SHIFT;
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
}
