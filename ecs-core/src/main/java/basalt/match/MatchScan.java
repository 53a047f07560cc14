package basalt.match;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Blocks;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Goes through the blocks that may have rows which match a filter, without an iteration: no memory is needed, and no
 * change is cleared. A scan may rest while the world changes; rows are evaluated as they are then. Reusable. For one
 * thread at a time.
 */
public final class MatchScan {
    private Filter filter;
    private Blocks blocks;
    private int block;
    private long base;

    public MatchScan() {}

    /** Begins before the first block. */
    public void begin(Filter newFilter, Blocks newBlocks) {
        filter = newFilter;
        blocks = newBlocks;
        block = -1;
    }

    /** Goes to the next block that may have matching rows. */
    public boolean next() {
        int next = filter.nextCandidate(blocks, block + 1);
        if (next >= 0) {
            block = next;
            base = blocks.base(next);
        }
        return next >= 0;
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

    /**
     * How the rows that match a filter lie in memory. Counted word by word, without an iteration: no memory is needed,
     * and no change is cleared. Reusable. For one thread at a time.
     */
    public static final class Counts {
        private final MatchScan scan = new MatchScan();
        private int rows;
        private int words;
        private int fullWords;
        private int spans;

        public Counts() {}

        /** Counts the rows that match now. The counts of earlier calls are forgotten. */
        public Counts count(Filter filter, Blocks blocks) {
            rows = 0;
            words = 0;
            fullWords = 0;
            spans = 0;
            scan.begin(filter, blocks);
            while (scan.next()) {
                add();
            }
            return this;
        }

        private void add() {
            long before = 0;
            for (int word = 0; word < WORDS; word++) {
                long matching = scan.rows(word);
                if (matching != 0) {
                    rows += Long.bitCount(matching);
                    words++;
                    fullWords += matching == -1L ? 1 : 0;
                    spans += Long.bitCount(matching & ~(matching << 1 | before >>> 63));
                }
                before = matching;
            }
        }

        public int rows() {
            return rows;
        }

        public int words() {
            return words;
        }

        public int fullWords() {
            return fullWords;
        }

        public int spans() {
            return spans;
        }
    }

    /**
     * The filters of the queries that a world has built, in this order, as long as they are in use: a filter that is
     * closed or unreachable is removed by the next {@link #sweep}. A query, its kernels and selections share a {@link
     * Filter}. For the world's thread.
     */
    public static final class BuiltFilters {
        private static final int FIRST_SWEEP = 64;

        private final List<BuiltFilter> built = new ArrayList<>();
        private int sweepAt = FIRST_SWEEP;

        public BuiltFilters() {}

        public void add(Filter filter, Supplier<String> text) {
            if (built.size() >= sweepAt) {
                sweep();
                sweepAt = Math.max(FIRST_SWEEP, 2 * built.size());
            }
            built.add(new BuiltFilter(filter, text));
        }

        /** Removes the filters that are not in use. */
        public void sweep() {
            built.removeIf(filter -> filter.filter() == null);
        }

        /** The number of filters, including those that the next sweep removes. */
        public int count() {
            return built.size();
        }

        public BuiltFilter get(int index) {
            return built.get(index);
        }

        /** A filter, if it is in use. */
        public static final class BuiltFilter extends WeakReference<Filter> {
            private final Supplier<String> text;

            private BuiltFilter(Filter filter, Supplier<String> text) {
                super(filter);
                this.text = text;
            }

            /** The filter. Returns null if it is closed or unreachable. */
            public Filter filter() {
                Filter filter = get();
                return filter == null || filter.isClosed() ? null : filter;
            }

            /** Which rows the filter selects. */
            public String text() {
                return text.get();
            }
        }
    }
}
