package basalt.match;

import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ColumnKind;
import basalt.storage.ColumnMemory;
import basalt.storage.RowBits;
import java.util.Arrays;

/**
 * Evaluates conditions on many words of a block at once, in loops that the JIT vectorises. It cannot turn a comparison
 * of 64 rows into 64 bits. So each loop runs over a stretch of rows and collects one bit of each row, in an element for
 * each row of the stretch:
 *
 * <pre>
 *                     element 0    element 1    ...    element 511
 *   stretch 0, bit 0  row 0        row 1               row 511
 *   stretch 1, bit 1  row 512      row 513             row 1023
 *   ...
 *   stretch 31, bit 31
 * </pre>
 *
 * <p>The words are the columns of this matrix of bits: it is transposed at the end, 64 elements at a time. A column of
 * 8 bytes has 64 stretches of 256 rows.
 *
 * <p>The elements are on the heap: the JIT then knows that a loop does not write the column that it reads.
 *
 * <p>SAFETY: a stretch begins in the column, and ends in it.
 */
final class ColumnScan {
    static final int MIN_WORDS = 24;

    private static final int INTS = 512;
    private static final int LONGS = 256;
    private static final int WORDS_OF_INTS = INTS >> 6;
    private static final int WORDS_OF_LONGS = LONGS >> 6;

    private final int[] ints = new int[INTS];
    private final long[] longs = new long[LONGS];
    private final long[] matrix = new long[Integer.SIZE];
    private final long[] met = new long[WORDS];

    /** Begins with no condition, which no row meets. */
    void begin() {
        Arrays.fill(met, 0);
    }

    /** Evaluates a condition in the words of a summary. Rows that meet it meet at least one condition. */
    void add(ValueCondition condition, long base, long summary) {
        if (condition.kind().shift() < 2) {
            addByWord(condition, base, summary);
            return;
        }
        boolean isInt = condition.kind().shift() == 2;
        long low = isInt ? Math.max(condition.lowest(), Integer.MIN_VALUE) : condition.lowest();
        long high = isInt ? Math.min(condition.highest(), Integer.MAX_VALUE) : condition.highest();
        boolean isInverted = condition.isInverted();
        if (low > high) { // no key is in the range: all keys are outside of all keys
            low = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
            high = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
            isInverted = !isInverted;
        }
        if (isInt) {
            scanInts(condition, base, summary, (int) low, (int) (high - low), isInverted ? 0 : -1);
        } else {
            scanLongs(condition, base, summary, low, high - low, isInverted ? 0 : -1);
        }
    }

    /** The rows of a word that meet at least one condition. Undefined for words that were not in the summary. */
    long met(int word) {
        return met[word];
    }

    private void addByWord(ValueCondition condition, long base, long summary) {
        for (int word = RowBits.nextAny(summary, 0); word < WORDS; word = RowBits.nextAny(summary, word + 1)) {
            met[word] |= condition.rows(base, word, -1L);
        }
    }

    private void scanInts(ValueCondition condition, long base, long summary, int low, int span, int flip) {
        boolean isFloat = condition.kind() == ColumnKind.FLOAT32;
        Arrays.fill(ints, 0);
        for (int stretch = 0; stretch < Integer.SIZE; stretch++) {
            if ((RowBits.any(summary, stretch >>> 3) >>> (stretch << 3) & 0xFF) != 0) {
                long start = base + (long) stretch * INTS * Integer.BYTES;
                if (isFloat) {
                    scanFloats(ints, start, condition.offset(), low, span, flip, 1 << stretch);
                } else {
                    scanInts(ints, start, condition.offset(), (int) condition.mask(), low, span, flip, 1 << stretch);
                }
            }
        }
        for (int first = 0; first < WORDS_OF_INTS; first++) {
            collectInts(first);
        }
    }

    private static void scanInts(int[] bits, long origin, int offset, int mask, int low, int span, int flip, int bit) {
        for (int i = 0; i < INTS; i++) {
            int distance = (ColumnMemory.getInt(origin, i, offset) & mask) - low;
            int outside = ~span & distance | ~(span ^ distance) & (span - distance); // its sign
            bits[i] |= (outside >> 31 ^ flip) & bit;
        }
    }

