package basalt.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

/** Reads what a {@link BitWriter} has written. Each read is checked against the end. */
final class BitReader {
    private long[] words = new long[256];
    private int limit;
    private int position;

    /** Begins at the first bit of a copy of the bytes. */
    void wrap(DirectBuffer from, int offset, int length) {
        int count = length + 7 >>> 3;
        if (count + 1 > words.length) {
            words = new long[count + 1];
        }
        for (int i = 0; i < length >>> 3; i++) {
            words[i] = from.getLong(offset + (i << 3), LITTLE_ENDIAN);
        }
        words[count] = 0;
        if ((length & 7) != 0) {
            long rest = 0;
            for (int i = length & ~7; i < length; i++) {
                rest |= (from.getByte(offset + i) & 0xFFL) << (i << 3);
            }
            words[count - 1] = rest;
            words[count] = 0;
        }
        limit = length << 3;
        position = 0;
    }

    /** {@return whether all bits but those that fill the last byte were read, and these are zeros} */
    boolean isAtEnd() {
        int rest = limit - position;
        return rest < Byte.SIZE && get(rest) == 0;
    }

    int get(int width) {
        int at = position;
        if (width > limit - at) {
            throw new DamagedPacketException("the packet ends too early");
        }
        position = at + width;
        int word = at >>> 6;
        long bits = words[word] >>> at;
        if ((at & 63) + width > Long.SIZE) {
            bits |= words[word + 1] << -at;
        }
        return (int) (bits & (1L << width) - 1);
    }

    /** {@return the next flag} */
    boolean getFlag() {
        return get(1) != 0;
    }

    /** Reads a number of 64 bits or less. */
    long getLong(int width) {
        long low = Integer.toUnsignedLong(get(Math.min(width, Integer.SIZE)));
        return width <= Integer.SIZE ? low : low | (long) get(width - Integer.SIZE) << Integer.SIZE;
    }

    /** {@return the next number that {@link BitWriter#putVariable} has written} */
    long getVariable() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 4) {
            int group = get(5);
            value |= (group & 0xFL) << shift;
            if (group < 0x10) {
                return value;
            }
        }
        throw new DamagedPacketException("a number of the packet is too long");
    }

    /** Reads a number that {@link BitWriter#putVariable} has written. */
    int getCount(int most, String name) {
        long value = getVariable();
        if (value < 0 || value > most) {
            throw new DamagedPacketException(name + " is out of range: " + value + ", at most " + most);
        }
        return (int) value;
    }
}
