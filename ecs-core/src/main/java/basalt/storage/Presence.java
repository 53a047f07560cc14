package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;

import org.agrona.UnsafeApi;

/**
 * The presence bits of one world: which rows have which components. Notifies nothing, and knows no columns.
 *
 * <p>The summaries and words of a component in a block are zeroed when a row gets it for the first time. Until then the
 * block's table refers to {@code NO_ROWS} instead, so that a word can be read without a test.
 *
 * <p>The first and the last row of a word need more work than the others, because the summaries change. That work is in
 * separate methods, which are called last, so that the JIT keeps the values of the common path in registers.
 *
 * <p>SAFETY: a base comes from {@link Blocks}, an id is below MAX_COMPONENTS, a word below WORDS; an offset is NO_ROWS
 * or that of the component's words.
 */
final class Presence {
    private final Blocks blocks;

    /** The last word that became empty; its "any" bit is still set. The base is 0 if there is none. */
    private long emptiedBase;

    private int emptiedWord;
    private int emptiedId;

    private int clearedWords;

    private int moves;

    Presence(Blocks blocks) {
        this.blocks = blocks;
    }

    /** The rows of a word that have a component. */
    static long word(long base, int word, int id) {
        return UnsafeApi.getLong(null, address(base, word, id));
    }

    /** Whether a block has words of a component, not only {@code NO_ROWS}. */
    static boolean isDefined(long base, int id) {
        return Blocks.area(base, id) != NO_ROWS;
    }

    /** The address of a word, which is only read if no row of the block has had the component. */
    private static long address(long base, int word, int id) {
        return base + Blocks.area(base, id) + ((long) word << 3);
    }

    /** The address of the summary of a component; that of NO_ROWS must not be changed. */
    private static long summary(long base, int id) {
        return base + Blocks.area(base, id) + PRESENT_SUMMARY;
    }

    /** Adds rows to a word; returns those that were not in it. */
    long insert(long base, int word, long rows, int id) {
        long address = address(base, word, id);
        long old = UnsafeApi.getLong(null, address);
        if (old == 0 || (old | rows) == -1L) {
            insertFirstOrLast(base, word, rows, id);
        } else {
            UnsafeApi.putLong(null, address, old | rows);
        }
        return rows & ~old;
    }

    /** Adds a row to a word whose summaries stay the same. Does nothing otherwise, or if the row is in the word. */
    boolean tryInsert(long base, int row, int id) {
        long address = address(base, row >>> 6, id);
        long old = UnsafeApi.getLong(null, address);
        long now = old | 1L << row;
        if (now == old || now == -1L || old == 0 && !isEmptied(base, row >>> 6, id)) {
            return false;
        }
        UnsafeApi.putLong(null, address, now);
        return true;
    }

    /**
     * Removes a row from a word whose summaries stay the same. Does nothing otherwise, or if the row is not in the
     * word.
     */
    boolean tryRemove(long base, int row, int id) {
        long address = address(base, row >>> 6, id);
        long old = UnsafeApi.getLong(null, address);
        long now = old & ~(1L << row);
        if (now == old || old == -1L || now == 0 && !isEmptied(base, row >>> 6, id)) {
            return false;
        }
        UnsafeApi.putLong(null, address, now);
        return true;
    }

    private boolean isEmptied(long base, int word, int id) {
        return base == emptiedBase && word == emptiedWord && id == emptiedId;
    }

