package basalt.examples.showcase.bullets.bulletml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a pattern file, within the length limit, and the offsets of its lines. */
final class SourceText {
    /** Largest size of a file in bytes, or of a text in chars. */
    static final int MOST = 1 << 20;

    private static final Pattern ENCODING =
            Pattern.compile("<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._:-]*)[\"']");
    private static final int HEAD_BYTES = 200;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String name;
    private final String text;
    private final Lines lines;

    private SourceText(String name, String text) {
        this.name = name;
        this.text = text;
        lines = new Lines(text);
    }

    /** Reads a text. Does not close the reader. */
    static SourceText read(Reader reader, String name) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] part = new char[8192];
        for (int n = reader.read(part); n >= 0; n = reader.read(part)) {
            text.append(part, 0, n);
            if (text.length() > MOST) {
                throw tooLong(name);
            }
        }
        return of(name, text.toString());
    }

    /**
     * Reads bytes, in the encoding of their byte order mark or XML declaration, or else in UTF-8. Does not close the
     * stream.
     */
    static SourceText read(InputStream in, String name) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
            read.write(part, 0, n);
            if (read.size() > MOST) {
                throw tooLong(name);
            }
        }
        byte[] bytes = read.toByteArray();
        CharsetDecoder decoder = charset(bytes, name)
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer chars = CharBuffer.allocate((int) (bytes.length * decoder.maxCharsPerByte()) + 2);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), chars, true);
        if (!result.isError()) {
            result = decoder.flush(chars);
        }
        SourceText source = of(name, chars.flip().toString());
        if (result.isError()) {
            throw source.error(
                    source.text.length(),
                    "bytes that are not valid in " + decoder.charset(),
                    "save the file in the encoding that its first line names, or in UTF-8");
        }
        return source;
    }

    String text() {
        return text;
    }

    Lines lines() {
        return lines;
    }

    /**
     * Creates an exception for an offset in the text.
     *
     * @param what the problem
     * @param remedy how to fix it
     */
    PatternException error(int offset, String what, String remedy) {
        return new PatternException(name, lines.line(offset), lines.column(offset), what, remedy);
    }

    /**
     * Requires that the DOCTYPE, if there is one, has no declarations. The XML reader is configured to skip it, and
     * would silently skip entities.
     */
    void requirePlainDoctype() {
        int at = 0;
        while (at >= 0) {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (text.startsWith("<?", at)) {
                at = after("?>", at + 2);
            } else if (text.startsWith("<!--", at)) {
                at = after("-->", at + 4);
            } else {
                if (text.startsWith("<!DOCTYPE", at)) {
                    requireNoSubset(at);
                }
                return;
            }
        }
    }

    private void requireNoSubset(int doctype) {
        char quote = 0;
        for (int i = doctype; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[') {
                throw error(
                        i, "a DOCTYPE with declarations", "remove everything from [ to ]: entities are not supported");
            } else if (c == '>') {
                return;
            }
        }
    }

    private int after(String end, int from) {
        int at = text.indexOf(end, from);
        return at < 0 ? -1 : at + end.length();
    }

    private static SourceText of(String name, String text) {
        boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        return new SourceText(name, marked ? text.substring(1) : text);
    }

    private static Charset charset(byte[] bytes, String name) {
        int first = bytes.length > 1 ? (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF : 0;
        if (first == 0xFEFF || first == 0xFFFE) {
            return StandardCharsets.UTF_16;
        }
        if (first == 0xEFBB && bytes.length > 2 && (bytes[2] & 0xFF) == 0xBF) {
            return StandardCharsets.UTF_8; // overrides the XML declaration
        }
        String head = new String(bytes, 0, Math.min(bytes.length, HEAD_BYTES), StandardCharsets.ISO_8859_1);
        Matcher encoding = ENCODING.matcher(head);
        if (!encoding.find()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(encoding.group(1));
        } catch (IllegalArgumentException e) { // an unknown or illegal name
            throw new SourceText(name, head)
                    .error(
                            encoding.start(1),
                            "unknown encoding " + PatternException.quoted(encoding.group(1)),
                            "UTF-8 is always supported");
        }
    }

    private static PatternException tooLong(String name) {
        return new PatternException(
                name, 1, 1, "longer than " + MOST + " bytes", "a pattern is a small file: use repeat and references");
    }
}
