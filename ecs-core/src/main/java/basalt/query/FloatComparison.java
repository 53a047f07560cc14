package basalt.query;

import static basalt.match.ValueCondition.key;

import basalt.component.Column;
import basalt.component.ColumnKind;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * Comparisons of a column of {@code float}s or {@code double}s, with the results of Java's operators: a {@code float}
 * is converted to {@code double} and compared then, -0 equals 0, and NaN differs from every number and is neither less
 * nor greater.
 *
 * @param <R> the result of the condition
 */
public final class FloatComparison<R> extends Comparison<R, FloatComparison<R>> {
    private final boolean isFloat;
    private final long lowest;
    private final long highest;

    FloatComparison(Column column, Function<Condition, R> end) {
        super(column, end);
        isFloat = column.kind() == ColumnKind.FLOAT32;
        lowest = isFloat ? key(Float.NEGATIVE_INFINITY) : key(Double.NEGATIVE_INFINITY);
        highest = isFloat ? key(Float.POSITIVE_INFINITY) : key(Double.POSITIVE_INFINITY);
    }

    @Override
    FloatComparison<R> self() {
        return this;
    }

    /** The lowest key of values that are not less than a number: -0 is below 0. */
    private long first(double number) {
        double least = number == 0 ? -0.0 : number;
        if (!isFloat) {
            return key(least);
        }
        float rounded = (float) least;
        return key(rounded < least ? Math.nextUp(rounded) : rounded);
    }

    /** The highest key of values that are not greater than a number. */
    private long last(double number) {
        double greatest = number == 0 ? 0.0 : number;
        if (!isFloat) {
            return key(greatest);
        }
        float rounded = (float) greatest;
        return key(rounded > greatest ? Math.nextDown(rounded) : rounded);
    }

    /**
     * Values that are {@code <=} a number.
     *
     * @param number the number
     * @return the result with the condition
     * @throws IllegalArgumentException if the number is NaN
     */
    public R atMost(double number) {
        return atMost(constant(number), number);
    }

    /**
     * Values that are {@code <=} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R atMost(DoubleBound bound) {
        return atMost(DoubleBound.require(bound), "a bound");
    }

    private R atMost(DoubleSupplier number, Object text) {
        return range(() -> lowest, () -> last(number.getAsDouble()), "<= " + text);
    }

    /**
     * Values that are {@code >=} a number.
     *
     * @param number the number
     * @return the result with the condition
     * @throws IllegalArgumentException if the number is NaN
     */
    public R atLeast(double number) {
        return atLeast(constant(number), number);
    }

    /**
     * Values that are {@code >=} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R atLeast(DoubleBound bound) {
        return atLeast(DoubleBound.require(bound), "a bound");
    }

    private R atLeast(DoubleSupplier number, Object text) {
        return range(() -> first(number.getAsDouble()), () -> highest, ">= " + text);
    }

    /**
     * Values that are {@code <} a number.
     *
     * @param number the number
     * @return the result with the condition
     * @throws IllegalArgumentException if the number is NaN
     */
    public R lessThan(double number) {
        return lessThan(constant(number), number);
    }

    /**
     * Values that are {@code <} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R lessThan(DoubleBound bound) {
        return lessThan(DoubleBound.require(bound), "a bound");
    }

    private R lessThan(DoubleSupplier number, Object text) {
        return range(() -> lowest, () -> first(number.getAsDouble()) - 1, "< " + text);
    }

    /**
     * Values that are {@code >} a number.
     *
     * @param number the number
     * @return the result with the condition
     * @throws IllegalArgumentException if the number is NaN
     */
    public R greaterThan(double number) {
        return greaterThan(constant(number), number);
    }

    /**
     * Values that are {@code >} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R greaterThan(DoubleBound bound) {
        return greaterThan(DoubleBound.require(bound), "a bound");
    }

    private R greaterThan(DoubleSupplier number, Object text) {
        return range(() -> last(number.getAsDouble()) + 1, () -> highest, "> " + text);
    }

    /**
     * Values that are {@code ==} a number.
     *
     * @param number the number
     * @return the result with the condition
     * @throws IllegalArgumentException if the number is NaN
     */
    public R equalTo(double number) {
        return equalTo(constant(number), number);
    }

    /**
     * Values that are {@code ==} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R equalTo(DoubleBound bound) {
        return equalTo(DoubleBound.require(bound), "a bound");
    }

    private R equalTo(DoubleSupplier number, Object text) {
        return range(() -> first(number.getAsDouble()), () -> last(number.getAsDouble()), "== " + text);
    }

    /**
     * Values that are {@code !=} a number, NaN included.
     *
     * @param number the number
     * @return the result with the condition
     * @throws IllegalArgumentException if the number is NaN
     */
    public R notEqualTo(double number) {
        return notEqualTo(constant(number), number);
    }

    /**
     * Values that are {@code !=} a bound, NaN included.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R notEqualTo(DoubleBound bound) {
        return notEqualTo(DoubleBound.require(bound), "a bound");
    }

    private R notEqualTo(DoubleSupplier number, Object text) {
        return outside(() -> first(number.getAsDouble()), () -> last(number.getAsDouble()), "!= " + text);
    }

    /**
     * Values from one number to another, both included.
     *
     * @param least the least value
     * @param greatest the greatest value
     * @return the result with the condition
     * @throws IllegalArgumentException if the least value is greater than the greatest, or one is NaN
     */
    public R between(double least, double greatest) {
        DoubleBound.requireNumber(least);
        DoubleBound.requireNumber(greatest);
        if (least > greatest) {
            throw new IllegalArgumentException("between(least, greatest) needs least <= greatest, or no row could"
                    + " match: least=" + least + ", greatest=" + greatest);
        }
        return range(() -> first(least), () -> last(greatest), "from " + least + " to " + greatest);
    }

    private static DoubleSupplier constant(double number) {
        DoubleBound.requireNumber(number);
        return () -> number;
    }
}
