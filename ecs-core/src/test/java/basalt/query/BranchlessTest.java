package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BranchlessTest {
    private static final int[] INTS = {0, 1, -1, 2, 31, Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE};
    private static final float[] FLOATS = {
        0,
        1,
        -1,
        Math.nextUp(1f),
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        2 * Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        Math.nextDown(Float.MAX_VALUE),
        -Float.MAX_VALUE
    };

    @Test
    void shouldChooseIntsAsABranchDoes() {
        for (int a : INTS) {
            for (int b : INTS) {
                assertSame(a, b, Integer.MIN_VALUE, -1);
                assertSame(a, b, 7, Integer.MAX_VALUE);
            }
        }
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            assertSame(random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt());
        }
    }

    private static void assertSame(int a, int b, int then, int otherwise) {
        assertEquals(a < b ? then : otherwise, Branchless.ifLess(a, b, then, otherwise), () -> a + " < " + b);
        assertEquals(a == b ? then : otherwise, Branchless.ifEqual(a, b, then, otherwise), () -> a + " == " + b);
    }

    @Test
    void shouldChooseFiniteFloatsAsABranchDoes() {
        for (float a : FLOATS) {
            for (float b : FLOATS) {
                for (float then : FLOATS) {
                    assertSame(a, b, then, 3);
                    assertSame(a, b, -3, then);
                }
            }
        }
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            assertSame(finite(random), finite(random), finite(random), finite(random));
        }
    }

    private static float finite(Random random) {
        float value = Float.intBitsToFloat(random.nextInt());
        return Float.isFinite(value) ? value : 1;
    }

    private static void assertSame(float a, float b, float then, float otherwise) {
        float expected = a < b ? then : otherwise;
        assertEquals(expected, Branchless.ifLess(a, b, then, otherwise), 0f, () -> a + " < " + b);
    }
}
