package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CompassTest {
    @Test
    void shouldComputeSineAndCosine() {
        for (float degrees = -1_000; degrees < 1_000; degrees += 0.7f) {
            assertEquals(Math.cos(Math.toRadians(degrees)), Compass.x(degrees), 0.0008);
            assertEquals(Math.sin(Math.toRadians(degrees)), Compass.y(degrees), 0.0008);
        }
    }

    @Test
    void shouldBeExactAtRightAngles() {
        for (int turn = -2; turn <= 2; turn++) {
            assertEquals(1, Compass.x(360 * turn));
            assertEquals(0, Compass.y(360 * turn), 1e-7);
            assertEquals(0, Compass.x(360 * turn + 90), 1e-7);
            assertEquals(1, Compass.y(360 * turn + 90));
            assertEquals(-1, Compass.x(360 * turn + 180));
            assertEquals(-1, Compass.y(360 * turn - 90));
        }
    }
}
