package basalt.internal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Any string as bytes: UTF-8, in which an unpaired surrogate, such as a name that was cut in the middle of a character
 * has, is written in three bytes like other characters, and not replaced by a question mark.
 */
public final class Utf8 {
    /** The most bytes for a character. */
    public static final int MOST_BYTES = 3;

    private static final int LOW_BITS = 0x3F;

    private Utf8() {}

    /** Encodes a string. Returns its bytes. */
    public static byte[] encode(String text) {
        byte[] bytes = new byte[MOST_BYTES * text.length()];
        return Arrays.copyOf(bytes, encode(text, 0, text.length(), bytes));
    }

    /**
     * Encodes a part of a string, which divides no character, to an array, which has {@link #MOST_BYTES} for each
     * character. Returns the number of bytes.
     */
    public static int encode(String text, int from, int end, byte[] to) {
        int at = 0;
        for (int i = from; i < end; i++) {
            int c = text.codePointAt(i);
            if (c < 1 << 7) {
                to[at++] = (byte) c;
                continue;
            }
            if (c < 1 << 11) {
                to[at++] = (byte) (0xC0 | c >> 6);
            } else {
                if (c < 1 << 16) {
                    to[at++] = (byte) (0xE0 | c >> 12);
                } else {
                    to[at++] = (byte) (0xF0 | c >> 18);
                    to[at++] = (byte) (0x80 | c >> 12 & LOW_BITS);
                    i++; // two characters
                }
                to[at++] = (byte) (0x80 | c >> 6 & LOW_BITS);
            }
            to[at++] = (byte) (0x80 | c & LOW_BITS);
        }
        return at;
    }

    /**
     * Decodes bytes that {@link #encode} has made. Returns the number of characters.
     *
     * @param to has room for a character for each byte
     */
    public static int decode(byte[] bytes, int length, char[] to) {
        int count = 0;
        for (int i = 0; i < length; count++) {
            int first = bytes[i++];
            if (first >= 0) {
                to[count] = (char) first;
            } else if (first < (byte) 0xE0) {
                to[count] = (char) ((first & 0x1F) << 6 | bytes[i++] & LOW_BITS);
            } else if (first < (byte) 0xF0) {
                to[count] = (char) (first << 12 | (bytes[i++] & LOW_BITS) << 6 | bytes[i++] & LOW_BITS);
            } else {
                int c = (first & 7) << 18 | (bytes[i++] & LOW_BITS) << 12;
                c |= (bytes[i++] & LOW_BITS) << 6 | bytes[i++] & LOW_BITS;
                to[count++] = Character.highSurrogate(c);
                to[count] = Character.lowSurrogate(c);
            }
        }
        return count;
    }

    /**
     * Decodes what {@link #encode(String)} has made.
     *
     * @param bytes has the bytes, or any bytes
     */
    public static String decode(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        int begin = 0;
        for (int i = 0; i <= bytes.length - MOST_BYTES; i++) {
            if ((bytes[i] & 0xFF) == 0xED && (bytes[i + 1] & 0xE0) == 0xA0 && (bytes[i + 2] & 0xC0) == 0x80) {
                append(text, bytes, begin, i);
                text.append((char) (0xD000 | (bytes[i + 1] & LOW_BITS) << 6 | bytes[i + 2] & LOW_BITS));
                begin = i + MOST_BYTES;
                i = begin - 1;
            }
        }
        append(text, bytes, begin, bytes.length);
        return text.toString();
    }

    private static void append(StringBuilder text, byte[] bytes, int begin, int end) {
        try {
            text.append(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, begin, end - begin)));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the bytes are no text", e);
        }
    }
}
