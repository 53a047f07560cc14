package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {
    private static List<String> lines(Results results) {
        return Markdown.of(results).lines().toList();
    }

    @Test
    void shouldHaveARowForEachWorkloadAndWay() {
        List<String> lines =
                lines(Samples.field().addNative(Samples.SIMPLE_ITER, 1).results());
        assertTrue(
                lines.contains("| workload | Basalt | fastest JVM rival | artemis-odb | dominion | float[] | C |"
                        + " garbage, B/op | of that rival |"),
                lines.toString());
        assertTrue(
                lines.contains("| simple_iter, 10,000 | 2.00 µs | artemis-odb 15.0x | 15.0x | – | **▼ 0.75x** |"
                        + " **▼ 0.50x** | 24 | 24 |"),
                lines.toString());
        assertTrue(
                lines.contains(
                        "| add_remove, 10,000 (one by one) | 200 µs | **▼ artemis-odb 0.75x, Basalt is slower** |"
                                + " **▼ 0.75x** | 10.0x | – | – | 24 | 24 |"),
                lines.toString());
        assertTrue(
                lines.contains("| add_remove, 10,000 (bulk) | 10.0 µs | artemis-odb 15.0x | 15.0x | 200x | – | – |"
                        + " 24 | 24 |"),
                lines.toString());
    }

    @Test
    void shouldHaveRowsAsLongAsTheirHeader() {
        int columns = 0;
        for (String line : lines(Samples.field().fail("a | b", "line\nbreak").results())) {
            int bars = line.replace("\\|", "").replaceAll("[^|]", "").length();
            columns = bars == 0 || columns == 0 ? bars : columns;
            assertEquals(columns, bars, line);
        }
    }

    @Test
    void shouldShowPromisesMetAndMissed() {
        String text = Markdown.of(Samples.field().results());
        assertTrue(text.contains("| at least 4x | 0.75x | 0.75x to 0.75x | **▼ missed** |"), text);
        assertTrue(text.contains("| at least 4x | 15.0x | 15.0x to 15.0x | met |"), text);
        assertTrue(text.contains("C was not measured: no C compiler was found."), text);
        assertFalse(text.contains("failed"), text);
    }

    @Test
    void shouldFormatNumbersInReadableUnits() {
        assertEquals("0.50 ns", Figures.time(0.5));
        assertEquals("999 ns", Figures.time(999));
        assertEquals("1.00 µs", Figures.time(1000));
        assertEquals("12.3 ms", Figures.time(12.3e6));
        assertEquals("42.0 s", Figures.time(42e9));
        assertEquals("0.031x", Figures.ratio(0.031));
        assertEquals("1,911x", Figures.ratio(1911));
        assertEquals("0", Figures.bytes(0.9));
        assertEquals("16", Figures.bytes(16));
    }
}
