package basalt.bench.scene;

/** Comparisons outside the timed part: a benchmark with wrong results fails. */
public final class Check {
    private Check() {}

    /**
     * Compares two counts.
     *
     * @param what what is counted
     * @param expected the count by construction
     * @param actual the count found
     * @throws IllegalStateException if they differ
     */
    public static void same(String what, long expected, long actual) {
        if (expected != actual) {
            throw new IllegalStateException(what + ": expected " + expected + ", found " + actual);
        }
    }

    /**
     * Compares two values bit by bit.
     *
     * @param what what is compared
     * @param row the row
     * @param expected the value by plain Java
     * @param actual the value found
     * @throws IllegalStateException if a bit differs
     */
    public static void same(String what, int row, float expected, float actual) {
        if (Float.floatToRawIntBits(expected) != Float.floatToRawIntBits(actual)) {
            throw new IllegalStateException(what + " of row " + row + ": expected " + expected + ", found " + actual);
        }
    }

    /**
     * Compares two sums that were added up in different orders.
     *
     * @param what what is compared
     * @param expected the value by plain Java
     * @param actual the value found
     * @param tolerance the largest difference allowed
     * @throws IllegalStateException if they differ by more
     */
    public static void near(String what, double expected, double actual, double tolerance) {
        if (!(Math.abs(expected - actual) <= tolerance)) {
            throw new IllegalStateException(what + ": expected " + expected + ", found " + actual);
        }
    }
}
