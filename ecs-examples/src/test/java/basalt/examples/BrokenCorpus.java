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
 * Invalid files in the folder {@code broken} of a test's resources. {@code expected.txt} has a line for each: file
 * name, position and message, separated by {@code " | "}.
 */
public final class BrokenCorpus {
    private static final String EXPECTED = "expected.txt";

    private final Path folder;

    /** The corpus beside a test class. */
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

    /** Requires that the files are exactly those in {@code expected.txt}, and at least so many. */
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
