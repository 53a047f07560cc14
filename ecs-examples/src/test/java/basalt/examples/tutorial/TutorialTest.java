package basalt.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Printed;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the tutorial's page shows the code of its programs, and what they print. */
class TutorialTest {
    private static final Path SOURCES = Path.of("src/main/java/basalt/examples/tutorial");
    private static final Path PAGE = Path.of("docs/tutorial.md");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern OUTPUT = Pattern.compile("\n\n```\n(.*?)```", Pattern.DOTALL);
    private static final int MOST_WORDS = 1_800;
    private static final int MOST_LINES = 95;

    /** The names of the programs, in their order. */
    static List<String> steps() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> name.startsWith("Step"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("steps")
    void shouldShowPartsOfTheProgram(String step) throws IOException {
        String source = Files.readString(SOURCES.resolve(step + ".java"));
        List<String> snippets = found(SNIPPET, section(step));
        assertFalse(snippets.isEmpty());
        for (String snippet : snippets) {
            assertTrue(isPartOf(source, snippet), () -> step + " does not have\n" + snippet);
        }
    }

    /** Whether a source has these lines, at any indentation that is the same for all of them. */
    private static boolean isPartOf(String source, String snippet) {
        return Stream.of(0, 4, 8, 12)
                .map(columns -> snippet.indent(columns).replaceAll("(?m)^ +$", ""))
                .anyMatch(source::contains);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void shouldShowWhatTheProgramPrints(String step) throws Exception {
        Method main = Class.forName("basalt.examples.tutorial." + step).getMethod("main", String[].class);
        List<String> printed = Printed.toTheConsole(out -> main.invoke(null, (Object) new String[0]));
        assertEquals(List.of(String.join("\n", printed) + "\n"), found(OUTPUT, section(step)));
    }

    @Test
    void shouldHaveASectionForEachStepAndBeShort() throws IOException {
        String page = Files.readString(PAGE);
        assertEquals(8, steps().size());
        assertEquals(steps(), found(Pattern.compile("mvn -q -Pexample -Dexample=(\\w+)"), page));
        int words = page.split("\\s+").length;
        assertTrue(words <= MOST_WORDS, () -> PAGE + " has " + words + " words");
        for (String step : steps()) {
            int lines = Files.readAllLines(SOURCES.resolve(step + ".java")).size();
            assertTrue(lines <= MOST_LINES, () -> step + " has " + lines + " lines");
        }
    }

    /** The part of the page that is about a step. */
    private static String section(String step) throws IOException {
        return Stream.of(Files.readString(PAGE).split("\n## "))
                .filter(section -> section.contains("-Dexample=" + step + "\n"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
