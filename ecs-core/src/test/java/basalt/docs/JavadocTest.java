package basalt.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.allocator.Heap;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.system.Schedule;
import basalt.world.Time;
import basalt.world.World;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the examples and diagrams in the library's javadoc call existing methods. */
class JavadocTest {
    private static final Path SOURCE = Path.of("src", "main", "java");
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern EXAMPLE = Pattern.compile("<pre>(.*?)</pre>", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("(?:\\b(\\w+))?\\.(\\w+)\\(");

    /** The types of variables with these names. For other names, any type with the method is accepted. */
    private static final Map<String, Class<?>> TYPES = Map.of(
            "world", World.class,
            "time", Time.class,
            "commands", Commands.class,
            "query", Query.class,
            "row", Row.class,
            "schedule", Schedule.class,
            "heap", Heap.class);

    /** Variables with types of the JDK or of the user. */
    private static final Set<String> FOREIGN = Set.of("log", "random", "window", "Duration", "hit", "h");

    @Test
    void shouldCallMethodsThatExist() throws IOException, ClassNotFoundException {
        Set<String> methods = new HashSet<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(SOURCE)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        for (Path file : files) {
            if (!file.getFileName().toString().contains("-info")) {
                addMethods(type(file), methods);
            }
        }
        int calls = 0;
        List<String> unknown = new ArrayList<>();
        for (Path file : files) {
            boolean isModule = file.endsWith("module-info.java"); // its program is the README's, which is compiled
            for (MatchResult call : isModule ? List.<MatchResult>of() : calls(Files.readString(file))) {
                calls++;
                if (!FOREIGN.contains(String.valueOf(call.group(1))) && !exists(call, methods)) {
                    unknown.add(SOURCE.relativize(file) + ": " + call.group() + ")");
                }
            }
        }
        assertEquals(List.of(), unknown);
        assertTrue(calls > 100, "calls: " + calls);
    }

    /** The first page has the README's first program, and names a type for each thing that users look for. */
    @Test
    void shouldBeginWithTheProgramOfTheReadme() throws IOException {
        String page = Files.readString(SOURCE.resolve("module-info.java"));
        String program = Pattern.compile("<pre>\\{@code\n(.*?) \\* }</pre>", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(example -> example.group(1).replaceAll("(?m)^ \\* ?", ""))
                .findFirst()
                .orElse("");
        assertTrue(program.contains("public static void main"), program);
        assertTrue(Files.readString(Path.of("..", "README.md")).contains("```java\n" + program + "```"), program);
        for (String term : List.of("spawn", "parallel", "save")) {
            assertTrue(page.contains("{@index " + term + " "), term);
        }
    }

    @Test
    void shouldDescribeEachMemberThatUsersSee() throws IOException {
        List<String> missing = new ArrayList<>();
        String module = Files.readString(SOURCE.resolve("module-info.java"));
        List<String> exported = Pattern.compile("exports ([\\w.]+);")
                .matcher(module)
                .results()
                .map(export -> export.group(1).replace('.', '/'))
                .toList();
        assertTrue(exported.size() > 5, exported::toString);
        for (String folder : exported) {
            try (Stream<Path> files = Files.list(SOURCE.resolve(folder))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    addUndescribed(file, missing);
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    private static void addUndescribed(Path file, List<String> missing) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.stream().noneMatch(line -> line.startsWith("public "))) {
            return; // a class of the package
        }
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches(" *(public|protected) .*")) {
                int above = i - 1;
                while (lines.get(above).trim().startsWith("@")) {
                    above--;
                }
                boolean isOverride =
                        lines.subList(above + 1, i).contains(lines.get(i).replaceAll("\\S.*", "") + "@Override");
                if (!isOverride && !lines.get(above).endsWith("*/")) {
                    missing.add(SOURCE.relativize(file) + ": " + lines.get(i).trim());
                }
            }
        }
    }

    private static Class<?> type(Path file) throws ClassNotFoundException {
        String path = SOURCE.relativize(file).toString();
        String name = path.substring(0, path.length() - ".java".length()).replaceAll("[/\\\\]", ".");
        return Class.forName(name, false, JavadocTest.class.getClassLoader());
    }

    private static void addMethods(Class<?> type, Set<String> names) {
        for (Method method : type.getDeclaredMethods()) {
            names.add(method.getName());
        }
        for (Class<?> nested : type.getDeclaredClasses()) {
            addMethods(nested, names);
        }
    }

    private static List<MatchResult> calls(String source) {
        return COMMENT.matcher(source)
                .results()
                .flatMap(comment -> EXAMPLE.matcher(comment.group()).results())
                .flatMap(example -> CALL.matcher(example.group(1)).results())
                .toList();
    }

    private static boolean exists(MatchResult call, Set<String> methods) {
        Class<?> type = call.group(1) == null ? null : TYPES.get(call.group(1));
        String name = call.group(2);
        return type == null
                ? methods.contains(name)
                : Stream.of(type.getMethods())
                        .anyMatch(method -> method.getName().equals(name));
    }
}
