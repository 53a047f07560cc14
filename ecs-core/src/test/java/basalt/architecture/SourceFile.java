package basalt.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java file as text, and once more with its comments and literals blanked out, line by line and column by column.
 *
 * @param path where it lies under the source root, with slashes
 * @param text all of it
 * @param code the same without what is in comments, strings and character literals
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

    /** The package of the library that the file lies in, without "basalt."; empty outside of them. */
    String layer() {
        String[] parts = path.split("/");
        return parts.length > 2 && parts[0].equals("basalt") ? parts[1] : "";
    }

    /** The package that the file lies in below its layer, such as "frame" in memory; empty for the layer itself. */
    String sublayer() {
        String[] parts = path.split("/");
        return String.join(".", Arrays.asList(parts).subList(Math.min(2, parts.length - 1), parts.length - 1));
    }

    /** The folder that the file lies in. */
    String folder() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** The file's name without ".java". */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length());
    }

    /** Lines with code: those that are blank, or comments, do not count. */
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

    /** Where the comment or literal that starts here ends; {@code at} if none starts here. */
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
