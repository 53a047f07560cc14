package basalt.query;

/**
 * Choices between two values without a branch, for the bodies of kernels: the JIT vectorises them, and {@code ?:} not.
 *
 * <pre>{@code
 * row.set(SPEED, Branchless.ifLess(row.get(FUEL), 1, 0, row.get(SPEED)));     // stop what has no fuel
 * }</pre>
 *
 * <p>All four values are computed, whichever is chosen. They take a comparison instead of a {@code boolean}, because a
 * {@code boolean} that comes from one is a branch already. {@code Math.min} and {@code Math.max} are vectorised by
 * themselves; for {@code bool} columns write {@code c & a | !c & b}. What is not here, {@code int64} and {@code
 * float64}, is no faster without a branch.
 *
 * <p>Stateless and safe for all threads.
 */
public final class Branchless {
    /** Twice this takes the smallest difference of two floats above 1. */
    private static final float LARGE = 0x1p126f;

    private Branchless() {}

    /**
     * {@return {@code a < b ? then : otherwise}} For all ints.
     *
     * @param a what must be less
     * @param b than this
     * @param then the result if so
     * @param otherwise the result if not
     */
    public static int ifLess(int a, int b, int then, int otherwise) {
        int less = (a & ~b | ~(a ^ b) & (a - b)) >> 31; // the sign of a - b, also where that overflows
        return then & less | otherwise & ~less;
    }

    /**
     * {@return {@code a == b ? then : otherwise}} For all ints.
     *
     * @param a what must be equal
     * @param b to this
     * @param then the result if so
     * @param otherwise the result if not
     */
    public static int ifEqual(int a, int b, int then, int otherwise) {
        int difference = a ^ b;
        int different = (difference | -difference) >> 31;
        return otherwise & different | then & ~different;
    }

    /**
     * {@return {@code a < b ? then : otherwise}} For finite numbers only: if one of the four is infinite or NaN, the
     * result may be NaN. A zero may lose its sign.
     *
     * @param a what must be less
     * @param b than this
     * @param then the result if so
     * @param otherwise the result if not
     */
    public static float ifLess(float a, float b, float then, float otherwise) {
        float less = Math.max(0, Math.min(1, (b - a) * LARGE * LARGE)); // 1 if so, else 0
        return then * less + otherwise * (1 - less);
    }
}