    private static void scanFloats(int[] bits, long origin, int offset, int low, int span, int flip, int bit) {
        for (int i = 0; i < INTS; i++) {
            int distance = ValueCondition.floatKey(ColumnMemory.getInt(origin, i, offset)) - low;
            int outside = ~span & distance | ~(span ^ distance) & (span - distance);
            bits[i] |= (outside >> 31 ^ flip) & bit;
        }
    }

    /** Transposes 64 elements into the words {@code first}, {@code first + 8} and so on. */
    private void collectInts(int first) {
        int element = first << 6;
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = ints[element + i] & 0xFFFFFFFFL | (long) ints[element + i + Integer.SIZE] << 32;
        }
        swap(matrix, 0, 32, 16, 0x0000FFFF0000FFFFL);
        transpose16(matrix, 0, 32);
        for (int i = 0; i < matrix.length; i++) {
            met[i * WORDS_OF_INTS + first] |= matrix[i];
        }
    }

    private void scanLongs(ValueCondition condition, long base, long summary, long low, long span, long flip) {
        boolean isDouble = condition.kind() == ColumnKind.FLOAT64;
        Arrays.fill(longs, 0);
        for (int stretch = 0; stretch < Long.SIZE; stretch++) {
            if ((RowBits.any(summary, stretch >>> 4) >>> (stretch << 2) & 0xF) != 0) {
                long start = base + (long) stretch * LONGS * Long.BYTES;
                if (isDouble) {
                    scanDoubles(longs, start, condition.offset(), low, span, flip, 1L << stretch);
                } else {
                    scanLongs(longs, start, condition.offset(), condition.mask(), low, span, flip, 1L << stretch);
                }
            }
        }
        for (int first = 0; first < WORDS_OF_LONGS; first++) {
            collectLongs(first);
        }
    }

    private static void scanLongs(
            long[] bits, long origin, int offset, long mask, long low, long span, long flip, long bit) {
        for (int i = 0; i < LONGS; i++) {
            long distance = (ColumnMemory.getLong(origin, i, offset) & mask) - low;
            long outside = ~span & distance | ~(span ^ distance) & (span - distance);
            bits[i] |= (outside >> 63 ^ flip) & bit;
        }
    }

    private static void scanDoubles(long[] bits, long origin, int offset, long low, long span, long flip, long bit) {
        for (int i = 0; i < LONGS; i++) {
            long distance = ValueCondition.doubleKey(ColumnMemory.getLong(origin, i, offset)) - low;
            long outside = ~span & distance | ~(span ^ distance) & (span - distance);
            bits[i] |= (outside >> 63 ^ flip) & bit;
        }
    }

    /** Transposes 64 elements into the words {@code first}, {@code first + 4} and so on. */
    private void collectLongs(int first) {
        int element = first << 6;
        swap(longs, element, 64, 32, 0x00000000FFFFFFFFL);
        swap(longs, element, 64, 16, 0x0000FFFF0000FFFFL);
        transpose16(longs, element, 64);
        for (int i = 0; i < Long.SIZE; i++) {
            met[i * WORDS_OF_LONGS + first] |= longs[element + i];
        }
    }

    /** Transposes each square of 16 x 16 bits. */
    private static void transpose16(long[] rows, int from, int count) {
        swap(rows, from, count, 8, 0x00FF00FF00FF00FFL);
        swap(rows, from, count, 4, 0x0F0F0F0F0F0F0F0FL);
        swap(rows, from, count, 2, 0x3333333333333333L);
        swap(rows, from, count, 1, 0x5555555555555555L);
    }

    /** Swaps, in each square of {@code 2 * size} bits, the upper right quarter with the lower left one. */
    private static void swap(long[] rows, int from, int count, int size, long mask) {
        for (int square = from; square < from + count; square += 2 * size) {
            for (int i = square; i < square + size; i++) {
                long both = (rows[i] >>> size ^ rows[i + size]) & mask;
                rows[i + size] ^= both;
                rows[i] ^= both << size;
            }
        }
    }

    static int countWords(long summary) {
        int words = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            words += Long.bitCount(RowBits.any(summary, group));
        }
        return words;
    }
}
