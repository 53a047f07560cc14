package basalt.match;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.memory.block.ArenaAccess;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import java.util.List;
import java.util.function.Predicate;

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

    /** The rows that a pure kernel runs over though they do not match; null if this is not for a pure kernel. */
    private OtherRows others;

    private OtherRows reusedOthers;
    private long entries;

    /** The number of blocks that {@link #add} has room for. */
    private int room;

    private int count;
    private long mark;

    /** Evaluates conditions on values; null before the first filter that has some. */
    private ValueCondition.ColumnScan scan;

    /** Without rows. */
    public MatchedRows() {}

    /** Finds the matching rows. */
    public void open(Filter filter, Store store, ArenaAccess arena) {
        if (filter.values() != null && scan == null) {
            scan = new ValueCondition.ColumnScan();
        }
        filter.requireOpen();
        openEmpty(filter, countCandidates(filter, store.blocks()), arena);
        fill(store.blocks());
    }

    /** Prepares the rows for a pure kernel, whose driver also runs over rows that do not match. */
    public void widen(ArenaAccess arena, List<Component<?>> declared, Predicate<Column> mayWrite) {
        if (reusedOthers == null) {
            reusedOthers = new OtherRows();
        }
        others = reusedOthers;
        others.begin(filter, declared, mayWrite);
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += others.listBytes(entry(i));
        }
        long list = bytes == 0 ? 0 : arena.allocateUnchecked(bytes, Integer.BYTES);
        allocateValues(widen(list), arena);
    }

    /** Widens all entries; returns the number of rows whose values have to be saved. */
    private int widen(long list) {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += others.widen(entry(i), list + (long) rows * Integer.BYTES);
        }
        return rows;
    }

    private void allocateValues(int rows, ArenaAccess arena) {
        long bytes = (long) rows * others.bytesOfRow();
        if (bytes == 0) {
            return; // nothing is saved
        }
        long values = arena.allocateUnchecked(bytes, Long.BYTES);
        for (int i = 0; i < count; i++) {
            MatchedBlock.putOthersValues(entry(i), values);
            values += (long) MatchedBlock.othersCount(entry(i)) * others.bytesOfRow();
        }
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
        if (others != null) {
            others = null;
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

    /** Identifies the current use of this reusable object. */
    public long ticket() {
        return mark;
    }

    /** The number of blocks in the matches. */
    public int count() {
        return count;
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

    /**
     * The rows that a pure kernel runs over though they do not match. Returns null if they were not taken for a
     * pure kernel.
     */
    public OtherRows others() {
        return others;
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
}
