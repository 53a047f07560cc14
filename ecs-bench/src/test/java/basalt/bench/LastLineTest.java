package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastLineTest {
    @Test
    void shouldReadTheLastLineOnly() throws IOException {
        assertArrayEquals(new double[] {1.5}, LastLine.numbers("1.5", 1));
        assertArrayEquals(
                new double[] {40.25, -1e-5},
                LastLine.numbers("OpenJDK 64-Bit Server VM warning: 2 of 3\r\n40.25 -1.0E-5\r\n", 2));
    }

    @Test
    void shouldNameTheInvalidLine() {
        for (String wrong : List.of(
                "", "1", "1 2 3", "1 2x", "NaN 1", "1 Infinity", "1,5 2", "0x1p3 1", "1d 2", "1 2\nwarning: late")) {
            IOException failure = assertThrows(IOException.class, () -> LastLine.numbers(wrong, 2), wrong);
            String line = wrong.substring(wrong.lastIndexOf('\n') + 1);
            assertTrue(failure.getMessage().contains("'" + line + "'"), failure.getMessage());
        }
    }
}
