package basalt.match;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Pools;
import basalt.storage.RowBits;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The matching rows that a pure kernel runs over though they do not match, so that they do not split its loop.
 *
 * <p>The kernel runs over whole words of 64 rows. In rows without an entity its writes are harmless: no query reads
 * them. The same holds for the columns of a component that a row lacks. If a row has a component with columns that the
 * kernel may write, these are saved before the loop and restored after it. A word with too many such rows is not run
 * over as a whole.
 *
 * <pre>
 *   list of an entry     row numbers, ascending [n ints]
 *   values of an entry   first lane [n values], second lane [n values], ...
 * </pre>
 *
 * <p>A range of words has a range of the list, so several threads can run ranges of one entry. Changed when matching
 * rows is taken, then only read.
 *
 * <p>SAFETY: offsets are those of declared columns of a populated component; rows are those of set presence bits; words
 * are below WORDS. A list has room for {@link #listBytes} and the values for {@link #bytesOfRow} for each listed row.
 */
public final class OtherRows {
    /**
     * The most values, with the row's number as one, that are saved for a word. If there were more, the loop over the
     * matching rows of the word would be faster.
     */
    private static final int MAX_VALUES_OF_WORD = 50;

    /** The component of index 31 and those behind it share the last bit of {@link MatchedBlock#othersUsed}. */
    private static final int LAST_BIT = Integer.SIZE - 1;

    /** Row numbers that are written together, as most words have few: this saves a branch. */
    private static final int AT_ONCE = 4;

    /** A mask that leaves a place in a list as it is. With it the JIT knows that the bounds of loops are small. */
    private static final int ROW_BOUND = 2 * ROWS - 1;

    private static final int ALIVE = ComponentAreas.process().present(ALIVE_ID);

    private Component<?>[] components = new Component<?>[0];

    /** For each component, the lanes end at this index. */
    private int[] lanesEnd = {};

    private int[] laneOffsets = {};
    private int[] laneShifts = {};
    private int count;

    /**
     * The first components are those that all matching rows have, so that their presence is defined in each word with a
     * match. The number of them that {@link #widen} reads without a loop, at most two, and where they have presence.
     */
    private int known;

    private int first;
    private int second;
    private int bytesOfRow;
    private int maxRowsOfWord;

    OtherRows() {}

    void begin(Filter filter, List<Component<?>> declared, Predicate<Column> mayWrite) {
        count = 0;
        bytesOfRow = 0;
        int lanes = addAll(declared, filter, true, mayWrite, 0);
        first = count > 0 ? ComponentAreas.process().present(components[0].id()) : BlockLayout.NO_ROWS;
        second = count > 1 ? ComponentAreas.process().present(components[1].id()) : first;
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

    /** The bytes that the list of an entry can take. */
    int listBytes(long entry) {
        int words = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long summary = MatchedBlock.summary(entry);
            words += Long.bitCount(RowBits.any(summary, group) & ~RowBits.full(summary, group));
        }
        return words * (Math.min(maxRowsOfWord, Long.SIZE) + AT_ONCE) * Integer.BYTES;
    }

    /** The bytes of the values of a listed row. */
    int bytesOfRow() {
        return bytesOfRow;
    }

    /** Decides which words of an entry are run over as a whole, and lists the rows that have to be saved. */
    int widen(long entry, long list) {
        long base = MatchedBlock.base(entry);
        long words = MatchedBlock.words(entry);
        int firstPresent = first;
        int secondPresent = second;
        boolean hasMore = count > known;
        int limit = maxRowsOfWord;
        long ofFirst = 0;
        long ofSecond = 0;
        long to = list;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long whole = RowBits.full(MatchedBlock.summary(entry), group);
            long rest = RowBits.any(MatchedBlock.summary(entry), group) & ~whole;
            for (; rest != 0; rest &= rest - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                long here = base + ((long) word << 3);
                if ((RowBits.get(here + ALIVE, 0) | RowBits.get(here + FREE, 0)) != -1L) {
                    continue; // a claimed row has the values of the next entity already
                }
                long holes = ~RowBits.get(words, word);
                long hasFirst = RowBits.get(here + firstPresent, 0) & holes;
                long hasSecond = RowBits.get(here + secondPresent, 0) & holes;
                long rows = hasFirst | hasSecond;
                if (hasMore) {
                    rows |= hasFurther(base, word) & holes;
                }
                int rowsOfWord = Long.bitCount(rows);
                if (rowsOfWord <= limit) {
                    whole |= rest & -rest;
                    ofFirst |= hasFirst;
                    ofSecond |= hasSecond;
                    list(rows, rowsOfWord, word << 6, to);
                    to += (long) rowsOfWord << 2;
                }
            }
            MatchedBlock.putWhole(entry, group, whole);
        }
        int used = (ofFirst != 0 ? 1 : 0) | (ofSecond != 0 ? 2 : 0);
        int listed = (int) ((to - list) / Integer.BYTES);
        MatchedBlock.putOthers(entry, list, listed, used & (1 << known) - 1 | -1 << known);
        return listed;
    }

    /** The rows of a word that have a component behind the known ones. */
    private long hasFurther(long base, int word) {
        long rows = 0;
        for (int i = known; i < count; i++) {
            int id = components[i].id();
            rows |= Pools.presentWord(base, word, id);
        }
        return rows;
    }

    /** Whether values of a component are saved: some listed row may have it. */
    private boolean isSaved(long entry, int component) {
        return (MatchedBlock.othersUsed(entry) >>> Math.min(component, LAST_BIT) & 1) != 0
                && Blocks.isPopulated(MatchedBlock.base(entry), components[component].id());
    }

    /** Writes row numbers, and up to three more behind them. */
    private static void list(long rows, int count, int firstRow, long to) {
        long rest = rows;
        for (int at = 0; at < count; at += AT_ONCE) {
            for (int i = 0; i < AT_ONCE; i++, rest &= rest - 1) {
                ColumnMemory.putInt(to, at + i, 0, firstRow + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    /** The place in the list of an entry of the first row at or after a word. */
    public int place(long entry, int word) {
        int low = 0;
        int high = MatchedBlock.othersCount(entry);
        if (word == WORDS) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (row(MatchedBlock.othersList(entry), middle) < word << 6) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Saves the values of listed rows. */
    public void save(long entry, int from, int to) {
        forEachLane(entry, from, to, true);
    }

    /** Restores the values that {@link #save} has saved. */
    public void restore(long entry, int from, int to) {
        forEachLane(entry, from, to, false);
    }

    private void forEachLane(long entry, int from, int to, boolean isSaving) {
        long list = MatchedBlock.othersList(entry);
        long values = MatchedBlock.othersValues(entry);
        int lane = 0;
        for (int i = 0; i < count; i++) {
            if (isSaved(entry, i)) {
                long base = MatchedBlock.base(entry);
                for (; lane < lanesEnd[i]; lane++) {
                    long column = base + laneOffsets[lane];
                    if (isSaving) {
                        save(laneShifts[lane], column, list, from & ROW_BOUND, to & ROW_BOUND, values);
                    } else {
                        restore(laneShifts[lane], column, list, from & ROW_BOUND, to & ROW_BOUND, values);
                    }
                    values += (long) MatchedBlock.othersCount(entry) << laneShifts[lane];
                }
            }
            lane = lanesEnd[i];
        }
    }

    private static void save(int shift, long column, long list, int from, int to, long values) {
        switch (shift) {
            case 0 -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putByte(values, i, 0, ColumnMemory.getByte(column, row(list, i), 0));
                }
            }
            case 1 -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putShort(values, i, 0, ColumnMemory.getShort(column, row(list, i), 0));
                }
            }
            case 2 -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putInt(values, i, 0, ColumnMemory.getInt(column, row(list, i), 0));
                }
            }
            default -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putLong(values, i, 0, ColumnMemory.getLong(column, row(list, i), 0));
                }
            }
        }
    }

    private static void restore(int shift, long column, long list, int from, int to, long values) {
        switch (shift) {
            case 0 -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putByte(column, row(list, i), 0, ColumnMemory.getByte(values, i, 0));
                }
            }
            case 1 -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putShort(column, row(list, i), 0, ColumnMemory.getShort(values, i, 0));
                }
            }
            case 2 -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putInt(column, row(list, i), 0, ColumnMemory.getInt(values, i, 0));
                }
            }
            default -> {
                for (int i = from; i < to; i++) {
                    ColumnMemory.putLong(column, row(list, i), 0, ColumnMemory.getLong(values, i, 0));
                }
            }
        }
    }

    private static int row(long list, int index) {
        return ColumnMemory.getInt(list, index, 0);
    }
}
