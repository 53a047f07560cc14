package basalt.snapshot;

import static basalt.component.BlockLayout.ROW_BITS;
import static basalt.component.BlockLayout.ROW_MASK;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.access.ArenaAccess;
import basalt.storage.Blocks;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import java.util.List;

/**
 * A snapshot of the rows that match a filter, in the frame arena: one entry a block, ascending.
 *
 * <p>Rows that stop matching are struck out while the snapshot is open, and {@link #changes} counts such strikes.
 * Objects of this class are reused from run to run.
 *
 * <p>SAFETY: entries are SnapshotEntry.BYTES apart in one allocation for as many blocks as match at most, and no more
 * are written; words are below WORDS.
 */
public final class MatchSnapshot {
    /** How often rows were struck out. Drivers compare it after each row. */
    public int changes;

    private Filter filter;
    private List<Component<?>> written = List.of();
    private long entries;

    /** For how many blocks {@link #add} has room. */
    private int room;

    private int count;
    private long mark;

    /** A closed one. */
    public MatchSnapshot() {}

    /**
     * Takes the snapshot. As memory sources may call listeners, which may use queries and change rows, nothing that was
     * seen before memory was taken is trusted after.
     *
     * @param filter which rows match
     * @param store the world's rows
     * @param arena where its memory comes from
     * @param pure whether rows without an entity may be in it
     */
    public void open(Filter filter, Store store, ArenaAccess arena, boolean pure) {
        Blocks blocks = store.blocks();
        while (true) {
            filter.requireOpen();
            long structure = store.structureVersion();
            int capacity = countCandidates(filter, blocks);
            openEmpty(filter, capacity, arena);
            if (!filter.isClosed()
                    && structure == store.structureVersion()
                    && (filter.changeFilter() == null || countCandidates(filter, blocks) <= capacity)) {
                fill(blocks, capacity, pure);
                return;
            }
            arena.release(mark);
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

    private void fill(Blocks blocks, int capacity, boolean pure) {
        int words = filter.candidateWords(blocks);
        for (int i = 0; count < capacity && i < words; i++) {
            long candidates = filter.candidates(blocks, i);
            for (; candidates != 0 && count < capacity; candidates &= candidates - 1) {
                long base = blocks.base((i << 6) + Long.numberOfTrailingZeros(candidates));
                if (SnapshotEntry.fill(entry(count), base, filter, pure)) {
                    count++;
                }
            }
        }
    }

    /**
     * Opens an empty snapshot, to be filled by {@link #add}.
     *
     * @param filter what its rows are to match
     * @param capacity how many blocks it is to have room for
     * @param arena where its memory comes from
     */
    public void openEmpty(Filter filter, int capacity, ArenaAccess arena) {
        long opened = arena.mark();
        long memory = 0;
        if (capacity > 0) {
            try {
                memory = arena.allocateUnchecked((long) capacity * SnapshotEntry.BYTES, SnapshotEntry.ALIGNMENT);
            } catch (Throwable e) {
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
            filter = newFilter; // the same one again and again costs no write barrier
        }
        count = 0;
        entries = 0;
        if (!written.isEmpty()) {
            written = List.of();
        }
        mark = opened;
    }

    /**
     * Whether it is a snapshot of what a filter finds.
     *
     * @param asked the filter
     * @return true if it was opened with that
     */
    public boolean isOf(Filter asked) {
        return filter == asked;
    }

    /**
     * Adds rows of a block: the block of the last entry, or a higher one, for which there must be room.
     *
     * @param base the block's address
     * @param word which 64 of its rows
     * @param rows one bit a row
     */
    public void add(long base, int word, long rows) {
        if (count == 0 || SnapshotEntry.base(entry(count - 1)) != base) {
            if (count >= room || count > 0 && Blocks.index(SnapshotEntry.base(entry(count - 1))) > Blocks.index(base)) {
                throw new IllegalStateException(
                        "the memory source has called what makes entities of the same kind while many"
                                + " were made, which was undone; a source and its listeners may read");
            }
            SnapshotEntry.clear(entry(count++), base);
        }
        SnapshotEntry.put(entry(count - 1), word, SnapshotEntry.word(entry(count - 1), word) | rows);
    }

    /**
     * A kernel runs over this snapshot, which may write any of these components in any of its rows.
     *
     * @param components what it may write
     */
    public void writes(List<Component<?>> components) {
        if (written != components) {
            written = components;
        }
    }

    /**
     * Whether a kernel of another query runs over this snapshot that may write a component.
     *
     * @param id the component
     * @param own what the query looks for that asks
     * @return true if one does
     */
    public boolean isWriting(int id, ChangeFilter own) {
        return isWriting(written, filter.changeFilter(), id, own);
    }

    /**
     * Whether a kernel that may write these components, and whose query is not the one that asks, may write a
     * component.
     *
     * @param written what the kernel may write
     * @param writer what its query looks for; null for nothing
     * @param id the component
     * @param own what the query looks for that asks
     * @return true if it may
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
     * Records as written all that the kernel which runs over this snapshot may write; does nothing if there is none.
     *
     * @param changes the readers of changes
     */
    public void recordWrites(ChangeTracker changes) {
        for (int i = 0; i < written.size(); i++) {
            recordWrite(changes, written.get(i));
        }
    }

    /**
     * Records all rows as written, for all queries that look for that but the one of this snapshot.
     *
     * @param changes the readers of changes
     * @param component what was written
     */
    public void recordWrite(ChangeTracker changes, Component<?> component) {
        ChangeFilter own = filter.changeFilter();
        for (int i = 0; i < count; i++) {
            long entry = entry(i);
            int block = Blocks.index(SnapshotEntry.base(entry));
            changes.recordWrittenAll(
                    component.id(), block, SnapshotEntry.summary(entry), SnapshotEntry.words(entry), own);
        }
    }

    /**
     * Ends it.
     *
     * @param arena where its memory came from
     * @return false if a scope or mark of the arena that was opened meanwhile had been left open; it is closed now
     */
    public boolean close(ArenaAccess arena) {
        long opened = mark;
        mark = 0;
        return arena.unwind(opened);
    }

    /**
     * Which use of this object is open.
     *
     * @return never the same twice; 0 while it is closed
     */
    public long ticket() {
        return mark;
    }

    /**
     * How many blocks have rows in the snapshot.
     *
     * @return entries
     */
    public int count() {
        return count;
    }

    /**
     * An entry of the snapshot.
     *
     * @param index which, from 0, in ascending order of blocks
     * @return address of the {@link SnapshotEntry}
     */
    public long entry(int index) {
        return entries + (long) index * SnapshotEntry.BYTES;
    }

    /**
     * Whether the row that a handle points to is in the snapshot, whatever lives there.
     *
     * @param entity a handle
     * @return true if it is
     */
    public boolean contains(long entity) {
        int index = find(Entity.index(entity) >>> ROW_BITS);
        int row = (int) entity & ROW_MASK;
        return index >= 0 && (SnapshotEntry.word(entry(index), row >>> 6) >>> row & 1) != 0;
    }

    /**
     * How many rows the snapshot has.
     *
     * @return rows
     */
    public int countRows() {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += SnapshotEntry.countRows(entry(i));
        }
        return rows;
    }

    /**
     * How many rows of the snapshot are alive: that of a pure kernel has others as well.
     *
     * @return rows
     */
    public int countLivingRows() {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += SnapshotEntry.countLivingRows(entry(i));
        }
        return rows;
    }

    /**
     * Strikes out those of the changed rows that do not match any more.
     *
     * @param base their block's address
     * @param word which 64 of its rows
     * @param rows one bit a row
     */
    public void rowsChanged(long base, int word, long rows) {
        int index = find(Blocks.index(base));
        if (index < 0) {
            return;
        }
        long entry = entry(index);
        long before = SnapshotEntry.word(entry, word);
        long gone = before & rows;
        if (gone != 0) {
            gone &= ~filter.word(base, word);
        }
        if (gone != 0) {
            SnapshotEntry.put(entry, word, before & ~gone);
            changes++;
        }
    }

    private int find(int block) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = Blocks.index(SnapshotEntry.base(entry(middle)));
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
