package basalt.query;

import java.util.function.DoubleSupplier;

/**
 * A number that conditions compare with, and that may change: each loop reads it when it starts.
 *
 * <pre>{@code
 * DoubleBound limit = new DoubleBound(10);
 * Query weak = living.where(Health.HP).lessThan(limit);
 * limit.set(12);
 * }</pre>
 *
 * <p>A schedule does not know which queries read it, so set it between ticks, or in an {@code exclusive()} system. For
 * the world's thread.
 */
public final class DoubleBound {
    private double value;

    /**
     * Creates a bound.
     *
     * @param value its first value
     * @throws IllegalArgumentException if it is NaN
     */
    public DoubleBound(double value) {
        set(value);
    }

    /** The current value. */
    public double get() {
        return value;
    }

    /**
     * Changes the value. Loops that have started are not affected.
     *
     * @throws IllegalArgumentException if it is NaN
     */
    public void set(double newValue) {
        value = requireNumber(newValue);
    }

    static DoubleSupplier require(DoubleBound bound) {
        if (bound == null) {
            throw new IllegalArgumentException(
                    "bound must not be null: pass a number, or a DoubleBound that may change");
        }
        return bound::get;
    }

    static double requireNumber(double number) {
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException(
                    "a condition cannot compare with NaN, which is not less than, equal to or greater than any value");
        }
        return number;
    }

    /** The current value as text. */
    @Override
    public String toString() {
        return Double.toString(value);
    }
}
