package basalt.compiler;

import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;

import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.RowBits;
import java.util.List;
import org.agrona.UnsafeApi;

/** The superclass of loops of vectors, and what their code calls. */
public abstract class VectorLoop implements KernelDriver {
    /** Runs a body itself, where a row takes a path that is not translated. */
    public interface RestOfWord {
        /** Runs the body over the matching rows of a word from a row on. */
        void run(RowContext context, MatchedRows matches, long entry, int row);
    }

    VectorLoop() {}

    /** Where an accumulator is: without a context, in the warm-up, it is a copy. */
    static Object base(Object context, Object base, Object copies) {
        return context == null ? copies : base;
    }

    static long offset(Object context, long offset, long ofCopy) {
        return context == null ? ofCopy : offset;
    }

    /** The results that a reduction has found so far: without a context, in the warm-up, they are copies. */
    static double[] numbers(Object context, MatchedRows matches, double[] copies) {
        return context == null ? copies : matches.accumulator().numbers();
    }

    static long[] integers(Object context, MatchedRows matches, long[] copies) {
        return context == null ? copies : matches.accumulator().integers();
    }

    /** The bits of a group that begins at a row, if it has that of a number modulo 8; otherwise none. */
    static long bitsOfPart(long bits, int row, int first) {
        return bits & ((row ^ first) & 7) - 1 >> 31;
    }

    /**
     * Writes a total if it has changed since it was read: else another thread may write there by now.
     *
     * <p>SAFETY: this and the next three get the place of an accumulator.
     */
    static void put(Object base, long offset, int total, int found) {
        if (total != found) {
            UnsafeApi.putInt(base, offset, total);
        }
    }

    static void put(Object base, long offset, long total, long found) {
        if (total != found) {
            UnsafeApi.putLong(base, offset, total);
        }
    }

    static void put(Object base, long offset, float total, float found) {
        put(base, offset, Float.floatToRawIntBits(total), Float.floatToRawIntBits(found));
    }

    static void put(Object base, long offset, double total, double found) {
        put(base, offset, Double.doubleToRawLongBits(total), Double.doubleToRawLongBits(found));
    }

    /** Removes the rows of a group that do not meet a predicate from their word. SAFETY: as {@link #word}. */
    static void narrow(long words, int row, long met, int lanes) {
        long address = words + ((long) (row >>> 6) << 3);
        long unmet = ~met & (1L << lanes) - 1;
        UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) & ~(unmet << row));
    }

    /** The address of the lowest column. */
    static long origin(long entry, int lowest) {
        return MatchedBlock.base(entry) + lowest;
    }

    static int firstIndex(long entry) {
        return Entities.firstIndex(MatchedBlock.base(entry));
    }

    /** The address of the present words of a component. */
    static long presentWords(long entry, int id) {
        return Pools.presentWords(MatchedBlock.base(entry), id);
    }

    /** In which rows, from a row on to the end of its word, a component is disabled. Without a branch, for the JIT. */
    static long disabled(long entry, int id, int row) {
        long area = presentWords(entry, id);
        int word = row >>> 6;
        long isDefined = RowBits.any(area + DISABLED_SUMMARY, word >>> 6) >>> word & 1;
        return (RowBits.get(area + DISABLED, word) & -isDefined) >>> row;
    }

    /** SAFETY: the address of a word below WORDS, of an entry or of a component. */
    static long word(long words, int row) {
        return UnsafeApi.getLong(null, words + ((long) (row >>> 6) << 3));
    }

    /** The first row of the lowest of some words, a bit each, of the 64 that end before a word. */
    static int firstRow(int endOfWords, long some) {
        return endOfWords - Long.SIZE + Long.numberOfTrailingZeros(some) << 6;
    }

    /** The row at which the words end that follow each other from {@link #firstRow} on. */
    static int endOfRun(int firstRow, long some) {
        return firstRow + (Long.numberOfTrailingZeros(~(some >>> Long.numberOfTrailingZeros(some))) << 6);
    }

    /** The words without those that follow each other from the lowest on. */
    static long withoutRun(long some) {
        return some & some + (some & -some);
    }

    /** The group with the next of the matching rows of a word, whose bits from this group's on are given. */
    static int nextGroup(int row, long bits, int lanes) {
        return bits == 0 ? (row | Long.SIZE - 1) + 1 : row + (Long.numberOfTrailingZeros(bits) & -lanes);
    }

    /** Whether the group bails. While the loop is warmed up, without matches, each does: the JIT sees both branches. */
    static boolean bails(boolean any, MatchedRows matches) {
        return any || matches == null;
    }

    /**
     * Runs the body itself over the rest of a word, and over the other words if it has replaced what was taken for
     * constant. Returns the next word.
     */
    static int bail(
            List<Guard> guards,
            RestOfWord rest,
            RowContext context,
            MatchedRows matches,
            long entry,
            int row,
            int end) {
        rest.run(context, matches, entry, row);
        int next = (row >>> 6) + 1;
        while (next < end && context != null && !Guard.areMet(guards)) {
            next = MatchedBlock.nextWord(entry, next);
            if (next < end) {
                rest.run(context, matches, entry, next << 6);
                next++;
            }
        }
        return next;
    }

    /** Whether the block of an entry has all columns between two offsets, and, if asked, each row its own index. */
    static boolean canRun(long entry, int lowest, int highest, boolean needsIndex) {
        long base = MatchedBlock.base(entry);
        return (lowest >= 0 || lowest >= Blocks.lowestColumn(base))
                && highest < Blocks.endOfColumns(base)
                && (!needsIndex || Entities.firstIndex(base) >= 0);
    }
}