    private void insertFirstOrLast(long base, int word, long rows, int id) {
        long address = define(base, word, id);
        UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) | rows);
        settle(base, word, id);
    }

    /**
     * Prepares a word, so that bits can be set at its address, without looking at summaries, as long as {@link
     * #clearedWords} stays the same.
     */
    long define(long base, int word, int id) {
        int area = requireArea(base, id);
        long summary = base + area + PRESENT_SUMMARY;
        if (!RowBits.isAny(summary, word)) {
            if (!Blocks.isPopulated(base, id)) {
                blocks.populate(base, id);
            }
            RowBits.setAny(summary, word);
        }
        return base + area + ((long) word << 3);
    }

    /** Defines the area of a component unless it is defined; returns the offset of its words. */
    static int requireArea(long base, int id) {
        int area = Blocks.area(base, id);
        return area != NO_ROWS ? area : Blocks.define(base, id);
    }

    /** Called after a block has moved. Addresses of {@link #define} are not valid any more. */
    void moved(long from, long to) {
        clearedWords++;
        moves++;
        if (emptiedBase == from) {
            emptiedBase = to;
        }
    }

    /** Sets the "full" bit of a word if all its bits are set. */
    static void settle(long base, int word, int id) {
        if (word(base, word, id) == -1L) {
            RowBits.setFull(summary(base, id), word);
        }
    }

    long remove(long base, int word, long rows, int id) {
        long address = address(base, word, id);
        long old = UnsafeApi.getLong(null, address);
        long removed = old & rows;
        if (removed != 0) { // so the word is not one of NO_ROWS
            UnsafeApi.putLong(null, address, old ^ removed);
            if (old == removed || old == -1L) {
                removedFirstOrLast(base, word, id);
            }
        }
        return removed;
    }

    void removeAll(long base, int word, long rows, int ids, long components) {
        long firstOrLast = 0;
        for (long rest = components; rest != 0; rest &= rest - 1) {
            long address = address(base, word, (ids << 6) + Long.numberOfTrailingZeros(rest));
            long old = UnsafeApi.getLong(null, address);
            long now = old & ~rows;
            UnsafeApi.putLong(null, address, now);
            if (old == -1L || old != now && now == 0) {
                firstOrLast |= rest & -rest;
            }
        }
        if (firstOrLast != 0) {
            removedFirstOrLast(base, word, ids, firstOrLast);
        }
    }

    /**
     * Removes an alive row from the words of several components, all populated, if "alive" is among them and its
     * summaries stay the same. Does nothing otherwise.
     */
    boolean tryRemoveAll(long base, int row, long components) {
        int word = row >>> 6;
        long kept = ~(1L << row);
        long alive = word(base, word, ALIVE_ID);
        if (alive == -1L || (alive & kept) == 0) {
            return false; // otherwise no component's word is full
        }
        long last = 0;
        for (long rest = components; rest != 0; rest &= rest - 1) {
            long address = address(base, word, Long.numberOfTrailingZeros(rest));
            long old = UnsafeApi.getLong(null, address);
            UnsafeApi.putLong(null, address, old & kept);
            if (old != 0 && (old & kept) == 0) {
                last |= rest & -rest;
            }
        }
        if (last != 0) {
            removedFirstOrLast(base, word, 0, last);
        }
        return true;
    }

    private void removedFirstOrLast(long base, int word, int ids, long components) {
        for (long rest = components; rest != 0; rest &= rest - 1) {
            removedFirstOrLast(base, word, (ids << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    /**
     * Called when a word is no longer full, or empty. The "any" bit of an empty word is cleared when the next word
     * becomes empty, so that this costs little for a component that is added and removed again and again.
     */
    private void removedFirstOrLast(long base, int word, int id) {
        RowBits.clearFull(summary(base, id), word);
        if (isEmptied(base, word, id) || word(base, word, id) != 0 || !RowBits.isAny(summary(base, id), word)) {
            return;
        }
        summariseEmptied();
        emptiedBase = base;
        emptiedWord = word;
        emptiedId = id;
    }

    /**
     * Sets and clears presence bits, with exact summaries, after {@link #summariseEmptied} and {@link
     * Blocks#coverComponent}.
     */
    void replace(long base, int word, int id, long set, long clear) {
        long old = word(base, word, id);
        long now = old & ~clear | set;
        if (now == old) {
            return;
        }
        UnsafeApi.putLong(null, define(base, word, id), now);
        if (now == -1L) {
            RowBits.setFull(summary(base, id), word);
        } else {
            RowBits.clearFull(summary(base, id), word);
        }
        if (now == 0) {
            RowBits.clearAny(summary(base, id), word);
            if (RowBits.isEmpty(summary(base, id))) {
                blocks.depopulate(base, id);
            }
        }
    }

    /** Makes the summaries exact: clears the "any" bit of the last word that became empty, if it is still empty. */
    void summariseEmptied() {
        long base = emptiedBase;
        emptiedBase = 0;
        if (base != 0 && word(base, emptiedWord, emptiedId) == 0) {
            clearedWords++;
            RowBits.clearAny(summary(base, emptiedId), emptiedWord);
            if (RowBits.isEmpty(summary(base, emptiedId))) {
                blocks.depopulate(base, emptiedId);
            }
        }
    }

    /** Called after words and summaries were replaced. Addresses of {@link #define} are not valid any more. */
    void replaced() {
        emptiedBase = 0;
        clearedWords++;
        moves++;
    }

    /** How often an "any" bit was cleared or a block has moved. */
    int clearedWords() {
        return clearedWords;
    }

    /** How often a block has moved. */
    int moves() {
        return moves;
    }
}
