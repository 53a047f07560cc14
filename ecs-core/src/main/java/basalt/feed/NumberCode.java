package basalt.feed;

import java.util.Arrays;

/**
 * How the numbers of a field are written: small ones take few bits. All in the same width, or, if a few are much larger
 * than the others, each by itself (a Golomb code with exponentially growing classes, J. Teuhola 1978):
 *
 * <pre>
 *   0                                  all are 0
 *   1 0   width - 1: 5                 each: width bits
 *   1 1   small: 5                     each: 1   small bits              if it has at most so many
 *                                            e zeros   1   rest          if it has small + e bits; the first, a 1, is
 *                                                                        left out
 * </pre>
 */
final class NumberCode {
    private static final int HEAD_BITS = 7;
    private static final int WIDTH_BITS = 5;

    /** How many numbers have how many bits. */
    private final int[] lengths = new int[Integer.SIZE + 1];

    /** Finds the shorter way. Returns what {@link #write} needs to know: 0, the width, or -1 - the small bits. */
    int choose(int[] numbers, int from, long rows, int whole) {
        int all = 0;
        for (int i = from; i < from + whole; i++) {
            all |= numbers[i];
        }
        for (long rest = whole > 0 ? 0 : rows; rest != 0; rest &= rest - 1) {
            all |= numbers[from + Long.numberOfTrailingZeros(rest)];
        }
        int width = length(all);
        if (width <= 2) {
            return width;
        }
        int total = Long.bitCount(rows);
        Arrays.fill(lengths, 0);
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            lengths[length(numbers[from + Long.numberOfTrailingZeros(rest)])]++;
        }
        int small = median(total);
        return classBits(small, width) < width * total ? -1 - small : width;
    }

    private static int length(int number) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(number);
    }

    /** The best number of small bits: one more costs all shorter numbers a bit, and saves all longer ones one. */
    private int median(int total) {
        int small = 0;
        int shorter = lengths[0];
        while (2 * shorter + lengths[small + 1] < total) {
            shorter += lengths[++small];
        }
        return small;
    }

    private int classBits(int small, int width) {
        int bits = 0;
        for (int length = 0; length <= width; length++) {
            bits += lengths[length] * (length <= small ? 1 + small : 2 * length - small);
        }
        return bits;
    }

    /** The bits of numbers after {@link #choose} for them. */
    int bits(int way, long rows) {
        if (way == 0) {
            return 1;
        }
        if (way > 0) {
            return HEAD_BITS + way * Long.bitCount(rows);
        }
        return HEAD_BITS + classBits(-1 - way, Integer.SIZE);
    }

    void write(BitWriter to, int way, int[] numbers, int from, long rows) {
        to.put(way != 0);
        if (way > 0) {
            to.put(false);
            to.put(way - 1, WIDTH_BITS);
            to.putAll(numbers, from, rows, way);
        } else if (way < 0) {
            int small = -1 - way;
            to.put(true);
            to.put(small, WIDTH_BITS);
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                write(to, numbers[from + Long.numberOfTrailingZeros(rest)], small);
            }
        }
    }

    private static void write(BitWriter to, int number, int small) {
        int length = length(number);
        if (length <= small) {
            to.put(1, 1);
            to.put(number, small);
        } else {
            to.put(0, length - small);
            to.put(1, 1);
            to.put(number, length - 1); // without the first bit
        }
    }

    static void read(BitReader from, int[] numbers, int to, long rows) {
        int width = 0;
        int small = -1;
        if (from.getFlag()) {
            if (from.getFlag()) {
                small = from.get(WIDTH_BITS);
            } else {
                width = from.get(WIDTH_BITS) + 1;
            }
        }
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            numbers[to + Long.numberOfTrailingZeros(rest)] = small < 0 ? from.get(width) : read(from, small);
        }
    }

    private static int read(BitReader from, int small) {
        int length = small;
        while (!from.getFlag()) {
            if (++length > Integer.SIZE) {
                throw new DamagedPacketException("a number has more than " + Integer.SIZE + " bits");
            }
        }
        return length == small ? from.get(small) : 1 << length - 1 | from.get(length - 1);
    }
}
