package basalt.memory.allocator;

import basalt.memory.MemorySource;

/**
 * The layout of a slab of equal blocks.
 *
 * <pre>
 *   0          blockBytes                            freeListOffset              slabBytes
 *   v          v                                     v                           v
 *   +----------+----------+- - - - - -+----------+---+------+------+- - - -+-----+
 *   | block 0  | block 1  |           | last     |pad| int  | int  |       | int |
 *   +----------+----------+- - - - - -+----------+---+------+------+- - - -+-----+
 *                                                    free list: room for each block
 * </pre>
 *
 * <p>The free list is behind the blocks, not inside them, so that an unchecked write to a freed block cannot damage it.
 *
 * @param blockBytes size of a block: a multiple of the alignment
 * @param alignment the alignment of each block in bytes
 * @param blocksPerSlab the number of blocks in a slab
 * @param slotShift the number of bits of a block's position in a slot; the slab's number is above them
 * @param freeListOffset the offset of the free list
 * @param slabBytes the size of a slab
 */
record SlabLayout(
        long blockBytes, int alignment, int blocksPerSlab, int slotShift, long freeListOffset, long slabBytes) {
    static final int MAX_BLOCKS_PER_SLAB = 1 << 20;

    private static final int USUAL_SLAB_BYTES = 64 * 1024;
    private static final int USUAL_MIN_BLOCKS = 8;
    private static final int USUAL_MAX_BLOCKS = 4096;

    /** A layout with slabs of about 64 KiB, but at least 8 and at most 4096 blocks. */
    static SlabLayout of(long blockBytes, int alignment) {
        MemorySource.requireValid(blockBytes, alignment);
        long fitting = USUAL_SLAB_BYTES / Math.max(blockBytes, alignment);
        return of(blockBytes, alignment, (int) Math.min(USUAL_MAX_BLOCKS, Math.max(USUAL_MIN_BLOCKS, fitting)));
    }

    static SlabLayout of(long blockBytes, int alignment, int blocksPerSlab) {
        MemorySource.requireValid(blockBytes, alignment);
        if (blocksPerSlab <= 0 || blocksPerSlab > MAX_BLOCKS_PER_SLAB) {
            throw new IllegalArgumentException(
                    "blocksPerSlab must be from 1 to " + MAX_BLOCKS_PER_SLAB + ": blocksPerSlab=" + blocksPerSlab);
        }
        try {
            long rounded = roundUp(blockBytes, alignment);
            long freeListOffset = roundUp(Math.multiplyExact(rounded, blocksPerSlab), Integer.BYTES);
            long slabBytes = Math.addExact(freeListOffset, (long) blocksPerSlab * Integer.BYTES);
            int slotShift = Integer.SIZE - Integer.numberOfLeadingZeros(blocksPerSlab - 1);
            return new SlabLayout(rounded, alignment, blocksPerSlab, slotShift, freeListOffset, slabBytes);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "a slab would be larger than the address space: blockBytes=" + blockBytes + ", blocksPerSlab="
                            + blocksPerSlab,
                    e);
        }
    }

    /** The alignment of a slab, for its blocks and its free list. */
    int slabAlignment() {
        return Math.max(alignment, Integer.BYTES);
    }

    private static long roundUp(long bytes, int alignment) {
        return Math.addExact(bytes, alignment - 1) & -alignment;
    }
}
