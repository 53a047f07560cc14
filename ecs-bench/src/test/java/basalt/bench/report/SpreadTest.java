package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void shouldFindMedianAndQuartiles() {
        assertEquals(new Spread(3, 2, 4, 5), Spread.of(5, 1, 4, 2, 3));
        assertEquals(new Spread(2.5, 1.75, 3.25, 4), Spread.of(4, 3, 2, 1));
        assertEquals(new Spread(1.5, 1.25, 1.75, 2), Spread.of(2, 1));
        assertEquals(new Spread(7, 7, 7, 1), Spread.of(7));
    }

    @Test
    void shouldIgnoreADisturbedIteration() {
        assertEquals(3, Spread.of(1, 2, 3, 4, 1e9).median());
    }

    @Test
    void shouldRejectNoValues() {
        assertThrows(IllegalArgumentException.class, Spread::of);
    }
}
