package basalt.storage;

import basalt.component.VariableColumn;
import basalt.internal.Utf8;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/** The bytes and the characters of a string, in arrays that a thread uses again for the next one. */
final class Text {
    /** Longer arrays are not used again. */
    private static final int MOST_KEPT = 1 << 16;

    private static final ThreadLocal<Text> OF_THREAD = ThreadLocal.withInitial(() -> new Text(64));

    private final byte[] bytes;
    private final char[] chars;
    private int byteCount;
    private int charCount;

    private Text(int most) {
        bytes = new byte[Utf8.MOST_BYTES * most];
        chars = new char[most];
    }

    /** One for a number of characters, of which each has a byte or more. */
    private static Text ofThread(int most) {
        Text kept = OF_THREAD.get();
        if (most <= kept.chars.length) {
            return kept;
        }
        Text larger = new Text(Math.max(most, Math.min(2 * kept.chars.length, MOST_KEPT)));
        if (most <= MOST_KEPT) {
            OF_THREAD.set(larger);
        }
        return larger;
    }

    /** Encodes a string; throws if it is too long. */
    static Text encode(String value) {
        return encode(value, 0, value.length());
    }

    /** Encodes a part of a string. */
    static Text encode(String value, int from, int end) {
        requireLength(end - from);
        Text text = ofThread(end - from);
        text.byteCount = Utf8.encode(value, from, end, text.bytes);
        requireLength(text.byteCount);
        return text;
    }

    private static void requireLength(int length) {
        if (length > VariableColumn.MAX_LENGTH) {
            throw new IllegalArgumentException("a string has at most " + VariableColumn.MAX_LENGTH
                    + " bytes as UTF-8: use several entities; length=" + length);
        }
    }

    /** Decodes bytes. SAFETY: the caller has so many at the address, which {@link #encode} has made. */
    static Text decode(long address, int length) {
        Text text = ofThread(length);
        UnsafeApi.copyMemory(null, address, text.bytes, BufferUtil.ARRAY_BASE_OFFSET, length);
        text.charCount = Utf8.decode(text.bytes, length, text.chars);
        return text;
    }

    byte[] bytes() {
        return bytes;
    }

    int byteCount() {
        return byteCount;
    }

    @Override
    public String toString() {
        return new String(chars, 0, charCount);
    }

    /** A hash of 64 bits, of bytes in an array or, for null, at an address. */
    static long longHash(byte[] array, long at, int length) {
        long hash = length;
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            hash = mixed(hash ^ UnsafeApi.getLong(array, at + i));
        }
        long rest = 0;
        for (; i < length; i++) {
            rest = rest << Byte.SIZE | UnsafeApi.getByte(array, at + i) & 0xFF;
        }
        return mixed(hash ^ rest);
    }

    /** Stafford's mixer 13, that of {@link java.util.SplittableRandom}. */
    private static long mixed(long bits) {
        long half = (bits ^ bits >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        long all = (half ^ half >>> 27) * 0x94D0_49BB_1331_11EBL;
        return all ^ all >>> 31;
    }

    long longHash() {
        return longHash(bytes, BufferUtil.ARRAY_BASE_OFFSET, byteCount);
    }

    /** Whether these are the bytes at an address. */
    boolean hasBytes(long address, int length) {
        boolean isSame = byteCount == length;
        for (int i = 0; isSame && i < length; i++) {
            isSame = bytes[i] == UnsafeApi.getByte(null, address + i);
        }
        return isSame;
    }

    /** As {@link String#compareTo}. */
    int compareTo(CharSequence other) {
        int common = Math.min(charCount, other.length());
        for (int i = 0; i < common; i++) {
            if (chars[i] != other.charAt(i)) {
                return chars[i] - other.charAt(i);
            }
        }
        return charCount - other.length();
    }

    /** As {@link String#hashCode}. */
    int hash() {
        int hash = 0;
        for (int i = 0; i < charCount; i++) {
            hash = 31 * hash + chars[i];
        }
        return hash;
    }
}
