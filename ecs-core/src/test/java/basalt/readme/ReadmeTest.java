package basalt.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.world.World;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs every Java snippet of the README, in order. */
class ReadmeTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final String BEFORE = """
            import static basalt.system.Access.*;
            import static basalt.system.Order.*;
            import static basalt.system.RunCondition.*;
            import basalt.command.*;
            import basalt.component.*;
            import basalt.memory.*;
            import basalt.memory.collection.*;
            import basalt.memory.diagnostic.*;
            import basalt.memory.frame.*;
            import basalt.memory.heap.*;
            import basalt.memory.region.*;
            import basalt.memory.tracking.*;
            import basalt.query.*;
            import basalt.system.*;
            import basalt.world.*;
            import java.util.List;

            public class Snippets {
                static World world;

            """;

    @Test
    void shouldCompileAndRunEverySnippet(@TempDir Path folder) throws Exception {
        List<String> snippets = snippets(Files.readString(readme()));
        assertTrue(snippets.size() >= 6, "snippets: " + snippets.size());
        compile(source(snippets), folder);

        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
                World world = World.create()) {
            Class<?> compiled = loader.loadClass("Snippets");
            Method run = compiled.getDeclaredMethod("run", World.class);
            run.invoke(null, world);
            assertTrue(world.entityCount() > 1000, "entities: " + world.entityCount());
        }
    }

    @Test
    void shouldNameThePropertiesThatTheCodeReads() throws IOException {
        String readme = Files.readString(readme());
        List<String> read = found(Pattern.compile("\"(basalt\\.[a-z]+(?:\\.[a-zA-Z]+)?)\""));
        assertTrue(read.contains("basalt.strict"), () -> "properties found: " + read);
        for (String property : read) {
            assertTrue(readme.contains("`" + property + "`"), "README does not name " + property);
        }
    }

    @Test
    void shouldNameTheEventsThatTheFlightRecorderIsTold() throws IOException {
        List<String> told = found(Pattern.compile("@Name\\(\"(basalt\\.\\w+)\"\\)"));
        List<String> named = Pattern.compile("jfr print --events (\\S+)")
                .matcher(Files.readString(readme()))
                .results()
                .flatMap(line -> Stream.of(line.group(1).split(",")))
                .sorted()
                .toList();

        assertEquals(told.stream().sorted().toList(), named);
    }

    /** The first group of each place in the library's source where the pattern is found. */
    private static List<String> found(Pattern pattern) throws IOException {
        List<String> found = new ArrayList<>();
        try (var files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                pattern.matcher(Files.readString(file)).results().forEach(match -> found.add(match.group(1)));
            }
        }
        return found;
    }

    private static Path readme() {
        return Path.of("..", "README.md");
    }

    private static List<String> snippets(String readme) {
        return SNIPPET.matcher(readme).results().map(match -> match.group(1)).toList();
    }

    private static String source(List<String> snippets) {
        StringBuilder source = new StringBuilder(BEFORE);
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

    private static void compile(String source, Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("Snippets.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-d", folder.toString(), "-classpath", System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(file))
                    .call();
            assertEquals("", messages.toString());
            assertTrue(compiled, source);
        }
    }
}
