package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.BrokenCorpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid files, with the position and message of each error in {@code expected.txt}. */
class BrokenFilesTest {
    private static final BrokenCorpus BROKEN = new BrokenCorpus(BrokenFilesTest.class);

    static List<String> expected() throws IOException {
        return BROKEN.expected();
    }

    @ParameterizedTest
    @MethodSource("expected")
    void shouldReportErrorsWithPositions(String expected) {
        String[] parts = expected.split(" \\| ", 3);
        PatternException e = assertThrows(PatternException.class, () -> Pattern.read(BROKEN.file(parts[0])));
        String message = e.getMessage();
        assertTrue(message.startsWith(parts[0] + ":" + parts[1] + ": "), message);
        assertTrue(message.contains(parts[2]), message);
        assertTrue(message.length() < 500 && !message.contains("\n"), message);
    }

    @Test
    void shouldListEachFile() throws IOException {
        BROKEN.requireComplete(75);
    }

    @Test
    void shouldRefuseHugeFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("huge.xml");
        byte[] bytes = new byte[(1 << 20) + 1];
        Arrays.fill(bytes, (byte) ' ');
        byte[] pattern = "<bulletml><action label='top'/></bulletml>".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(pattern, 0, bytes, 0, pattern.length);
        Files.write(file, bytes);
        assertEquals(
                "huge.xml:1:1: longer than 1048576 bytes; a pattern is a small file: use repeat and references",
                assertThrows(PatternException.class, () -> Pattern.read(file)).getMessage());

        Files.write(file, Arrays.copyOf(bytes, 1 << 20));
        assertEquals(1, Pattern.read(file).topCount());
    }

    @Test
    void shouldPassOnReadFailures(@TempDir Path folder) {
        assertThrows(IOException.class, () -> Pattern.read(folder.resolve("missing.xml")));
    }
}
