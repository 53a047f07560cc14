package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlayTest {
    private final Overlay overlay = new Overlay();

    @Test
    void shouldFormatTheStatus() {
        overlay.status(1_234, 5_678_900, 100_000, 12_345_678);
        assertEquals("tick   1,234", text(0));
        assertEquals("entity 56.78 ns x 100,000", text(1));
        assertEquals("arenas 12,345,678 B", text(2));
        assertEquals(3, overlay.rowsUsed());
        assertEquals(25, overlay.columnsUsed());
        overlay.status(5, 7, 1_000, 0);
        assertEquals("tick   5", text(0));
        assertEquals("entity 0.00 ns x 1,000", text(1));
        overlay.status(5, 70, 0, 0);
        assertEquals("entity -", text(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "7|7",
                "-7|-7",
                "999|999",
                "1000|1,000",
                "-1000|-1,000",
                "1000000|1,000,000",
                "9223372036854775807|9,223,372,036,854,775,807",
                "-9223372036854775808|-9,223,372,036,854,775,808"
            })
    void shouldWriteNumbers(long number, String text) {
        overlay.line(3).add(3, number);
        assertEquals(text, text(3));
    }

    @Test
    void shouldCutLongLinesOff() {
        overlay.add(Overlay.ROWS - 1, "x".repeat(Overlay.COLUMNS + 5)).add(Overlay.ROWS - 1, 5);
        assertEquals("x".repeat(Overlay.COLUMNS), text(Overlay.ROWS - 1));
        assertEquals(Overlay.COLUMNS, overlay.columnsUsed());
        assertEquals(Overlay.ROWS, overlay.rowsUsed());
        assertEquals("", text(0));
    }

    @Test
    void shouldReplaceCharactersWithoutGlyph() {
        overlay.add(0, "a\u00e4\n~ \u007f");
        assertEquals("a??~ ?", text(0));
    }

    @Test
    void shouldBeEmptyAfterClear() {
        overlay.add(2, "text");
        overlay.clear();
        assertEquals(0, overlay.rowsUsed());
        assertEquals(0, overlay.columnsUsed());
        assertEquals("", text(2));
    }

    @Test
    void shouldRefuseLinesOutOfRange() {
        assertThrows(IndexOutOfBoundsException.class, () -> overlay.line(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> overlay.line(Overlay.ROWS));
        assertThrows(IndexOutOfBoundsException.class, () -> overlay.add(Overlay.ROWS, "x"));
    }

    private String text(int row) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < Overlay.COLUMNS; column++) {
            text.append((char) overlay.cell(row, column));
        }
        return text.toString().stripTrailing();
    }
}
