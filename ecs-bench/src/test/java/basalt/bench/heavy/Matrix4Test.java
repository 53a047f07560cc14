package basalt.bench.heavy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Matrix4Test {
    private static final float TOLERANCE = 1e-4f;

    @Test
    void shouldMultiplyToTheIdentity() {
        SplittableRandom random = new SplittableRandom(4);
        for (int round = 0; round < 100; round++) {
            float[] m = new float[Matrix4.LENGTH];
            for (int i = 0; i < m.length; i++) {
                m[i] = (float) random.nextDouble(-1, 1) + (i % 5 == 0 ? 4 : 0); // far from singular
            }
            float[] inverse = m.clone();
            Matrix4.invert(inverse);
            for (int row = 0; row < 4; row++) {
                for (int column = 0; column < 4; column++) {
                    assertEquals(row == column ? 1 : 0, Matrix4.product(m, inverse, row, column), TOLERANCE);
                }
            }
        }
    }

    @Test
    void shouldRestoreAfterAnEvenNumberOfInversions() {
        float[] m = new float[Matrix4.LENGTH];
        Matrix4.rotateX(m, 1.2);
        float[] before = m.clone();
        Matrix4.invert(m, 100);
        assertArrayEquals(before, m, TOLERANCE);
    }

    @Test
    void shouldRotate() {
        float[] m = new float[Matrix4.LENGTH];
        Matrix4.rotateX(m, Math.PI / 2);
        assertEquals(5, Matrix4.turn(m, 0, 5, 6, 7), TOLERANCE);
        assertEquals(-7, Matrix4.turn(m, 1, 5, 6, 7), TOLERANCE);
        assertEquals(6, Matrix4.turn(m, 2, 5, 6, 7), TOLERANCE);
    }
}
