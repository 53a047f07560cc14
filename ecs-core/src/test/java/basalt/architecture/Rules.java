package basalt.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules for the library's source. Each method returns its breaches as texts: file, line, description. */
final class Rules {
    /** The packages in order; each may use the ones listed before it. */
    static final List<String> LAYERS = List.of(
            "internal",
            "memory",
            "memory.block",
            "memory.allocator",
            "memory.frame",
            "memory.tracking",
            "component.layout",
            "component",
            "storage",
            "storage.change",
            "storage.relation",
            "storage.index",
            "storage.capture",
            "storage.file",
            "storage.space",
            "storage.access",
            "command",
            "match",
            "runtime",
            "compiler",
            "query",
            "world",
            "text",
            "system",
            "save",
            "feed",
            "inspect");

    /** The packages that the module exports. */
    static final Set<String> EXPORTED = Set.of(
            "memory",
            "memory.allocator",
            "memory.frame",
            "memory.tracking",
            "component",
            "query",
            "world",
            "text",
            "system",
            "save",
            "feed",
            "inspect");

    /** The packages that may access raw memory. */
    static final Set<String> RAW = Set.of("memory", "storage", "compiler");

    /** The maximum lines of code of a file, without comments. Longer files are reviewed: one concept, or two? */
    static final int REVIEW_LINES = 600;

    /** The file that prints the address of an inspector. */
    private static final String PRINTS = "basalt/inspect/InspectorBuilder.java";

    /** The maximum number of files of a package that all depend on each other. */
    static final int MAX_KNOT = 8;

