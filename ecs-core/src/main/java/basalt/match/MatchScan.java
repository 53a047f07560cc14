package basalt.match;

import basalt.storage.Blocks;

/**
 * Goes through the blocks that may have rows which match a filter, without a snapshot: no memory is needed, and no
 * change is cleared. A scan may rest while the world changes; rows are evaluated as they are then. Reusable. For one
 * thread at a time.
 */
public final class MatchScan {
    private Filter filter;
    private Blocks blocks;
    private int block;
    private long base;

    /** A scan that has no blocks until it begins. */
    public MatchScan() {}

    /** Begins before the first block. */
    public void begin(Filter newFilter, Blocks newBlocks) {
        filter = newFilter;
        blocks = newBlocks;
        block = -1;
    }

    /** Goes to the next block that may have matching rows. */
    public boolean next() {
        return findFrom(block + 1);
    }

    /** Goes to the same block again after a rest, or to the next one if it cannot have matching rows any more. */
    public boolean resume() {
        return findFrom(block);
    }

    private boolean findFrom(int first) {
        long skipped = -1L << first;
        int words = filter.candidateWords(blocks);
        for (int i = first >>> 6; i < words; i++) {
            long rest = filter.candidates(blocks, i) & skipped;
            if (rest != 0) {
                block = (i << 6) + Long.numberOfTrailingZeros(rest);
                base = blocks.base(block);
                return true;
            }
            skipped = -1L;
        }
        return false;
    }

    public int block() {
        return block;
    }

    /** {@return the address of the block; valid until rows or blocks move} */
    public long base() {
        return base;
    }

    /**
     * The rows of a word of the block that match now.
     *
     * <p>SAFETY: the block may have matching rows, so it has all required components.
     */
    public long rows(int word) {
        long matching = filter.word(base, word);
        if (matching != 0 && filter.changeFilter() != null) {
            matching &= filter.changeFilter().rows(base, block, word);
        }
        return filter.values() == null ? matching : filter.values().rows(base, word, matching);
    }
}
