package basalt.examples.flock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OrderTest {
    @Test
    void shouldNumberTheCellsAlongTheCurve() {
        int[][] places = {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}};
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                assertEquals(places[row][column], Order.place(column, row), column + ", " + row);
            }
        }
        assertEquals(0x3fff_ffff, Order.place(0x7fff, 0x7fff));
    }

    @Test
    void shouldArrangeBirdsAlongTheCurveAndElseKeepThem() {
        Bird[] birds = {at(5, 5), at(0, 5), at(9, 1), at(1, 1), at(3, 2), at(7, 0)};
        Bird[] random = birds.clone();
        Order.RANDOM.arrange(random);
        assertArrayEquals(birds, random);
        Bird[] curve = birds.clone();
        Order.CURVE.arrange(curve);
        assertArrayEquals(new Bird[] {birds[3], birds[4], birds[5], birds[1], birds[0], birds[2]}, curve);
    }

    @Test
    void shouldHaveANameForTheCommandLine() {
        assertEquals("random", Order.RANDOM.toString());
        assertEquals("curve", Order.CURVE.toString());
    }

    private static Bird at(float x, float y) {
        return new Bird(x, y, 0, 0);
    }
}
