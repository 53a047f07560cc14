package basalt.storage.file;

import org.agrona.UnsafeApi;

/**
 * Copies the values of some rows of a lane side by side, and back.
 *
 * <p>SAFETY: a lane has ROWS values, and rows are below that; the packed values are as many as rows of the range are in
 * the set, which the caller has counted.
 */
final class PackedRows {
    /** Runs of fewer rows are copied one by one. */
    private static final int FEW = 8;

    private PackedRows() {}

    private static long range(int word, int from, int end) {
        int first = Math.max(0, from - (word << 6));
        int rest = Math.max(0, (word + 1 << 6) - end);
        return -1L << first & -1L >>> rest;
    }

    static int count(long[] words, int from, int end) {
        int count = 0;
        for (int word = from >>> 6; word << 6 < end; word++) {
            count += Long.bitCount(words[word] & range(word, from, end));
        }
        return count;
    }

    static void pack(long lane, long packed, int shift, long[] words, int from, int end) {
        copy(lane, packed, shift, words, from, end, true);
    }

    static void unpack(long packed, long lane, int shift, long[] words, int from, int end) {
        copy(lane, packed, shift, words, from, end, false);
    }

    /** Copies run by run; runs may go beyond a word. */
    private static void copy(long lane, long packed, int shift, long[] words, int from, int end, boolean packs) {
        long at = packed;
        int row = Math.min(end, RowWords.next(words, from, 0));
        while (row < end) {
            int last = Math.min(end, RowWords.next(words, row, -1L));
            long place = lane + ((long) row << shift);
            int rows = last - row;
            if (rows >= FEW) {
                UnsafeApi.copyMemory(packs ? place : at, packs ? at : place, (long) rows << shift);
            } else {
                copyFew(packs ? place : at, packs ? at : place, rows, shift);
            }
            at += (long) rows << shift;
            row = Math.min(end, RowWords.next(words, last, 0));
        }
    }

    private static void copyFew(long from, long to, int rows, int shift) {
        for (int i = 0; i < rows; i++) {
            switch (shift) {
                case 0 -> UnsafeApi.putByte(null, to + i, UnsafeApi.getByte(null, from + i));
                case 1 -> UnsafeApi.putShort(null, to + 2L * i, UnsafeApi.getShort(null, from + 2L * i));
                case 2 -> UnsafeApi.putInt(null, to + 4L * i, UnsafeApi.getInt(null, from + 4L * i));
                default -> UnsafeApi.putLong(null, to + 8L * i, UnsafeApi.getLong(null, from + 8L * i));
            }
        }
    }

    /** Whether all bytes are 0 or 1. */
    static boolean areBooleans(long values, int bytes) {
        int all = 0;
        for (int i = 0; i < bytes; i++) {
            all |= UnsafeApi.getByte(null, values + i);
        }
        return (all & ~1) == 0;
    }
}
