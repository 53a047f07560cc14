package basalt.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.Arrays;
import org.agrona.MutableDirectBuffer;

/**
 * Writes numbers of 0 to 64 bits one behind the other, the lowest bit first. The memory grows in {@link #reserve}, so
 * that the writing of single numbers does not check it.
 */
final class BitWriter {
    private long[] words = new long[256];
    private int count;
    private long last;
    private int lastBits;

    /** Drops what was written. */
    void clear() {
        count = 0;
        last = 0;
        lastBits = 0;
    }

    /**
     * Makes room. Must be called before numbers are written.
     *
     * @param bits what will be written before the next call, at most
     */
    void reserve(int bits) {
        int needed = count + (bits >>> 6) + 2;
        if (needed > words.length) {
            words = Arrays.copyOf(words, Math.max(needed, 2 * words.length));
        }
    }

    /** {@return the bits that were written} */
    int bits() {
        return (count << 6) + lastBits;
    }

    /** {@return the bytes that were written, the last one filled up with zeros} */
    int bytes() {
        return bits() + 7 >>> 3;
    }

    void put(int value, int width) {
        long bits = value & (1L << width) - 1;
        last |= bits << lastBits;
        lastBits += width;
        if (lastBits >= Long.SIZE) {
            words[count++] = last;
            lastBits -= Long.SIZE;
            last = lastBits == 0 ? 0 : bits >>> width - lastBits;
        }
    }

    /** Writes some of up to 64 numbers. */
    void putAll(int[] values, int from, long which, int width) {
        long bits = last;
        int filled = lastBits;
        int at = count;
        for (long rest = which; rest != 0; rest &= rest - 1) {
            long value = Integer.toUnsignedLong(values[from + Long.numberOfTrailingZeros(rest)]);
            bits |= value << filled;
            filled += width;
            if (filled >= Long.SIZE) {
                words[at++] = bits;
                filled -= Long.SIZE;
                bits = filled == 0 ? 0 : value >>> width - filled;
            }
        }
        last = bits;
        lastBits = filled;
        count = at;
    }

    void put(boolean value) {
        put(value ? 1 : 0, 1);
    }

    /** Writes a number of 64 bits or less. */
    void putLong(long value, int width) {
        put((int) value, Math.min(width, Integer.SIZE));
        if (width > Integer.SIZE) {
            put((int) (value >>> Integer.SIZE), width - Integer.SIZE);
        }
    }

    /**
     * Writes a number as groups of four bits, each with a bit that says whether another one follows: 5 bits for a
     * number below 16.
     */
    void putVariable(long value) {
        long rest = value;
        while (rest >>> 4 != 0) {
            put((int) rest & 0xF | 0x10, 5);
            rest >>>= 4;
        }
        put((int) rest, 5);
    }

    /**
     * Copies the bytes.
     *
     * @param offset place of the first byte; there must be room for {@link #bytes}
     */
    void copyTo(MutableDirectBuffer to, int offset) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            to.putLong(at, words[i], LITTLE_ENDIAN);
            at += Long.BYTES;
        }
        for (int bits = 0; bits < lastBits; bits += Byte.SIZE) {
            to.putByte(at++, (byte) (last >>> bits));
        }
    }
}
