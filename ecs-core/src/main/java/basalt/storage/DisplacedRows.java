package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

/**
 * Finds where rows go in whose place others come: to the rows that are left, see {@link RowMoves}.
 *
 * <p>SAFETY: rows are those of existing blocks.
 */
final class DisplacedRows {
    private final Blocks blocks;
    private final int[] displaced;
    private final int[] vacated;

    /** One bit for each row of the world; all clear between uses. */
    private long[] marks = {};

    private int end;

    /** Makes room. */
    DisplacedRows(Blocks blocks, int most) {
        this.blocks = blocks;
        displaced = new int[most];
        vacated = new int[most];
    }

    /** Whether the first rows of an array are all free. */
    boolean areFree(int[] ofWorld, int count) {
        int word = -1;
        long free = 0;
        for (int i = 0; i < count; i++) {
            if (ofWorld[i] >>> 6 != word) {
                word = ofWorld[i] >>> 6;
                free = freeWord(word);
            }
            if ((free >>> ofWorld[i] & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds the targets that are no sources to the sources, and the sources that are no targets to the targets; those
     * with an entity first.
     */
    int add(int[] from, int[] to, int given) {
        if (marks.length < blocks.count() * WORDS) {
            marks = new long[Math.max(blocks.count() * WORDS, 2 * marks.length)];
        }
        for (int i = 0; i < given; i++) {
            marks[from[i] >>> 6] |= 1L << from[i];
        }
        int count = unmark(to, given, displaced, false);
        unmark(from, given, vacated, true);
        end = given;
        int used = 0;
        for (int i = 0; i < count; i++) {
            if (!isFree(displaced[i])) {
                from[end] = displaced[i];
                to[end++] = vacated[used++];
            }
        }
        int alive = end;
        for (int i = 0; i < count; i++) {
            if (isFree(displaced[i])) {
                from[end] = displaced[i];
                to[end++] = vacated[used++];
            }
        }
        return alive;
    }

    /** Removes the marks of rows; finds those that are marked, or those that are not. */
    private int unmark(int[] ofWorld, int count, int[] found, boolean isMarked) {
        int size = 0;
        for (int i = 0; i < count; i++) {
            int row = ofWorld[i];
            long word = marks[row >>> 6];
            if ((word >>> row & 1) != 0 == isMarked) {
                found[size++] = row;
            }
            marks[row >>> 6] = word & ~(1L << row);
        }
        return size;
    }

    /** {@return the number of rows after {@link #add}} */
    int end() {
        return end;
    }

    private boolean isFree(int row) {
        return (freeWord(row >>> 6) >>> row & 1) != 0;
    }

    private long freeWord(int word) {
        long base = blocks.base(word >>> ROW_BITS - 6);
        return RowBits.word(base + FREE_SUMMARY, base + FREE, word & WORDS - 1);
    }
}
