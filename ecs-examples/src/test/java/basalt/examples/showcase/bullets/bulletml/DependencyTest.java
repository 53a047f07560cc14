package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DependencyTest {
    private static final Path SOURCES = Path.of("src/main/java/basalt/examples/showcase/bullets/bulletml");

    @Test
    void shouldDependOnMemoryAndOneLineOnly() throws IOException {
        List<String> others = new ArrayList<>();
        int files = 0;
        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.toList()) {
                files++;
                for (String line : Files.readAllLines(source)) {
                    boolean isOther = line.matches("(import|import static) basalt\\.(?!memory\\.|examples\\."
                            + "(showcase\\.bullets\\.bulletml\\.|framework\\.program\\.OneLine;)).*");
                    if (isOther || line.contains("UnsafeApi")) {
                        others.add(source.getFileName() + ": " + line);
                    }
                }
            }
        }
        assertEquals(List.of(), others);
        assertTrue(files > 20);
    }
}
