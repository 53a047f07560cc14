package basalt.match;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.memory.block.ArenaAccess;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import java.util.List;

/**
 * The rows that match a filter, as they are when an iteration begins, in the frame arena: one entry for each block, in
 * ascending order.
 *
 * <p>While they are open, rows that stop matching are removed, blocks that move get their new address, and
 * {@link #strikes} counts both.
 * Conditions on values are evaluated when it is opened; values that change later neither add nor remove rows.
 *
 * <p>Objects of this class are reused from run to run.
 *
 * <p>SAFETY: the entries are MatchedBlock.BYTES apart in one allocation, whose capacity is checked before an entry is
 * written; words are below WORDS.
 */
public final class MatchedRows {
    /** The number of times that rows were removed or a block has moved. Drivers compare it after each row. */
    public int strikes;

    private Filter filter;
    private List<Component<?>> written = List.of();
    private long entries;

    /** The number of blocks that {@link #add} has room for. */
    private int room;

    private int count;
    private long mark;

    /** Evaluates conditions on values; null before the first filter that has some. */
    private ValueCondition.ColumnScan scan;

    /** That of a reduction over these rows; null before the first one. */
    private Accumulator accumulator;

    /** Whether conditions on values are evaluated now. */
    private boolean isOpening;

    public MatchedRows() {}

    /** Finds the matching rows. The context is that of the thread, for {@link RecordScan.Loop}s. */
    public void open(Filter filter, Store store, ArenaAccess arena, Object context) {
        if (filter.values() != null && scan == null) {
            scan = new ValueCondition.ColumnScan(this, context);
        }
        filter.requireOpen();
        if (isOpening) {
            throw new IllegalStateException("a predicate of a query has used another query, while the rows of its own"
                    + " were read: it may only look at its record");
        }
        openEmpty(filter, countCandidates(filter, store.blocks()), arena);
        isOpening = true;
        try {
            fill(store.blocks());
        } catch (Throwable e) {
            close(arena); // a predicate has thrown
            throw e;
        } finally {
            isOpening = false;
        }
    }

    /** What a reduction over these rows has found: nothing yet. */
    public Accumulator accumulator(int operation, ColumnKind kind, int offset) {
        if (accumulator == null) {
            accumulator = new Accumulator();
        }
        accumulator.start(operation, kind, offset);
        return accumulator;
    }

    /** Makes what a reduction has found here equal to what it has found elsewhere. */
    public void assignAccumulator(MatchedRows other) {
        accumulator(0, null, 0).assign(other.accumulator);
    }

    /** What the reduction over these rows has found. */
    public Accumulator accumulator() {
        return accumulator;
    }

    private static int countCandidates(Filter filter, Blocks blocks) {
        int words = filter.candidateWords(blocks);
        int count = 0;
        for (int i = 0; i < words; i++) {
            count += Long.bitCount(filter.candidates(blocks, i));
        }
        return count;
    }

    private void fill(Blocks blocks) {
        int words = filter.candidateWords(blocks);
        for (int i = 0; i < words; i++) {
            long candidates = filter.candidates(blocks, i);
            for (; candidates != 0; candidates &= candidates - 1) {
                long base = blocks.base((i << 6) + Long.numberOfTrailingZeros(candidates));
                if (MatchedBlock.fill(entry(count), base, filter, scan)) {
                    count++;
                }
            }
        }
    }

    /** Opens no rows, to be filled by {@link #add}. */
    public void openEmpty(Filter filter, int capacity, ArenaAccess arena) {
        long opened = arena.mark();
        long memory = 0;
        if (capacity > 0) {
            try {
                memory = arena.allocateUnchecked((long) capacity * MatchedBlock.BYTES, MatchedBlock.ALIGNMENT);
            } catch (RuntimeException e) {
                arena.release(opened);
                throw e;
            }
        }
        begin(filter, opened);
        entries = memory;
        room = capacity;
    }

    private void begin(Filter newFilter, long opened) {
        if (filter != newFilter) {
            filter = newFilter; // no write barrier if it is the same
        }
        count = 0;
        entries = 0;
        if (!written.isEmpty()) {
            written = List.of();
        }
        mark = opened;
    }

    public boolean isOf(Filter asked) {
        return filter == asked;
    }

    /** Adds rows of a block: the block of the last entry, or a higher one, for which there must be room. */
    public void add(long base, int word, long rows) {
        if (count == 0 || MatchedBlock.base(entry(count - 1)) != base) {
            if (count >= room || count > 0 && Blocks.index(MatchedBlock.base(entry(count - 1))) > Blocks.index(base)) {
                throw new IllegalStateException("rows of more blocks than expected, or not ascending");
            }
            MatchedBlock.clear(entry(count++), base);
        }
        MatchedBlock.put(entry(count - 1), word, MatchedBlock.word(entry(count - 1), word) | rows);
    }

    /** Records that a kernel runs over these matches, and may write these components in all rows. */
    public void writes(List<Component<?>> components) {
        if (written != components) {
            written = components;
        }
    }

