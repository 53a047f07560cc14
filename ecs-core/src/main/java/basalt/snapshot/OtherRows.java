package basalt.snapshot;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.presentSummary;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.storage.ColumnMemory;
import basalt.storage.Pools;
import basalt.storage.RowBits;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rows of a snapshot that a pure kernel runs over though they do not match, so that they do not split its loop.
 *
 * <p>The kernel runs over whole words of 64 rows. In rows without an entity its writes are harmless: no query reads
 * them. The same holds for the columns of a component that a row lacks. If a row has a component with columns that the
 * kernel may write, these are saved before the loop and restored after it. A word with too many such rows is not run
 * over as a whole.
 *
 * <pre>
 *   memory of a range of words of an entry:   numbers of the saved rows [n ints],
 *                                             first lane [n values], second lane [n values], ...
 * </pre>
 *
 * <p>The bytes of a range are the sum of the bytes of its words, so that ranges of one entry, which may be run by
 * several threads, have their own parts of the entry's memory. Changed when a snapshot is taken, then only read.
 *
 * <p>SAFETY: offsets are those of declared columns of a populated component; rows are those of set presence bits; words
 * are below WORDS. The memory of an entry has {@link #bytes} for each of its words.
 */
public final class OtherRows {
    /**
     * The most values, with the row's number as one, that are saved for a word. If there were more, the loop over the
     * matching rows of the word would be faster.
     */
    private static final int MAX_VALUES_OF_WORD = 80;

    /** The component of index 63 and those behind it share the last bit of {@link SnapshotEntry#used}. */
    private static final int LAST_BIT = Long.SIZE - 1;

    /** Bytes behind a list that are written with its last rows. */
    private static final int LIST_PADDING = 3 * Integer.BYTES;

    private static final int ALIVE = BlockLayout.present(ALIVE_ID);

    private Component<?>[] components = new Component<?>[0];

    /** For each component, the lanes end at this index. */
    private int[] lanesEnd = {};

    private int[] laneOffsets = {};
    private int[] laneShifts = {};
    private int count;

    /** The number of components that all matching rows have, which are first; and where two of them have presence. */
    private int known;

    private int first;
    private int second;
    private int bytesOfRow;
    private int maxRowsOfWord;

    OtherRows() {}

    /** Begins a run of a kernel that may write the columns of these components that the predicate accepts. */
    void begin(Filter filter, List<Component<?>> declared, Predicate<Column> mayWrite) {
        count = 0;
        bytesOfRow = Integer.BYTES;
        int lanes = addAll(declared, filter, true, mayWrite, 0);
        first = BlockLayout.present(count > 0 ? components[0].id() : ALIVE_ID);
        second = count > 1 ? BlockLayout.present(components[1].id()) : first;
        known = Math.min(count, 2);
        lanes = addAll(declared, filter, false, mayWrite, lanes);
        maxRowsOfWord = MAX_VALUES_OF_WORD / (lanes + 1);
    }

    private int addAll(
            List<Component<?>> declared, Filter filter, boolean required, Predicate<Column> mayWrite, int from) {
        int lanes = from;
        for (int i = 0; i < declared.size(); i++) {
            Component<?> component = declared.get(i);
            int before = lanes;
            if (filter.requires(component.id()) == required) {
                lanes = addLanes(component.columns(), mayWrite, lanes);
            }
            if (lanes > before) {
                add(component, lanes);
            }
        }
        return lanes;
    }

    private int addLanes(List<Column> columns, Predicate<Column> mayWrite, int from) {
        int lanes = from;
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            if (!(column instanceof ReferenceColumn<?>) && mayWrite.test(column)) {
                for (int lane = 0; lane < column.length(); lane++) {
                    if (lanes == laneOffsets.length) {
                        laneOffsets = Arrays.copyOf(laneOffsets, 2 * lanes + 4);
                        laneShifts = Arrays.copyOf(laneShifts, laneOffsets.length);
                    }
                    laneOffsets[lanes] = column.laneOffset(lane);
                    laneShifts[lanes++] = column.kind().shift();
                    bytesOfRow += column.kind().sizeBytes();
                }
            }
        }
        return lanes;
    }

    private void add(Component<?> component, int endOfLanes) {
        if (count == components.length) {
            components = Arrays.copyOf(components, 2 * count + 2);
            lanesEnd = Arrays.copyOf(lanesEnd, components.length);
        }
        if (components[count] != component) {
            components[count] = component; // no write barrier if it is the same
        }
        lanesEnd[count++] = endOfLanes;
    }

    /**
     * Decides which words of an entry are run over as a whole.
     *
     * @param entry address of the entry
     * @return bytes for the values to be saved
     */
    int widen(long entry) {
        long base = SnapshotEntry.base(entry);
        int bytes = 0;
        long used = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long whole = RowBits.full(SnapshotEntry.summary(entry), group);
            long rest = RowBits.any(SnapshotEntry.summary(entry), group) & ~whole;
            for (; rest != 0; rest &= rest - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                long holes = ~RowBits.get(SnapshotEntry.words(entry), word);
                long alive = RowBits.get(base + ALIVE, word);
                if ((alive | RowBits.get(base + FREE, word)) != -1L) {
                    continue; // a claimed row has the values of the next entity already
                }
                long rows = holes & alive;
                if (rows != 0) {
                    rows = rows(holes, base, word);
                    if (Long.bitCount(rows) > maxRowsOfWord) {
                        continue;
                    }
                    bytes += bytes(rows);
                    used |= used(base, word, rows);
                }
                whole |= rest & -rest;
            }
            SnapshotEntry.putWhole(entry, group, whole);
        }
        SnapshotEntry.putUsed(entry, used);
        return bytes;
    }

    /** The rows of a word that do not match and have a component that the kernel may write. */
    private long rows(long holes, long base, int word) {
        long rows = RowBits.get(base + first, word) | RowBits.get(base + second, word);
        for (int i = known; i < count; i++) {
            rows |= present(i, base, word);
        }
        return rows & holes;
    }

    private long rowsOf(long entry, long base, int word) {
        return rows(~RowBits.get(SnapshotEntry.words(entry), word), base, word);
    }

    /** The components of these rows, one bit each. */
    private long used(long base, int word, long rows) {
        long used = known > 0 && (RowBits.get(base + first, word) & rows) != 0 ? 1 : 0;
        used |= known > 1 && (RowBits.get(base + second, word) & rows) != 0 ? 2 : 0;
        for (int i = known; i < count; i++) {
            used |= (present(i, base, word) & rows) != 0 ? 1L << Math.min(i, LAST_BIT) : 0;
        }
        return used;
    }

    private long present(int component, long base, int word) {
        int id = components[component].id();
        return RowBits.word(base + presentSummary(id), base + BlockLayout.present(id), word);
    }

    private int bytes(long rows) {
        return rows == 0 ? 0 : Long.bitCount(rows) * bytesOfRow + LIST_PADDING;
    }

    /**
     * The bytes of the memory of the words before a word.
     *
     * @param entry address of the entry
     * @param end the word
     * @return bytes
     */
    long bytesBefore(long entry, int end) {
        long base = SnapshotEntry.base(entry);
        long bytes = 0;
        for (int group = 0; group <= end - 1 >>> 6; group++) {
            for (long rest = SnapshotEntry.widened(entry, group, 0, end); rest != 0; rest &= rest - 1) {
                bytes += bytes(rowsOf(entry, base, (group << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }
        return bytes;
    }

    /**
     * Saves the values of the rows of a range of words that do not match.
     *
     * @param entry address of the entry
     * @param from the first word
     * @param to the word after the last one
     * @param memory address of the memory of these words
     * @return the number of rows
     */
    public int save(long entry, int from, int to, long memory) {
        int rows = list(entry, from, to, memory);
        long values = memory + (long) rows * Integer.BYTES;
        int lane = 0;
        for (int i = 0; i < count; i++) {
            if ((SnapshotEntry.used(entry) >>> Math.min(i, LAST_BIT) & 1) != 0) {
                long origin = Pools.origin(SnapshotEntry.base(entry), components[i]);
                for (; lane < lanesEnd[i]; lane++) {
                    save(laneShifts[lane], origin, laneOffsets[lane], memory, rows, values);
                    values += (long) rows << laneShifts[lane];
                }
            }
            lane = lanesEnd[i];
        }
        return rows;
    }

    private int list(long entry, int from, int to, long memory) {
        long base = SnapshotEntry.base(entry);
        int listed = 0;
        for (int group = from >>> 6; group <= to - 1 >>> 6; group++) {
            for (long rest = SnapshotEntry.widened(entry, group, from, to); rest != 0; rest &= rest - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                long rows = rowsOf(entry, base, word);
                int end = listed + Long.bitCount(rows);
                for (int at = listed; at < end; at += 4) { // four at once, as most words have few: a branch less
                    for (int i = 0; i < 4; i++, rows &= rows - 1) {
                        ColumnMemory.putInt(memory, at + i, 0, (word << 6) + Long.numberOfTrailingZeros(rows));
                    }
                }
                listed = end;
            }
        }
        return listed;
    }

    /**
     * Restores the values that {@link #save} has saved.
     *
     * @param entry address of the entry
     * @param rows the number of rows
     * @param memory the same address
     */
    public void restore(long entry, int rows, long memory) {
        long values = memory + (long) rows * Integer.BYTES;
        int lane = 0;
        for (int i = 0; i < count; i++) {
            if ((SnapshotEntry.used(entry) >>> Math.min(i, LAST_BIT) & 1) != 0) {
                long origin = Pools.origin(SnapshotEntry.base(entry), components[i]);
                for (; lane < lanesEnd[i]; lane++) {
                    restore(laneShifts[lane], origin, laneOffsets[lane], memory, rows, values);
                    values += (long) rows << laneShifts[lane];
                }
            }
            lane = lanesEnd[i];
        }
    }

    private static void save(int shift, long origin, int offset, long rows, int count, long to) {
        switch (shift) {
            case 0 -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putByte(to, i, 0, ColumnMemory.getByte(origin, row(rows, i), offset));
                }
            }
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putShort(to, i, 0, ColumnMemory.getShort(origin, row(rows, i), offset));
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putInt(to, i, 0, ColumnMemory.getInt(origin, row(rows, i), offset));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putLong(to, i, 0, ColumnMemory.getLong(origin, row(rows, i), offset));
                }
            }
        }
    }

    private static void restore(int shift, long origin, int offset, long rows, int count, long from) {
        switch (shift) {
            case 0 -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putByte(origin, row(rows, i), offset, ColumnMemory.getByte(from, i, 0));
                }
            }
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putShort(origin, row(rows, i), offset, ColumnMemory.getShort(from, i, 0));
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putInt(origin, row(rows, i), offset, ColumnMemory.getInt(from, i, 0));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    ColumnMemory.putLong(origin, row(rows, i), offset, ColumnMemory.getLong(from, i, 0));
                }
            }
        }
    }

    private static int row(long rows, int index) {
        return ColumnMemory.getInt(rows, index, 0);
    }
}
