package basalt.memory.pool;

/**
 * How the blocks of a {@link SharedPool} are cut.
 *
 * <pre>
 *   slot (int):      0 ............................................................ maxBlocks - 1
 *   slab:            |      0      |      1      |      2      | ... | the last one may be shorter |
 *   first magazines: | | | | | | | | | | | | | | | | | | | | | |
 * </pre>
 *
 * @param blockBytes size of a block: a multiple of the alignment
 * @param alignment what the address of each block is a multiple of
 * @param maxBlocks how many blocks there can be
 * @param slabShift a slab has 2^slabShift blocks
 * @param magazineBlocks how many blocks a full magazine has
 */
record SharedPoolLayout(long blockBytes, int alignment, int maxBlocks, int slabShift, int magazineBlocks) {
    /** A magazine is one exchange with the depot, so it is to be long; but other threads cannot use what is in it. */
    private static final int MAX_MAGAZINE_BYTES = 256 * 1024;

    private static final int MIN_MAGAZINES = 32;

    /** What each slab begins at, at least: no two slabs share a cache line. */
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

    /** The last slab ends where the slots do. */
    int blocksOf(int slab) {
        return Math.min(1 << slabShift, maxBlocks - firstSlot(slab));
    }

    long bytesOf(int slab) {
        return blocksOf(slab) * blockBytes;
    }

    int slabAlignment() {
        return Math.max(alignment, LINE_BYTES);
    }

    /** How far a block lies behind the start of its slab. */
    long offsetOf(int slot) {
        return (slot & (1 << slabShift) - 1) * blockBytes;
    }
}
