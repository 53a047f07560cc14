package basalt.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files that are wrong, in a folder {@code broken} of a test's resources, each with its error in a line of {@code
 * expected.txt}: its name, the place and the words, with {@code " | "} between them.
 */
public final class BrokenCorpus {
    private static final String EXPECTED = "expected.txt";

    private final Path folder;

    /** That beside a test. */
    public BrokenCorpus(Class<?> test) {
        try {
            folder = Path.of(test.getResource("broken").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    public List<String> expected() throws IOException {
        return Files.readAllLines(file(EXPECTED)).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** Each file is expected, each one that is expected is there, and there are so many at least. */
    public void requireComplete(int least) throws IOException {
        TreeSet<String> listed =
                expected().stream().map(line -> line.split(" ")[0]).collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.equals(EXPECTED))
                            .collect(Collectors.toCollection(TreeSet::new)),
                    listed);
        }
        assertTrue(listed.size() >= least, () -> "files: " + listed.size());
    }
}
