package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SineTableTest {
    @Test
    void shouldComputeSineAndCosine() {
        for (float degrees = -1_000; degrees < 1_000; degrees += 0.7f) {
            assertEquals(Math.cos(Math.toRadians(degrees)), SineTable.x(degrees), 0.0008);
            assertEquals(Math.sin(Math.toRadians(degrees)), SineTable.y(degrees), 0.0008);
        }
    }

    @Test
    void shouldBeExactAtRightAngles() {
        for (int turn = -2; turn <= 2; turn++) {
            assertEquals(1, SineTable.x(360 * turn));
            assertEquals(0, SineTable.y(360 * turn), 1e-7);
            assertEquals(0, SineTable.x(360 * turn + 90), 1e-7);
            assertEquals(1, SineTable.y(360 * turn + 90));
            assertEquals(-1, SineTable.x(360 * turn + 180));
            assertEquals(-1, SineTable.y(360 * turn - 90));
        }
    }
}
