package basalt.query;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.ROWS;
import static basalt.component.BlockLayout.ROW_BITS;
import static basalt.component.BlockLayout.ROW_MASK;
import static basalt.component.BlockLayout.SUMMARY_WORDS;
import static basalt.component.BlockLayout.WORDS;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.frame.FrameArena;
import basalt.storage.Blocks;
import basalt.storage.Changes;
import basalt.storage.ColumnMemory;
import basalt.storage.RowBits;
import basalt.storage.Strict;
import java.util.List;

/**
 * A snapshot of the rows that match a filter: one entry a block, ascending. It is in the frame arena, or, if it is of one block, where
 * it can be kept for the next use of the query.
 *
 * <pre>
 *   entry  +0    base of the block (long)
 *          +64   any  [4 longs], full [4 longs]     as in RowBits
 *          +128  words[256 longs]                   defined where "any" is set and "full" is not
 * </pre>
 *
 * <p>Rows that stop matching are struck out while the snapshot is open, and {@link #changes} counts such strikes. Objects of
 * this class are reused from run to run.
 *
 * <p>SAFETY: entries are ENTRY_BYTES apart in one allocation for as many blocks as match at most, which one kept snapshot is for one;
 * words are below WORDS.
 */
final class Matches {
    private static final int SUMMARY = 64;
    private static final int WORDS_OFFSET = 128;
    static final int ENTRY_BYTES = WORDS_OFFSET + WORDS * Long.BYTES;
    static final int ALIGNMENT = 64;

    /** How often rows were struck out. Drivers compare it after each row. */
    int changes;

    private final RowCursor cursor = new RowCursor(this);
    private final KeptSnapshots kept;
    private Filter filter;
    private List<Component<?>> written = List.of();
    private long entries;
    private int count;
    private KeptSnapshot held;
    private boolean holds;
    private long mark;

    /** Those of a thread, with what it keeps. */
    Matches(KeptSnapshots kept) {
        this.kept = kept;
    }

    /** Takes the snapshot: the one that the filter's last use has left, if it is still true, or a new one. */
    void open(Filter filter, Blocks blocks, FrameArena arena, boolean pure) {
        KeptSnapshot place = kept.place(filter);
        if (place.isTrue(filter, pure, kept.structure())) {
            begin(filter, arena);
            hold(place);
        } else {
            openNew(filter, blocks, arena, pure, place);
        }
    }

    private void openNew(Filter newFilter, Blocks blocks, FrameArena arena, boolean pure, KeptSnapshot place) {
        int words = newFilter.candidateWords(blocks);
        int capacity = 0;
        for (int i = 0; i < words; i++) {
            capacity += Long.bitCount(newFilter.candidates(blocks, i));
        }
        if (capacity == 1 && place.isSeen(newFilter, pure, kept.structure()) && kept.hasRoom(place)) {
            begin(newFilter, arena);
            entries = place.address();
            fill(blocks, words, capacity, pure);
            place.write(count);
            hold(place);
        } else {
            openEmpty(newFilter, capacity, arena);
            fill(blocks, words, capacity, pure);
            if (capacity == 1 && newFilter.unseen() == null) {
                place.see(newFilter, pure, kept.structure());
            }
        }
    }

    private void fill(Blocks blocks, int words, int capacity, boolean pure) {
        for (int i = 0; count < capacity && i < words; i++) {
            for (long candidates = filter.candidates(blocks, i); candidates != 0; candidates &= candidates - 1) {
                long base = blocks.base((i << 6) + Long.numberOfTrailingZeros(candidates));
                long entry = entry(count);
                ColumnMemory.putLong(entry, 0, 0, base);
                if (filter.match(base, entry + SUMMARY, entry + WORDS_OFFSET, pure)) {
                    count++;
                }
            }
        }
    }

    private void hold(KeptSnapshot snapshot) {
        entries = snapshot.address();
        count = snapshot.take();
        if (held != snapshot) {
            held = snapshot;
        }
        holds = true;
    }

    /** Opens an empty snapshot with room for {@code capacity} blocks, to be filled by {@link #add}. */
    void openEmpty(Filter filter, int capacity, FrameArena arena) {
        begin(filter, arena);
        if (capacity > 0) {
            try {
                entries = arena.allocateUnchecked((long) capacity * ENTRY_BYTES, ALIGNMENT);
            } catch (Throwable e) {
                arena.release(mark);
                throw e;
            }
        }
    }

    private void begin(Filter newFilter, FrameArena arena) {
        if (filter != newFilter) {
            filter = newFilter; // the same one again and again costs no write barrier
        }
        count = 0;
        entries = 0;
        if (!written.isEmpty()) {
            written = List.of();
        }
        mark = arena.mark();
    }

    /** Adds rows of a block: the block of the last entry, or a higher one, for which there must be room. */
    void add(long base, int word, long rows) {
        if (count == 0 || base(entry(count - 1)) != base) {
            long entry = entry(count++);
            ColumnMemory.putLong(entry, 0, 0, base);
            RowBits.clearSummary(entry + SUMMARY);
        }
        put(entry(count - 1), word, word(entry(count - 1), word) | rows);
    }

    /** A kernel runs over this snapshot, which may write any of these components in any of its rows. */
    void writes(List<Component<?>> components) {
        if (written != components) {
            written = components;
        }
    }

    /** Whether a kernel runs over this snapshot, of another query, that may write a component. */
    boolean isWriting(int id, Unseen own) {
        return isWriting(written, filter.unseen(), id, own);
    }

