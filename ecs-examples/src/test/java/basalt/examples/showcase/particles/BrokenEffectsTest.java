package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.BrokenCorpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid files, with the position and message of each error in {@code expected.txt}. */
class BrokenEffectsTest {
    private static final BrokenCorpus BROKEN = new BrokenCorpus(BrokenEffectsTest.class);

    static List<String> expected() throws IOException {
        return BROKEN.expected();
    }

    @ParameterizedTest
    @MethodSource("expected")
    void shouldReportErrorsWithPositions(String expected) {
        String[] parts = expected.split(" \\| ", 3);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> EffectReader.read(BROKEN.file(parts[0])));
        assertEquals(parts[0] + ":" + parts[1] + ": " + parts[2], e.getMessage());
        assertTrue(e.getMessage().length() < 250, e.getMessage());
    }

    @Test
    void shouldListEachFile() throws IOException {
        BROKEN.requireComplete(75);
    }
}
