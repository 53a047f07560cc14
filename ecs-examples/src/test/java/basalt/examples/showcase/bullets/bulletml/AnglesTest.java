package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AnglesTest {
    @Test
    void shouldBeExactAtTheFourDirections() {
        float[][] expected = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        for (int i = -8; i < 8; i++) {
            assertEquals(expected[i & 3][0], Angles.x(i * 90));
            assertEquals(expected[i & 3][1], Angles.y(i * 90));
        }
    }

    @Test
    void shouldBeWithinTheBoundEverywhereElse() {
        for (float direction = 0; direction < 360; direction += 0.01f) {
            double radians = Math.toRadians(direction);
            assertEquals(Math.sin(radians), Angles.x(direction), 0.0000003);
            assertEquals(-Math.cos(radians), Angles.y(direction), 0.0000003);
        }
        float last = Math.nextDown(360f);
        assertEquals(0, Angles.x(last), 0.000001);
        assertEquals(-1, Angles.y(last), 0.000001);
    }

    @Test
    void shouldBeSymmetricInEachQuarter() {
        for (int step = 0; step <= 90 * 16; step++) {
            float direction = step / 16f;
            assertEquals(Angles.x(direction), Angles.x(180 - direction));
            assertEquals(Angles.x(direction), 0 - Angles.x(direction + 180));
            assertEquals(Angles.x(direction), Angles.y(direction + 90));
        }
    }

    @Test
    void shouldWrap() {
        assertEquals(0, Angles.wrap(0));
        assertEquals(0f, Angles.wrap(-0f));
        assertEquals(0f, Angles.wrap(360));
        assertEquals(0f, Angles.wrap(-720));
        assertEquals(350, Angles.wrap(-10));
        assertEquals(5, Angles.wrap(1085));
        assertEquals(0f, Angles.wrap(-Float.MIN_VALUE)); // 360 less that is 360
        assertEquals(0, Angles.wrap(Float.NaN));
        assertEquals(0, Angles.wrap(Float.NEGATIVE_INFINITY));
        assertTrue(Angles.wrap(Float.MAX_VALUE) < 360);
    }

    @Test
    void shouldComputeTheDirectionOfAVector() {
        assertEquals(0, Angles.toward(0, -5));
        assertEquals(90, Angles.toward(5, 0));
        assertEquals(180, Angles.toward(0, 5));
        assertEquals(270, Angles.toward(-5, 0));
        assertEquals(45, Angles.toward(2, -2));
        assertEquals(225, Angles.toward(-2, 2));
        assertEquals(180, Angles.toward(0, 0));
        assertEquals(0, Angles.toward(Float.NaN, 1));
    }

    @Test
    void shouldTurnTheShorterWay() {
        assertEquals(20, Angles.turn(350, 10));
        assertEquals(-20, Angles.turn(10, 350));
        assertEquals(0, Angles.turn(77, 77));
        assertEquals(-180, Angles.turn(0, 180));
        assertEquals(180, Angles.turn(180, 0));
    }
}
