package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

class BenchArgumentsTest {
    @TempDir
    private Path folder;

    private static BenchArguments parse(Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        return assertDoesNotThrow(() -> BenchArguments.parse(texts));
    }

    private static String refusal(Object... arguments) {
        return assertThrows(
                        IllegalArgumentException.class, () -> parse(arguments).requireFiles())
                .getMessage();
    }

    @Test
    void shouldReadTheNamesOfFiles() throws CommandLineOptionException {
        assertEquals(Optional.empty(), parse().log());
        assertEquals(Optional.empty(), parse().results());
        assertEquals(Optional.of(Path.of("log")), parse("-o", "log").log());
        assertEquals(Optional.of(Path.of("all")), parse("-rff", "all").results());
        assertEquals(
                Optional.of(Path.of("all")), parse("-rf", "json", "-rff", "all").results());
        assertEquals(
                Optional.of(Path.of("jmh-result.json")), parse("-rf", "json").results());
        parse().requireFiles();
    }

    @Test
    void shouldAcceptWritableFilesWithoutChangingThem() throws IOException {
        Path log = Files.writeString(folder.resolve("log"), "old");
        parse("-o", log, "-rff", folder.resolve("all")).requireFiles();
        assertEquals("old", Files.readString(log));
        assertFalse(Files.exists(folder.resolve("all")));
    }

    @Test
    void shouldRefuseFoldersAndLinksToThem() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        for (Path wrong : new Path[] {folder, link}) {
            assertEquals("-o must be a file, not a folder: " + wrong + "; name a file in it", refusal("-o", wrong));
            assertEquals("-rff must be a file, not a folder: " + wrong + "; name a file in it", refusal("-rff", wrong));
        }
    }

    @Test
    void shouldRefuseOneFileForTwoOptions() throws IOException {
        Path file = folder.resolve("file");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        String said = "-o and -rff name the same file: " + file + "; choose different files";
        assertEquals(said, refusal("-o", file, "-rff", file));
        assertEquals(said, refusal("-rff", file, "-o", link));
        Files.writeString(file, "old");
        assertEquals(said, refusal("-o", link, "-rff", file));
        assertEquals("old", Files.readString(file));
    }

    @Test
    void shouldBeginALogInFilesOnly() throws IOException {
        assertThrows(IOException.class, () -> new JmhLog(folder));
        Path file = Files.writeString(folder.resolve("log"), "old");
        new JmhLog(file).close();
        assertEquals("", Files.readString(file));
    }
}
