package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class SteadyRoundsTest {
    private int rounds;

    private LongSupplier round(long... bytes) {
        return () -> bytes[rounds++ % bytes.length];
    }

    @Test
    void shouldEndWhenMostOfFiveRoundsMakeNothing() {
        assertEquals(0, SteadyRounds.median(100, 10, round(0)));
        assertEquals(5, rounds);
    }

    @Test
    void shouldIgnoreWarmUpAndSingleRounds() {
        assertEquals(0, SteadyRounds.median(100, 10, () -> rounds++ < 20 || rounds % 4 == 0 ? 5000 : 0));
        assertEquals(23, rounds);
    }

    @Test
    void shouldFindGarbageOfMostRounds() {
        assertEquals(5000, SteadyRounds.median(99, 10, round(5000, 5000, 0)));
        assertEquals(99, rounds);
    }

    @Test
    void shouldNotAcceptOneRoundWithoutGarbageAsSteadyState() {
        assertEquals(700, SteadyRounds.median(50, 10, round(700, 800, 0, 900, 700)));
        assertEquals(50, rounds);
    }

    @Test
    void shouldReturnTheMedian() {
        assertEquals(3, SteadyRounds.median(9, 1, 3));
        assertEquals(7, SteadyRounds.median(7));
    }

    private byte[] garbage;

    @Test
    void shouldCountTheBytesOfARound() {
        long bytes = SteadyRounds.medianBytes(5, 0, 100, () -> garbage = new byte[1_000]);
        assertTrue(bytes >= 100 * 1_000 && bytes < 100 * 2_000, () -> "bytes: " + bytes);
        assertTrue(SteadyRounds.medianBytes(300, 500, 100, () -> rounds++) <= 500);
        assertEquals(1_000, garbage.length);
    }
}
