package basalt.memory.allocator;

/**
 * The layout of the slabs and blocks of a {@link SharedPool}.
 *
 * <pre>
 *   slot (int):      0 ............................................................ maxBlocks - 1
 *   slab:            |      0      |      1      |      2      | ... | the last one may be shorter |
 *   first magazines: | | | | | | | | | | | | | | | | | | | | | |
 * </pre>
 *
 * @param blockBytes size of a block: a multiple of the alignment
 * @param alignment the alignment of each block in bytes
 * @param maxBlocks the largest number of blocks
 * @param slabShift a slab has 2^slabShift blocks
 * @param magazineBlocks the number of blocks in a full magazine
 */
record SharedPoolLayout(long blockBytes, int alignment, int maxBlocks, int slabShift, int magazineBlocks) {
    /**
     * The largest size of a magazine. Large magazines make exchanges with the depot rare, but other threads cannot use
     * the blocks in them.
     */
    private static final int MAX_MAGAZINE_BYTES = 256 * 1024;

    private static final int MIN_MAGAZINES = 32;

    /** The smallest alignment of a slab, so that slabs share no cache line. */
    private static final int LINE_BYTES = 64;

    static SharedPoolLayout of(long blockBytes, int alignment, int maxBlocks) {
        if (maxBlocks <= 0 || maxBlocks > SharedPool.MAX_BLOCKS) {
            throw new IllegalArgumentException(
                    "maxBlocks must be from 1 to " + SharedPool.MAX_BLOCKS + ": maxBlocks=" + maxBlocks);
        }
        SlabLayout usual = SlabLayout.of(blockBytes, alignment);
        int slabShift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(usual.blocksPerSlab());
        long magazineBlocks = Math.min(
                MagazineDepot.MAX_MAGAZINE_BLOCKS,
                Math.min(maxBlocks / MIN_MAGAZINES, MAX_MAGAZINE_BYTES / usual.blockBytes()));
        return new SharedPoolLayout(
                usual.blockBytes(), alignment, maxBlocks, slabShift, (int) Math.max(1, magazineBlocks));
    }

    int slabs() {
        return (maxBlocks - 1 >> slabShift) + 1;
    }

    int slabOf(int slot) {
        return slot >>> slabShift;
    }

    int firstSlot(int slab) {
        return slab << slabShift;
    }

    /** The number of blocks in a slab; the last slab may have fewer. */
    int blocksOf(int slab) {
        return Math.min(1 << slabShift, maxBlocks - firstSlot(slab));
    }

    long bytesOf(int slab) {
        return blocksOf(slab) * blockBytes;
    }

    int slabAlignment() {
        return Math.max(alignment, LINE_BYTES);
    }

    /** The offset of a block in its slab. */
    long offsetOf(int slot) {
        return (slot & (1 << slabShift) - 1) * blockBytes;
    }
}
