package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({"0.5, 0.50 ns", "12.34, 12.3 ns", "1234, 1.23 µs", "234567, 235 µs", "1e7, 10.0 ms", "1e13, '10,000 s'"
    })
    void shouldFormatTimes(double nanos, String text) {
        assertEquals(text, Figures.time(nanos));
    }

    @ParameterizedTest
    @CsvSource({"0.0123, 0.012x", "0.95, 0.95x", "12.34, 12.3x", "1234, '1,234x'"})
    void shouldFormatRatios(double ratio, String text) {
        assertEquals(text, Figures.ratio(ratio));
    }

    @ParameterizedTest
    @CsvSource({"0.9, 0 B", "24, 24 B", "2374474, '2,374,474 B'"})
    void shouldFormatBytes(double bytes, String text) {
        assertEquals(text, Figures.bytes(bytes));
    }
}
