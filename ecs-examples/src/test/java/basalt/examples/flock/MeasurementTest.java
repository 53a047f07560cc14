package basalt.examples.flock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.flock.Flock.Measurement;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    @Test
    void shouldHaveAMedianOfOddAndEvenNumbersOfRounds() {
        assertEquals(7, of(7).median());
        assertEquals(3, of(9, 1, 3).median());
        assertEquals(4, of(9, 1, 3, 5).median());
    }

    @Test
    void shouldFormatTheSpeeds() {
        assertEquals("4.0 (1.0 to 1,900.0)", of(1_900, 1, 3, 5).speed());
    }

    @Test
    void shouldRunAndMeasureTheTicksOfARound() {
        try (Measurement measurement =
                new Measurement(Sky.Order.RANDOM, new Sky(10, Sky.Order.RANDOM, 1, 1), new double[2])) {
            measurement.measure(1, 3);
            assertEquals(3, measurement.sky().world.time().tick());
            assertEquals(0, measurement.speeds()[0]);
            assertTrue(measurement.speeds()[1] > 0);
        }
    }

    private static Measurement of(double... speeds) {
        return new Measurement(Sky.Order.RANDOM, null, speeds);
    }
}
