package basalt.query;

/**
 * Choices between two values without a branch, for the bodies of kernels. The JIT vectorises them, but not {@code ?:}.
 *
 * <pre>{@code
 * row.set(SPEED, Branchless.ifLess(row.get(FUEL), 1, 0, row.get(SPEED)));     // stop without fuel
 * }</pre>
 *
 * <p>Both results are always computed. The methods take the operands of a comparison instead of a {@code boolean},
 * because computing that {@code boolean} is already a branch. {@code Math.min} and {@code Math.max} are vectorised as
 * they are. For {@code bool} columns write {@code c & a | !c & b}. There are no methods for {@code long} and {@code
 * double}: without a branch they are no faster.
 *
 * <p>Stateless and safe for all threads.
 */
public final class Branchless {
    /** Two multiplications by this make the smallest difference of two floats greater than 1. */
    private static final float LARGE = 0x1p126f;

    private Branchless() {}

    /**
     * {@return {@code a < b ? then : otherwise}} For all ints.
     */
    public static int ifLess(int a, int b, int then, int otherwise) {
        int less = (a & ~b | ~(a ^ b) & (a - b)) >> 31; // the sign of a - b, also where that overflows
        return then & less | otherwise & ~less;
    }

    /**
     * {@return {@code a == b ? then : otherwise}} For all ints.
     */
    public static int ifEqual(int a, int b, int then, int otherwise) {
        int difference = a ^ b;
        int different = (difference | -difference) >> 31;
        return otherwise & different | then & ~different;
    }

    /**
     * {@return {@code a < b ? then : otherwise}} For finite numbers only: if one of the four is infinite or NaN, the
     * result may be NaN. A zero may lose its sign.
     */
    public static float ifLess(float a, float b, float then, float otherwise) {
        float less = Math.max(0, Math.min(1, (b - a) * LARGE * LARGE)); // 1 if a < b, otherwise 0
        return then * less + otherwise * (1 - less);
    }
}
