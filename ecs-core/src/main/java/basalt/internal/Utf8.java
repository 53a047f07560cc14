package basalt.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Any string as bytes: UTF-8, in which an unpaired surrogate, such as a name that was cut in the middle of a character
 * has, is written in three bytes like other characters, and not replaced by a question mark.
 */
public final class Utf8 {
    private static final int SURROGATE_BYTES = 3;
    private static final int LOW_BITS = 0x3F;

    private Utf8() {}

    /** Encodes a string. Returns its bytes. */
    public static byte[] encode(String text) {
        if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.codePoints().forEach(c -> {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                bytes.write(0xE0 | c >> 12);
                bytes.write(0x80 | c >> 6 & LOW_BITS);
                bytes.write(0x80 | c & LOW_BITS);
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    /**
     * Decodes what {@link #encode} has made.
     *
     * @param bytes has the bytes, or any bytes
     */
    public static String decode(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        int begin = 0;
        for (int i = 0; i <= bytes.length - SURROGATE_BYTES; i++) {
            if ((bytes[i] & 0xFF) == 0xED && (bytes[i + 1] & 0xE0) == 0xA0 && (bytes[i + 2] & 0xC0) == 0x80) {
                append(text, bytes, begin, i);
                text.append((char) (0xD000 | (bytes[i + 1] & LOW_BITS) << 6 | bytes[i + 2] & LOW_BITS));
                begin = i + SURROGATE_BYTES;
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
