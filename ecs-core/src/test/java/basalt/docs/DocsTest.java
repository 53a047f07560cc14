package basalt.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.storage.fixture.SourceCompiler;
import basalt.world.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the README and the pages in docs: Java snippets compile and run in order, and links have targets. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path GUIDE = Path.of("docs", "guide.md");
    private static final Path CHAPTERS = Path.of("docs", "guide");
    private static final Path MEMORY = Path.of("docs", "memory.md");
    private static final Pattern CHAPTER = Pattern.compile("(?m)^\\| \\[[^]]*]\\(guide/([a-z]+\\.md)\\)");
    private static final Pattern TYPE_ROW = Pattern.compile("(?m)^\\| `(basalt\\.[a-z.]+)` \\| (`.*`) \\|$");
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\n]*`", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern FENCE = Pattern.compile(" *```[a-z]*");
    private static final Pattern TYPE_NAME = Pattern.compile("`(?:[a-z]+/)?([A-Z][a-z]\\w*)[`.(]");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");
    private static final Set<String> FOREIGN_TYPES =
            Set.of("Foo", "FooTest", "Math", "MemorySegment", "UnsafeApi", "UnsafeBuffer");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** A snippet that is a whole program, with its imports. */
    private static final Pattern PROGRAM = Pattern.compile("import .*?public class (\\w+) .*", Pattern.DOTALL);

    private static final String BEFORE = """
            import static basalt.system.Access.*;
            import static basalt.system.Order.*;
            import static basalt.system.RunCondition.*;
            import basalt.world.*;
            import basalt.component.*;
            import basalt.query.*;
            import static basalt.feed.Quantisation.*;
            import basalt.feed.*;
            import basalt.inspect.*;
            import basalt.memory.*;
            import basalt.memory.frame.*;
            import basalt.memory.tracking.*;
            import basalt.memory.allocator.*;
            import basalt.save.*;
            import basalt.system.*;
            import basalt.text.*;
            import java.io.StringReader;
            import java.io.StringWriter;
            import java.nio.file.Path;
            import java.util.List;
            import java.time.Duration;
            import java.util.concurrent.CompletableFuture;
            import java.math.BigInteger;
            import org.agrona.*;
            import org.agrona.collections.IntArrayList;
            import org.agrona.concurrent.*;

            public class %s {
                static World world;

            """;

    @ParameterizedTest
    @MethodSource("pages")
    void shouldCompileAndRunEverySnippet(Path page, @TempDir Path folder) throws Exception {
        List<String> snippets = new ArrayList<>(snippets(text(page)));
        List<MatchResult> programs = programs(snippets);
        programs.forEach(program -> snippets.remove(program.group()));
        String name = className(page);
        assertEquals("", SourceCompiler.compile(name, source(name, snippets), folder));
        for (MatchResult program : programs) {
            assertEquals("", SourceCompiler.compile(program.group(1), program.group(), folder));
        }

        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
                World world = World.create()) {
            Class<?> compiled = loader.loadClass(name);
            Method run = compiled.getDeclaredMethod("run", World.class);
            requireRecorded(page, printed(() -> run.invoke(null, world)));
            for (MatchResult program : programs) {
                runProgram(loader.loadClass(program.group(1)));
            }
        }
    }

    /** Runs the main method of a program, or, if it is a test class, its tests. */
    private static void runProgram(Class<?> program) throws Exception {
        if (program.getSimpleName().endsWith("Test")) {
            List<Method> tests = Stream.of(program.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .toList();
            assertFalse(tests.isEmpty(), program::getName);
            for (Method test : tests) {
                test.setAccessible(true);
                test.invoke(program.getConstructor().newInstance());
            }
        } else {
            Method main = program.getMethod("main", String[].class);
            printed(() -> main.invoke(null, (Object) new String[0]));
        }
    }

    private static String printed(Callable<?> code) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            code.call();
        } finally {
            System.setOut(before);
        }
        return printed.toString();
    }

    /** The recorded access that snippets print in strict mode is on the page, line by line. */
    private static void requireRecorded(Path page, String printed) throws IOException {
        List<String> recorded = printed.replace(className(page) + ".", "")
                .lines()
                .filter(line -> line.startsWith("\""))
                .toList();
        assertEquals(recorded, text(page).lines().filter(recorded::contains).toList());
        boolean records = Strict.ON && page.endsWith(GUIDE);
        assertEquals(records, !recorded.isEmpty());
    }

    @Test
    void shouldBeginTheReadmeWithAWholeProgram() throws IOException {
        List<String> snippets = snippets(Files.readString(README));
        assertEquals(
                snippets.subList(0, 1),
                programs(snippets).stream().map(MatchResult::group).toList());
    }

    @Test
    void shouldFindSnippetsInTheReadmeAndTheGuides() throws IOException {
        List<Path> pages = pages();
        assertTrue(
                pages.contains(README)
                        && pages.contains(ROOT.resolve("ecs-core").resolve(GUIDE)),
                pages::toString);
        assertTrue(snippets(text(GUIDE)).size() >= 15);
    }

    @Test
    void shouldKeepTheReadmeShort() throws IOException {
        assertTrue(Files.readAllLines(README).size() <= 200);
    }

    /** So that mvn install makes the version that the pages name. */
    @Test
    void shouldNameTheSameVersionOnPagesAndInPoms() throws IOException {
        Pattern pattern = Pattern.compile(
                "(?<=(basalt-parent|ecs-core)</artifactId>\\s{1,9}<version>|basaltecs:ecs-core:)[\\w.-]+");
        Set<String> versions = new TreeSet<>();
        for (String folder : List.of(".", "ecs-core", "ecs-examples", "ecs-bench")) {
            versions.addAll(found(pattern, ROOT.resolve(folder).resolve("pom.xml")));
        }
        versions.addAll(found(pattern, README));
        versions.addAll(found(pattern, Path.of("docs", "deployment.md")));
        assertEquals(1, versions.size(), versions::toString);

        String version = versions.iterator().next();
        String section = version.endsWith("-SNAPSHOT") ? "## Unreleased" : "## " + version + " ";
        assertTrue(Files.readString(Path.of("docs", "changelog.md")).contains(section), section);
    }

    private static List<String> found(Pattern pattern, Path file) throws IOException {
        List<String> found = pattern.matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .toList();
        assertFalse(found.isEmpty(), file::toString);
        return found;
    }

    @Test
    void shouldListTenStrengthsAndTenWeaknessesInShortLines() throws IOException {
        String readme = Files.readString(README);
        int start = readme.indexOf("## Strengths and weaknesses");
        List<List<String>> lists = Stream.of(
                        readme.substring(start, readme.indexOf("\n## ", start)).split("\n\n"))
                .filter(part -> part.startsWith("- "))
                .map(part -> part.lines().toList())
                .toList();
        assertEquals(List.of(10, 10), lists.stream().map(List::size).toList());
        for (String line : lists.stream().flatMap(List::stream).toList()) {
            int words = line.substring(2).replaceAll("\\]\\([^)]*\\)", "]").split("\\s+").length;
            assertTrue(line.startsWith("- ") && words <= 15, () -> words + " words: " + line);
        }
    }

    @Test
    void shouldNameThePropertiesThatTheCodeReads() throws IOException {
        String guide = text(GUIDE);
        List<String> read = found(Pattern.compile("\"(basalt\\.[a-z]+(?:\\.[a-z][a-zA-Z]*)?)\""));
        assertTrue(read.contains("basalt.strict"), () -> "properties found: " + read);
        for (String property : read) {
            assertTrue(
                    property.startsWith("basalt.test.") || guide.contains("`" + property + "`"),
                    "the guide does not name " + property);
        }
    }

    @Test
    void shouldListEachChapterOfTheGuideAndKeepItShort() throws IOException {
        List<Path> chapters = chapters();
        assertEquals(filesUnder(CHAPTERS, 1, ".md"), chapters.stream().sorted().toList());
        for (Path chapter : chapters) {
            int words = Files.readString(chapter).split("\\s+").length;
            assertTrue(words <= 2_500, () -> chapter + " has " + words + " words");
        }
    }

    /** The table of packages of a chapter has the public types that its snippets use, and no others. */
    @Test
    void shouldListTheTypesThatAChapterUses() throws IOException {
        List<String> exported = Pattern.compile("exports ([a-z.]+);")
                .matcher(Files.readString(Path.of("src", "main", "java", "module-info.java")))
                .results()
                .map(line -> line.group(1))
                .toList();
        Set<String> own = new HashSet<>(); // declared by the guide's snippets
        DECLARATION.matcher(text(GUIDE)).results().forEach(type -> own.add(type.group(1)));
        for (Path chapter : chapters()) {
            String text = Files.readString(chapter);
            String code = String.join("\n", snippets(text)).replaceAll("//.*|\"(\\\\.|[^\"\\\\])*\"", "");
            Set<String> used = new TreeSet<>();
            Pattern.compile("(?<![\\w.])[A-Z]\\w*").matcher(code).results().forEach(name -> used.add(name.group()));
            used.removeIf(name -> own.contains(name) || packageOf(name, exported) == null);
            Set<String> listed = new TreeSet<>();
            for (MatchResult row : TYPE_ROW.matcher(text).results().toList()) {
                for (String type : row.group(2).replace("`", "").split(", ")) {
                    listed.add(type);
                    assertEquals(row.group(1), packageOf(type, exported), () -> chapter + ": " + type);
                }
            }
            assertEquals(used, listed, chapter::toString);
        }
    }

    /** The package that has a type with this name; null if there is none. */
    private static String packageOf(String type, List<String> packages) {
        for (String name : packages) {
            if (Files.exists(Path.of("src", "main", "java", name.replace('.', '/'), type + ".java"))) {
                return name;
            }
        }
        return null;
    }

    @Test
    void shouldNameTheEventsOfTheFlightRecorder() throws IOException {
        List<String> names = found(Pattern.compile("@Name\\(\"(basalt\\.\\w+)\"\\)"));
        List<String> named = Pattern.compile("jfr print --events (\\S+)")
                .matcher(Files.readString(MEMORY))
                .results()
                .flatMap(line -> Stream.of(line.group(1).split(",")))
                .sorted()
                .toList();

        assertEquals(names.stream().sorted().toList(), named);
    }

    @Test
    void shouldLinkToFilesAndHeadingsThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : allPages()) {
            String prose = CODE.matcher(Files.readString(page)).replaceAll("");
            for (MatchResult link : LINK.matcher(prose).results().toList()) {
                String target = link.group(1);
                if (!target.startsWith("http")) {
                    links++;
                    if (!exists(page, target)) {
                        broken.add(page + ": " + target);
                    }
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 20, "links: " + links);
    }

    /** Prose has at most 120 columns, fences stand alone and in pairs, and each line of a quote has one mark. */
    @Test
    void shouldBeWellFormed() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : allPages()) {
            boolean isCode = false;
            boolean isQuote = false;
            for (String line : Files.readAllLines(page)) {
                isCode ^= isFence(line);
                isQuote = !isCode && (line.startsWith(">") || isQuote && !line.isBlank());
                boolean isTooLong = line.length() > 120 && !line.startsWith("|") && !isCode && !line.contains("](");
                if (isTooLong
                        || line.contains("```") && !isFence(line)
                        || isQuote && (!line.startsWith("> ") || line.contains(" > "))) {
                    broken.add(page + ": " + line);
                }
            }
            if (isCode) {
                broken.add(page + ": unclosed fence");
            }
        }
        assertEquals(List.of(), broken);
    }

    /** Checks each name in backticks that looks like a type name, in the pages about the code. */
    @Test
    void shouldNameTypesThatExist() throws IOException {
        List<String> missing = new ArrayList<>();
        Set<String> types = types();
        for (Path page : List.of(Path.of("docs", "architecture.md"), Path.of("docs", "contributing.md"))) {
            List<MatchResult> names =
                    TYPE_NAME.matcher(Files.readString(page)).results().toList();
            assertTrue(names.size() > 50, () -> page + " names " + names.size());
            for (MatchResult name : names) {
                if (!types.contains(name.group(1)) && !FOREIGN_TYPES.contains(name.group(1))) {
                    missing.add(page + ": " + name.group());
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    private static boolean exists(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(file)
                && (parts.length == 1 || anchors(Files.readString(file)).contains(parts[1]));
    }

    /** The names of all types in the modules, tests included. */
    private static Set<String> types() throws IOException {
        Set<String> types = new HashSet<>();
        for (String module : List.of("ecs-core", "ecs-examples", "ecs-bench")) {
            for (String file : sources(ROOT.resolve(module).resolve("src"))) {
                DECLARATION.matcher(file).results().forEach(type -> types.add(type.group(1)));
            }
        }
        return types;
    }

    private static boolean isFence(String line) {
        return FENCE.matcher(line).matches();
    }

    /** The anchors that GitHub generates for the headings. */
    private static List<String> anchors(String page) {
        return HEADING.matcher(CODE.matcher(page).replaceAll(""))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /**
     * The pages with Java snippets; the chapters of the guide are one page. The snippets of the tutorial are parts of
     * programs, with which a test of the examples compares them.
     */
    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : allPages()) {
            if (!page.getParent().endsWith(CHAPTERS)
                    && !page.endsWith("tutorial.md")
                    && !snippets(text(page)).isEmpty()) {
                pages.add(page);
            }
        }
        return pages;
    }

    /** The text of a page; that of the guide has its chapters, in their order. */
    private static String text(Path page) throws IOException {
        StringBuilder text = new StringBuilder(Files.readString(page));
        for (Path chapter : page.endsWith(GUIDE) ? chapters() : List.<Path>of()) {
            text.append(Files.readString(chapter));
        }
        return text.toString();
    }

    /** The chapters of the guide, in the order of its table. */
    private static List<Path> chapters() throws IOException {
        return CHAPTER.matcher(Files.readString(GUIDE))
                .results()
                .map(row -> CHAPTERS.resolve(row.group(1)))
                .toList();
    }

    private static List<Path> allPages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(README));
        for (String folder : List.of(
                "ecs-core",
                "ecs-core/docs",
                "ecs-core/docs/guide",
                "ecs-examples",
                "ecs-examples/docs",
                "ecs-bench",
                "ecs-bench/docs")) {
            Path path = ROOT.resolve(folder);
            if (Files.isDirectory(path)) {
                pages.addAll(filesUnder(path, 1, ".md"));
            }
        }
        return pages;
    }

    private static List<Path> filesUnder(Path root, int depth, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(root, depth)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    /** The first group of each match of the pattern in the library's source. */
    private static List<String> found(Pattern pattern) throws IOException {
        List<String> found = new ArrayList<>();
        for (String file : sources(Path.of("src", "main", "java"))) {
            pattern.matcher(file).results().forEach(match -> found.add(match.group(1)));
        }
        return found;
    }

    private static List<String> sources(Path root) throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path file : filesUnder(root, Integer.MAX_VALUE, ".java")) {
            sources.add(Files.readString(file));
        }
        return sources;
    }

    private static List<String> snippets(String page) {
        return SNIPPET.matcher(page).results().map(match -> match.group(1)).toList();
    }

    private static List<MatchResult> programs(List<String> snippets) {
        return snippets.stream()
                .flatMap(snippet -> PROGRAM.matcher(snippet).results())
                .toList();
    }

    /** The class name for a page. Each page has its own class, since component names must be unique. */
    private static String className(Path page) {
        return "Snippets_" + page.getFileName().toString().replaceAll("\\W", "_");
    }

    private static String source(String name, List<String> snippets) {
        StringBuilder source = new StringBuilder(BEFORE.formatted(name));
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < snippets.size(); i++) {
            if (snippets.get(i).startsWith("/**")) {
                source.append(snippets.get(i));
            } else {
                source.append("static void snippet" + i + "() {\n" + snippets.get(i) + "}\n");
                calls.append("snippet" + i + "();\n");
            }
        }
        return source + "public static void run(World given) {\nworld = given;\n" + calls + "}\n}\n";
    }
}
