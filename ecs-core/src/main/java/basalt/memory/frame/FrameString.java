package basalt.memory.frame;

import basalt.memory.Slice;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A UTF-8 text in frame memory that is built by appending, with a fixed capacity.
 *
 * <pre>{@code
 * FrameString line = FrameString.in(arena, 128);
 * line.append("alive: ").append(count).append(", ms: ").appendFixed(millis, 2);
 * line.wrapUnchecked(buffer); // an Agrona buffer over the bytes
 * }</pre>
 *
 * <p>If a value does not fit, {@code append} throws and nothing is appended. Methods make no garbage unless they say
 * so. Lifetime, failures and threads are described at {@link FrameCollection}.
 */
public final class FrameString extends FrameCollection {
    /** The largest number of decimals of {@link #appendFixed}. */
    public static final int MAX_DECIMALS = 9;

    private static final double BEYOND_LONG = 0x1p63;

    private FrameString(Slice slice, int capacity) {
        super(slice, capacity);
    }

    /**
     * Creates an empty text in the innermost open scope or mark.
     *
     * @param capacityBytes the largest number of bytes, at least 1
     */
    public static FrameString in(FrameArena arena, int capacityBytes) {
        return new FrameString(allocate(arena, capacityBytes, Byte.BYTES), capacityBytes);
    }

    /** Appends characters. A surrogate without its partner becomes a question mark. */
    public FrameString append(CharSequence text) {
        if (text == null) {
            throw new IllegalArgumentException("text must not be null");
        }
        requireLive();
        int end = size;
        for (int i = 0; i < text.length(); i++) {
            int codePoint = Character.codePointAt(text, i);
            if (Character.isSupplementaryCodePoint(codePoint)) {
                i++; // the code point has two chars
            }
            end = encode(codePoint, end);
        }
        size = end;
        return this;
    }

    /** Appends a character. A surrogate becomes a question mark. */
    public FrameString append(char character) {
        requireLive();
        size = encode(character, size);
        return this;
    }

    /** Appends an integer, in decimal. */
    public FrameString append(long value) {
        return appendNumber(value < 0, value < 0 ? value : -value, 0, 0);
    }

    /**
     * Appends a number with a fixed number of decimals. Rounds to nearest, ties away from zero, within the
     * precision of a double. A value that rounds to zero has no sign. NaN, infinities and magnitudes from 2^63 are
     * written as by {@link Double#toString(double)}; only that makes garbage.
     *
     * @param decimals the number of digits after the point, from 0 to {@link #MAX_DECIMALS}; with 0 there is no point
     */
    public FrameString appendFixed(double value, int decimals) {
        if (decimals < 0 || decimals > MAX_DECIMALS) {
            throw new IllegalArgumentException("decimals must be from 0 to " + MAX_DECIMALS + ": decimals=" + decimals);
        }
        double magnitude = Math.abs(value);
        if (!(magnitude < BEYOND_LONG)) {
            return append(Double.toString(value));
        }
        long one = powerOfTen(decimals);
        long whole = (long) magnitude;
        long fraction = Math.round((magnitude - whole) * one); // the difference is exact
        if (fraction == one) {
            whole++;
            fraction = 0;
        }
        return appendNumber(value < 0 && (whole | fraction) != 0, -whole, -fraction, decimals);
    }

    /**
     * Wraps the bytes of the text in an Agrona buffer, for interfaces that take one. Text that is appended later is not
     * part of the buffer.
     *
     * <p>The buffer checks its bounds, but not whether the memory is live. A buffer that is used after the memory is
     * dead reads and writes unrelated memory, or crashes the process.
     *
     * @param buffer the buffer, which no longer refers to what it wrapped before
     */
    public void wrapUnchecked(UnsafeBuffer buffer) {
        slice.wrapUnchecked(buffer);
        buffer.wrap(
                buffer.addressOffset(), size); // SAFETY: the buffer holds the whole slice, and size is not above that
    }

    /** {@return the text, copied to the heap} */
    @Override
    public String toString() {
        requireLive();
        byte[] bytes = new byte[size];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = slice.getByte(i);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void requireRoom(int bytes, int at) {
        if (bytes > capacity - at) {
            throw new IllegalStateException("text does not fit: size=" + size + ", capacity=" + capacity
                    + "; create it with a larger capacity");
        }
    }

    /** Writes a character at an offset; returns its end. */
    private int encode(int codePointOrSurrogate, int at) {
        boolean isSurrogate = codePointOrSurrogate >>> 11 == Character.MIN_SURROGATE >>> 11;
        int codePoint = isSurrogate ? '?' : codePointOrSurrogate;
        int bytes = codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
        requireRoom(bytes, at);
        if (bytes == 1) {
            slice.putByte(at, (byte) codePoint);
            return at + 1;
        }
        int rest = codePoint;
        for (int i = bytes - 1; i > 0; i--) {
            slice.putByte(at + i, (byte) (0x80 | rest & 0x3F)); // six bits each, the lowest last
            rest >>>= 6;
        }
        slice.putByte(at, (byte) (0xF00 >> bytes | rest)); // as many leading one bits as there are bytes
        return at + bytes;
    }

    /** Both parts are passed negated, since Long.MIN_VALUE has no positive counterpart. */
    private FrameString appendNumber(boolean isNegative, long negatedWhole, long negatedFraction, int decimals) {
        requireLive();
        int wholeDigits = digits(negatedWhole);
        int bytes = (isNegative ? 1 : 0) + wholeDigits + (decimals > 0 ? 1 + decimals : 0);
        requireRoom(bytes, size);
        int at = size;
        if (isNegative) {
            slice.putByte(at++, (byte) '-');
        }
        at = writeDigits(at, negatedWhole, wholeDigits);
        if (decimals > 0) {
            slice.putByte(at++, (byte) '.');
            writeDigits(at, negatedFraction, decimals);
        }
        size += bytes;
        return this;
    }

    private int writeDigits(int at, long negated, int count) {
        long rest = negated;
        for (int i = count - 1; i >= 0; i--) {
            slice.putByte(at + i, (byte) ('0' - rest % 10));
            rest /= 10;
        }
        return at + count;
    }

    private static int digits(long negated) {
        int count = 1;
        for (long rest = negated / 10; rest != 0; rest /= 10) {
            count++;
        }
        return count;
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
