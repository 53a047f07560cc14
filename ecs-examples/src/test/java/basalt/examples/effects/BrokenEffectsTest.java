package basalt.examples.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are wrong, each with the place and the words of its error in {@code expected.txt}. */
class BrokenEffectsTest {
    private static final String EXPECTED = "expected.txt";

    static Path folder() {
        try {
            return Path.of(BrokenEffectsTest.class.getResource("broken").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static List<String> expected() throws IOException {
        return Files.readAllLines(folder().resolve(EXPECTED)).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("expected")
    void shouldSayWhatIsWrongAndWhere(String expected) {
        String[] parts = expected.split(" \\| ", 3);
        EffectException e = assertThrows(EffectException.class, () -> EffectReader.read(folder().resolve(parts[0])));
        assertEquals(parts[0] + ":" + parts[1] + ": " + parts[2], e.getMessage());
        assertEquals(parts[1], e.line() + ":" + e.column());
        assertTrue(e.getMessage().length() < 250, e.getMessage());
    }

    @Test
    void shouldKnowEachFile() throws IOException {
        Set<String> listed =
                expected().stream().map(line -> line.split(" ")[0]).collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(folder())) {
            assertEquals(
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.equals(EXPECTED))
                            .collect(Collectors.toCollection(TreeSet::new)),
                    listed);
        }
        assertTrue(listed.size() >= 80);
    }
}