    private static final Set<String> FORBIDDEN_WORDS =
            Set.of("util", "utils", "helper", "helpers", "manager", "impl", "common");
    private static final Pattern LIBRARY_PACKAGE =
            Pattern.compile("\\bbasalt\\s*\\.\\s*([a-z]\\w*)(?:\\s*\\.\\s*([a-z]\\w*))?");
    private static final Pattern UNSAFE = Pattern.compile("\\b(UnsafeApi|Unsafe|UnsafeAccess|sun\\s*\\.\\s*misc)\\b");
    private static final Pattern ADDRESS = Pattern.compile("\\bUnsafeApi\\s*\\.\\s*\\w");
    private static final Pattern PRINTING =
            Pattern.compile("\\bSystem\\s*\\.\\s*(out|err)\\b|\\bprintStackTrace\\b|\\bSystem\\.console\\b");
    private static final Pattern TYPE = Pattern.compile("(?<![.\\w])(class|interface|enum|record)\\s+([A-Za-z_]\\w*)");
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "(?m)^[ \\t]*(?:(?:static|final|abstract|sealed|non-sealed|strictfp)\\s+)*(?:public|protected)\\s+"
                    + "(?:(?:static|final|abstract|sealed|non-sealed|strictfp)\\s+)*"
                    + "(?:class|interface|@interface|enum|record)\\s+([A-Za-z_]\\w*)");
    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*.*?\\*/");
    private static final Pattern INTERNAL =
            Pattern.compile("\\bInternal\\b|\\b[Ii]nternal(ly)? use\\b|library's own use");
    private static final Pattern EXPORT = Pattern.compile("\\b(exports|opens)\\s+([\\w.]+)([^;]*);");
    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_");

    private Rules() {}

    /** A package uses only packages listed before it. */
    static List<String> importDirection(SourceFile file) {
        if (!file.path().startsWith("basalt/")) {
            return List.of();
        }
        int own = LAYERS.indexOf(layer(file.layer(), file.sublayer()));
        if (own < 0) {
            return List.of(file.path() + ": is in none of the packages " + LAYERS);
        }
        List<String> breaches = new ArrayList<>();
        Matcher used = LIBRARY_PACKAGE.matcher(file.code());
        while (used.find()) {
            String layer = layer(used.group(1), used.group(2) == null ? "" : used.group(2));
            int other = LAYERS.indexOf(layer);
            if (other < 0 || other > own) {
                breaches.add(at(file, used.start()) + LAYERS.get(own) + " may not use " + layer);
            }
        }
        return breaches;
    }

    /** The layer of a package. Some subpackages are separate layers. */
    private static String layer(String name, String below) {
        return LAYERS.contains(name + "." + below) ? name + "." + below : name;
    }

    /** Only the packages that prove addresses access raw memory. */
    static List<String> rawMemory(SourceFile file) {
        return RAW.contains(file.layer()) ? List.of() : found(file, UNSAFE, "only " + new TreeSet<>(RAW) + " may use ");
    }

    /** A file that accesses raw memory has a comment that says why each address is in range. */
    static List<String> addressProofs(SourceFile file) {
        return ADDRESS.matcher(file.code()).find() && !file.text().contains("SAFETY:")
                ? List.of(file.path() + ": accesses raw memory without a SAFETY line")
                : List.of();
    }

    /** The library does not print, but for one line. */
    static List<String> printing(SourceFile file) {
        return file.path().equals(PRINTS) ? List.of() : found(file, PRINTING, "the library does not print: ");
    }

    /** Names of files and types are specific. */
    static List<String> names(SourceFile file) {
        List<String> breaches = new ArrayList<>();
        for (String part : file.path().replace(".java", "").split("/")) {
            if (isForbidden(part)) {
                breaches.add(file.path() + ": unspecific name: " + part);
            }
        }
        Matcher type = TYPE.matcher(file.code());
        while (type.find()) {
            if (isForbidden(type.group(2)) && !type.group(2).equals(file.name())) {
                breaches.add(at(file, type.start()) + "unspecific name: " + type.group(2));
            }
        }
        return breaches;
    }

    private static boolean isForbidden(String name) {
        return Stream.of(NEXT_WORD.split(name))
                .anyMatch(word -> FORBIDDEN_WORDS.contains(word.toLowerCase(Locale.ROOT)));
    }

    static List<String> length(SourceFile file) {
        return file.codeLineCount() <= REVIEW_LINES
                ? List.of()
                : List.of(file.path() + ": has " + file.codeLineCount() + " lines of code, more than " + REVIEW_LINES
                        + ": does it hold two concepts? Then split it");
    }

    /** Public types and packages have javadoc. */
    static List<String> documentation(SourceFile file) {
        List<String> breaches = new ArrayList<>();
        Matcher type = PUBLIC_TYPE.matcher(file.code());
        while (type.find()) {
            if (!isDocumented(file.text().substring(0, type.start()))) {
                breaches.add(at(file, type.end()) + "has no javadoc: " + type.group(1));
            }
        }
        if (file.name().equals("package-info") && !file.text().startsWith("/**")) {
            breaches.add(file.path() + ": has no javadoc");
        }
        return breaches;
    }

    /** No javadoc of an exported package calls a member internal: that belongs to another package. */
    static List<String> internalWords(SourceFile file) {
        List<String> breaches = new ArrayList<>();
        Matcher javadoc = JAVADOC.matcher(file.text());
        while (EXPORTED.contains(layer(file.layer(), file.sublayer())) && javadoc.find()) {
            Matcher word = INTERNAL.matcher(javadoc.group());
            if (word.find()) {
                breaches.add(at(file, javadoc.start() + word.start()) + "says " + word.group());
            }
        }
        return breaches;
    }

    /** Whether a text ends in a javadoc comment, with nothing but annotations after it. */
    private static boolean isDocumented(String before) {
        int end = before.lastIndexOf("*/");
        int start = before.lastIndexOf("/**");
        if (start < 0 || end < start || before.indexOf("/*", start + 1) > 0) {
            return false;
        }
        String between = SourceFile.of("", before.substring(end + 2)).code();
        return between.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("@"));
    }

    /** The module exports exactly these packages, without restrictions, and opens none. */
    static List<String> exports(SourceFile moduleInfo, Set<String> expected) {
        List<String> breaches = new ArrayList<>();
        Set<String> missing = new TreeSet<>(expected);
        Matcher export = EXPORT.matcher(moduleInfo.code());
        while (export.find()) {
            boolean isExpected =
                    export.group(1).equals("exports") && export.group(3).isBlank() && missing.remove(export.group(2));
            if (!isExpected) {
                breaches.add(at(moduleInfo, export.start()) + "not expected: " + export.group());
            }
        }
        missing.forEach(name -> breaches.add(moduleInfo.path() + ": does not export " + name));
        return breaches;
    }

    private static List<String> found(SourceFile file, Pattern pattern, String rule) {
        List<String> breaches = new ArrayList<>();
        Matcher matcher = pattern.matcher(file.code());
        while (matcher.find()) {
            breaches.add(at(file, matcher.start()) + rule + matcher.group());
        }
        return breaches;
    }

    private static String at(SourceFile file, int offset) {
        return file.path() + ":" + file.lineOf(offset) + ": ";
    }
}