    /** Whether a kernel of another query runs over these matches and may write a component. */
    public boolean isWriting(int id, ChangeFilter own) {
        return isWriting(written, filter.changeFilter(), id, own);
    }

    /**
     * Whether a kernel may write a component and belongs to another query.
     *
     * @param writer its query's conditions on changes; null for none
     */
    public static boolean isWriting(List<Component<?>> written, ChangeFilter writer, int id, ChangeFilter own) {
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i).id() == id) {
                return writer == null || writer != own;
            }
        }
        return false;
    }

    /**
     * Records writes of all components that the kernel of these matches may write, in all rows. Does nothing without a
     * kernel.
     */
    public void recordWrites(ChangeTracker changes) {
        for (int i = 0; i < written.size(); i++) {
            recordWrite(changes, written.get(i));
        }
    }

    /** Records a write of a component in all rows, for all queries for changes except the query of these matches. */
    public void recordWrite(ChangeTracker changes, Component<?> component) {
        ChangeFilter own = filter.changeFilter();
        for (int i = 0; i < count; i++) {
            long entry = entry(i);
            int block = Blocks.index(MatchedBlock.base(entry));
            changes.recordWrittenAll(
                    component.id(), block, MatchedBlock.summary(entry), MatchedBlock.words(entry), own);
        }
    }

    public boolean close(ArenaAccess arena) {
        long opened = mark;
        mark = 0;
        return arena.unwind(opened);
    }

    public long ticket() {
        return mark;
    }

    public int count() {
        return count;
    }

    /**
     * The place of the first word with a match at or after a place, for loops over all words; -1 if there is none. A
     * place is {@code index of the entry * WORDS + word}.
     */
    public int nextWord(int place) {
        for (int i = place / WORDS, word = place % WORDS; i < count; i++, word = 0) {
            int next = MatchedBlock.nextWord(entry(i), word);
            if (next < WORDS) {
                return i * WORDS + next;
            }
        }
        return -1;
    }

    /** The entry of a place of {@link #nextWord}. */
    public long entryAt(int place) {
        return entry(place / WORDS);
    }

    public long entry(int index) {
        return entries + (long) index * MatchedBlock.BYTES;
    }

    /** Whether the row of an entity is in the matches. The generation is ignored. */
    public boolean contains(long place) {
        return containsRow(Place.rowOfWorld(place));
    }

    public boolean containsRow(int row) {
        int index = find(row >>> ROW_BITS);
        int word = (row & ROW_MASK) >>> 6;
        return index >= 0 && (MatchedBlock.word(entry(index), word) >>> row & 1) != 0;
    }

    public int countRows() {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += MatchedBlock.countRows(entry(i));
        }
        return rows;
    }

    /** Removes those of the changed rows that no longer match. */
    public void rowsChanged(long base, int word, long rows) {
        int index = find(Blocks.index(base));
        if (index < 0) {
            return;
        }
        long entry = entry(index);
        long before = MatchedBlock.word(entry, word);
        long gone = before & rows;
        if (gone != 0) {
            gone &= ~filter.word(base, word);
        }
        if (gone != 0) {
            MatchedBlock.put(entry, word, before & ~gone);
            strikes++;
        }
    }

    /** Sets the new address of a block that has moved. */
    public void blockMoved(int block, long from, long to) {
        int index = find(block);
        if (index >= 0 && MatchedBlock.base(entry(index)) == from) { // else this is a copy of the block
            MatchedBlock.putBase(entry(index), to);
            strikes++;
        }
    }

    private int find(int block) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = Blocks.index(MatchedBlock.base(entry(middle)));
            if (found == block) {
                return middle;
            }
            if (found < block) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /**
     * An entry of matching rows: the matching rows of one block.
     *
     * <pre>
     *   entry  +0    base of the block (long)
     *          +64   any  [4 longs], full [4 longs]     as in RowBits
     *          +128  words[256 longs]                   defined where "any" is set and "full" is not
     * </pre>
     *
     * <p>SAFETY: an entry is an address with room for BYTES; words are below WORDS.
     */
    public static final class MatchedBlock {
        private static final int SUMMARY = 64;
        private static final int WORDS_OFFSET = 128;

        /** Size of an entry. */
        public static final int BYTES = WORDS_OFFSET + WORDS * Long.BYTES;

        static final int ALIGNMENT = 64;

        private MatchedBlock() {}

        /** Writes the matching rows of a block; false if none matches, and the entry can be used for another block. */
        static boolean fill(long entry, long base, Filter filter, ValueCondition.ColumnScan scan) {
            ColumnMemory.putLong(entry, 0, 0, base);
            return filter.match(entry, scan);
        }

        /** Writes an entry without matching rows. */
        public static void clear(long entry, long base) {
            ColumnMemory.putLong(entry, 0, 0, base);
            RowBits.clearSummary(summary(entry));
        }

        /** Sets the address of the block, which has moved. */
        static void putBase(long entry, long base) {
            ColumnMemory.putLong(entry, 0, 0, base);
        }

        /** The address of the summary. */
        static long summary(long entry) {
            return entry + SUMMARY;
        }

        /**
         * The words with matches from a word on, below another one, in the same group of 64: a bit each. Writes the
         * full ones among them, so that all can be read at {@link #words}.
         */
        public static long define(long entry, int word, int to) {
            int group = word >>> 6;
            long asked = -1L << word;
            if (to < (group + 1) << 6) {
                asked &= (1L << to) - 1;
            }
            for (long rest = RowBits.full(summary(entry), group) & asked; rest != 0; rest &= rest - 1) {
                RowBits.put(words(entry), (group << 6) + Long.numberOfTrailingZeros(rest), -1L);
            }
            return RowBits.any(summary(entry), group) & asked;
        }

        /** Makes the words of a range readable at {@link #words}, where rows are removed until {@link #summarise}. */
        public static void beginNarrowing(long entry, int from, int to) {
            for (int word = from; word < to; word = (word | 63) + 1) {
                long any = define(entry, word, to);
                int group = word >>> 6;
                RowBits.putSummary(
                        summary(entry),
                        group,
                        RowBits.any(summary(entry), group),
                        RowBits.full(summary(entry), group) & ~any);
            }
        }

        /** Makes the summary that of the words of a range. */
        public static void summarise(long entry, int from, int to) {
            for (int word = from; word < to; word = (word | 63) + 1) {
                int group = word >>> 6;
                long any = RowBits.any(summary(entry), group);
                long full = RowBits.full(summary(entry), group);
                for (long rest = define(entry, word, to); rest != 0; rest &= rest - 1) {
                    long bit = Long.lowestOneBit(rest);
                    long rows = RowBits.get(words(entry), (group << 6) + Long.numberOfTrailingZeros(rest));
                    any &= rows != 0 ? -1L : ~bit;
                    full |= rows == -1L ? bit : 0;
                }
                RowBits.putSummary(summary(entry), group, any, full);
            }
        }

        /** The address of the words. */
        public static long words(long entry) {
            return entry + WORDS_OFFSET;
        }

        /** The block of an entry. */
        public static long base(long entry) {
            return ColumnMemory.getLong(entry, 0, 0);
        }

        /** The first word with a match at or after a word. */
        public static int nextWord(long entry, int word) {
            return RowBits.nextAny(summary(entry), word);
        }

        /** The first word at or after a word in which not all rows match. */
        public static int endOfFull(long entry, int word) {
            return RowBits.endOfFull(summary(entry), word);
        }

        /**
         * The end of the span that a row driver runs over and that starts with a word: full words, and the matching
         * rows at the start of the next one.
         */
        public static int endOfSpan(long entry, int word) {
            int end = endOfFull(entry, word);
            if (end == word || end == WORDS) {
                return end << 6;
            }
            return (end << 6) + Long.numberOfTrailingZeros(~word(entry, end));
        }

        /** The matching rows of one word. */
        public static long word(long entry, int word) {
            if ((RowBits.full(summary(entry), word >>> 6) >>> word & 1) != 0) {
                return -1L;
            }
            return RowBits.word(summary(entry), words(entry), word);
        }

        /** The first matching row at or after a row. */
        public static int nextMatch(long entry, int row) {
            if (row >= ROWS) {
                return ROWS;
            }
            long rest = word(entry, row >>> 6) & -1L << row;
            if (rest != 0) {
                return (row & -64) + Long.numberOfTrailingZeros(rest);
            }
            int word = nextWord(entry, (row >>> 6) + 1);
            while (word < WORDS) {
                long rows = word(entry, word);
                if (rows != 0) {
                    return (word << 6) + Long.numberOfTrailingZeros(rows);
                }
                word = nextWord(entry, word + 1);
            }
            return ROWS;
        }

        public static int endOfRun(long entry, int row) {
            int word = row >>> 6;
            long holes = ~word(entry, word) & -1L << row;
            while (holes == 0) {
                word = endOfFull(entry, word + 1);
                if (word == WORDS) {
                    return ROWS;
                }
                holes = ~word(entry, word);
            }
            return (word << 6) + Long.numberOfTrailingZeros(holes);
        }

        public static int countRows(long entry) {
            int rows = 0;
            for (int group = 0; group < SUMMARY_WORDS; group++) {
                long full = RowBits.full(summary(entry), group);
                rows += Long.bitCount(full) << 6;
                for (long rest = RowBits.any(summary(entry), group) & ~full; rest != 0; rest &= rest - 1) {
                    rows += Long.bitCount(RowBits.get(words(entry), (group << 6) + Long.numberOfTrailingZeros(rest)));
                }
            }
            return rows;
        }

        /** Sets the matching rows of one word. */
        public static void put(long entry, int word, long rows) {
            int group = word >>> 6;
            long any = RowBits.any(summary(entry), group) & ~(1L << word);
            long full = RowBits.full(summary(entry), group) & ~(1L << word);
            RowBits.put(words(entry), word, rows);
            RowBits.putSummary(
                    summary(entry), group, rows != 0 ? any | 1L << word : any, rows == -1L ? full | 1L << word : full);
        }
    }
}
