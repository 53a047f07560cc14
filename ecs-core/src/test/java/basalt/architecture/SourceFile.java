package basalt.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java file as text, and as code with comments and literals replaced by blanks at the same lines and columns.
 *
 * @param path its path under the source root, with slashes
 * @param text the whole text
 * @param code the text with blanks for comments, strings and character literals
 */
record SourceFile(String path, String text, String code) {
    static SourceFile of(String path, String text) {
        return new SourceFile(path, text, blank(text));
    }

    /** All Java files under a source root, sorted by path. */
    static List<SourceFile> under(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(file -> read(root, file))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SourceFile read(Path root, Path file) {
        try {
            return of(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The layer of the file: its package after "basalt.", first part; empty outside the library. */
    String layer() {
        String[] parts = path.split("/");
        return parts.length > 2 && parts[0].equals("basalt") ? parts[1] : "";
    }

    /** The subpackage of the file in its layer, such as "frame" in memory; empty for the layer itself. */
    String sublayer() {
        String[] parts = path.split("/");
        return String.join(".", Arrays.asList(parts).subList(Math.min(2, parts.length - 1), parts.length - 1));
    }

    /** The folder of the file. */
    String folder() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** The file's name without ".java". */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length());
    }

    /** The number of lines with code; blank lines and comments do not count. */
    int codeLineCount() {
        return (int) code.lines().filter(line -> !line.isBlank()).count();
    }

    int lineOf(int offset) {
        return (int) text.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
    }

    private static String blank(String text) {
        StringBuilder code = new StringBuilder(text);
        int at = 0;
        while (at < text.length()) {
            int end = endOfBlank(text, at);
            for (int i = at; i < end; i++) {
                if (text.charAt(i) != '\n') {
                    code.setCharAt(i, ' ');
                }
            }
            at = Math.max(end, at + 1);
        }
        return code.toString();
    }

    /** The end of the comment or literal that starts at {@code at}; {@code at} if none does. */
    private static int endOfBlank(String text, int at) {
        if (text.startsWith("//", at)) {
            return after(text, "\n", at + 2);
        }
        if (text.startsWith("/*", at)) {
            return after(text, "*/", at + 2);
        }
        if (text.startsWith("\"\"\"", at)) {
            return endOfLiteral(text, "\"\"\"", at);
        }
        if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
            return endOfLiteral(text, text.substring(at, at + 1), at);
        }
        return at;
    }

    private static int endOfLiteral(String text, String quote, int at) {
        int i = at + quote.length();
        while (i < text.length() && !text.startsWith(quote, i)) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(text.length(), i + quote.length());
    }

    private static int after(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }
}
