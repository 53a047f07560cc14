package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that all small programs are short, and that the README has the command for each. */
class SmallProgramsTest {
    private static final Path SOURCES = Path.of("src/main/java/basalt/examples/small");
    private static final int MOST_LINES = 150;
    private static final int MOST_COLUMNS = 120;

    @Test
    void shouldBeSevenFilesOfAtMost150Lines() throws IOException {
        List<Path> programs = programs();
        assertEquals(7, programs.size(), () -> "programs: " + programs);
        for (Path program : programs) {
            List<String> lines = Files.readAllLines(program);
            assertTrue(lines.size() <= MOST_LINES, () -> program + " has " + lines.size() + " lines");
            for (String line : lines) {
                assertTrue(line.length() <= MOST_COLUMNS, () -> program + ": " + line);
            }
        }
    }

    @Test
    void shouldBeInTheReadmeWithACommandEach() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        for (Path program : programs()) {
            String name = program.getFileName().toString().replace(".java", "");
            assertTrue(readme.contains("`mvn -q -Pexample -Dexample=" + name + "`"), "README lacks " + name);
        }
    }

    private static List<Path> programs() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        }
    }
}