    /** Whether a kernel that may write these components, and whose query is not the one that asks, may write a component. */
    static boolean isWriting(List<Component<?>> written, Unseen writer, int id, Unseen own) {
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i).id() == id) {
                return writer == null || writer != own;
            }
        }
        return false;
    }

    /** Marks all that the kernel which runs over this snapshot may write; does nothing if there is none. */
    void markWritten(Changes changes) {
        for (int i = 0; i < written.size(); i++) {
            mark(changes, written.get(i));
        }
    }

    /** Marks all rows as written, for all who look for that but the query of this snapshot. */
    void mark(Changes changes, Component<?> component) {
        Unseen own = filter.unseen();
        for (int i = 0; i < count; i++) {
            long entry = entry(i);
            int block = Blocks.index(base(entry));
            changes.writtenAll(component.id(), block, entry + SUMMARY, entry + WORDS_OFFSET, own);
        }
    }

    /** Ends it; false if a scope or mark of the arena that was opened meanwhile had been left open. It is closed then. */
    boolean close(FrameArena arena, Object owner) {
        long opened = mark;
        mark = 0;
        if (holds) {
            holds = false;
            held.giveBack();
        }
        if (Strict.ON) {
            cursor.end(opened);
        }
        return arena.unwind(owner, opened);
    }

    /** Which use of this object is open: never the same twice; 0 while it is closed. */
    long ticket() {
        return mark;
    }

    RowCursor cursor() {
        return cursor;
    }

    int count() {
        return count;
    }

    long entry(int index) {
        return entries + (long) index * ENTRY_BYTES;
    }

    static long base(long entry) {
        return ColumnMemory.getLong(entry, 0, 0);
    }

    /** The first word with a match at or after {@code word}; 256 if there is none. */
    static int nextWord(long entry, int word) {
        return RowBits.nextAny(entry + SUMMARY, word);
    }

    /** The first word at or after {@code word} in which not all rows match. */
    static int endOfFull(long entry, int word) {
        return RowBits.endOfFull(entry + SUMMARY, word);
    }

    /** The end of the matching rows from a full word on: of all full words that follow it, and of the ones that begin the next. */
    static int endOfSpan(long entry, int word) {
        int end = endOfFull(entry, word);
        if (end == word || end == WORDS) {
            return end << 6;
        }
        return (end << 6) + Long.numberOfTrailingZeros(~word(entry, end));
    }

    /** The matching rows among 64. */
    static long word(long entry, int word) {
        if ((RowBits.full(entry + SUMMARY, word >>> 6) >>> word & 1) != 0) {
            return -1L;
        }
        return RowBits.word(entry + SUMMARY, entry + WORDS_OFFSET, word);
    }

    /** The first matching row at or after {@code row}; ROWS if there is none. */
    static int nextMatch(long entry, int row) {
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

    /** The first row at or after {@code row} that does not match. */
    static int endOfRun(long entry, int row) {
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

    /** Whether the row that a handle points to is in the snapshot, whoever lives there. */
    boolean contains(long entity) {
        int index = find(Entity.index(entity) >>> ROW_BITS);
        int row = (int) entity & ROW_MASK;
        return index >= 0 && (word(entry(index), row >>> 6) >>> row & 1) != 0;
    }

    /** Rows of the snapshot. */
    int countRows() {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += countRows(entry(i));
        }
        return rows;
    }

    private static int countRows(long entry) {
        int rows = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long full = RowBits.full(entry + SUMMARY, group);
            rows += Long.bitCount(full) << 6;
            for (long rest = RowBits.any(entry + SUMMARY, group) & ~full; rest != 0; rest &= rest - 1) {
                rows += Long.bitCount(
                        RowBits.get(entry + WORDS_OFFSET, (group << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }
        return rows;
    }

    /** Rows of the snapshot that are alive: that of a pure kernel has others as well. */
    int countLivingRows() {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += countLivingRows(entry(i));
        }
        return rows;
    }

    private static int countLivingRows(long entry) {
        long summary = base(entry) + presentSummary(ALIVE_ID);
        long alive = base(entry) + present(ALIVE_ID);
        int rows = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long full = RowBits.full(entry + SUMMARY, group) & RowBits.full(summary, group);
            rows += Long.bitCount(full) << 6;
            for (long rest = RowBits.any(entry + SUMMARY, group) & ~full; rest != 0; rest &= rest - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                rows += Long.bitCount(word(entry, word) & RowBits.word(summary, alive, word));
            }
        }
        return rows;
    }

    /** Strikes out those of the changed rows that do not match any more. */
    void rowsChanged(long base, int word, long rows) {
        int index = find(Blocks.index(base));
        if (index < 0) {
            return;
        }
        long entry = entry(index);
        long before = word(entry, word);
        long gone = before & rows;
        if (gone != 0) {
            gone &= ~filter.word(base, word);
        }
        if (gone != 0) {
            put(entry, word, before & ~gone);
            changes++;
        }
    }

    private static void put(long entry, int word, long rows) {
        int group = word >>> 6;
        long any = RowBits.any(entry + SUMMARY, group) & ~(1L << word);
        long full = RowBits.full(entry + SUMMARY, group) & ~(1L << word);
        RowBits.put(entry + WORDS_OFFSET, word, rows);
        RowBits.putSummary(
                entry + SUMMARY, group, rows != 0 ? any | 1L << word : any, rows == -1L ? full | 1L << word : full);
    }

    private int find(int block) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = Blocks.index(base(entry(middle)));
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
