package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;

class JmhResultsTest {
    @TempDir
    private Path folder;

    @Test
    void shouldWriteEachFormatToTheTargetOfALink() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);
        for (ResultFormatType type : ResultFormatType.values()) {
            JmhResults.write(link, type, List.of());
            assertTrue(Files.isSymbolicLink(link));
            assertTrue(!Files.readString(target).contains("old"));
        }
        JmhResults.write(link, ResultFormatType.JSON, List.of());
        assertEquals("[]", Files.readString(target).replaceAll("\\s", ""));
    }

    @Test
    void shouldKeepTheOldFileIfTheResultsCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Collection<RunResult> broken = List.of(new RunResult(null, List.of()));
        assertThrows(RuntimeException.class, () -> JmhResults.write(file, ResultFormatType.JSON, broken));
        assertEquals("old", Files.readString(file));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }
}
