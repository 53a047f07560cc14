package basalt.query;

import basalt.component.Column;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Comparisons of a column of {@code byte}s, {@code short}s, {@code int}s or {@code long}s. A number that the column
 * cannot hold is allowed: {@code atMost(1000)} is met by every {@code byte}.
 *
 * @param <R> the result of the condition
 */
public final class IntComparison<R> extends Comparison<R, IntComparison<R>> {
    private static final LongSupplier LOWEST = () -> Long.MIN_VALUE;
    private static final LongSupplier HIGHEST = () -> Long.MAX_VALUE;

    IntComparison(Column column, Function<Condition, R> end) {
        super(column, end);
    }

    @Override
    IntComparison<R> self() {
        return this;
    }

    /**
     * Values that are {@code <=} a number.
     *
     * @param number the number
     * @return the result with the condition
     */
    public R atMost(long number) {
        return atMost(() -> number, number);
    }

    /**
     * Values that are {@code <=} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R atMost(LongBound bound) {
        return atMost(LongBound.require(bound), "a bound");
    }

    private R atMost(LongSupplier number, Object text) {
        return range(LOWEST, number, "<= " + text);
    }

    /**
     * Values that are {@code >=} a number.
     *
     * @param number the number
     * @return the result with the condition
     */
    public R atLeast(long number) {
        return atLeast(() -> number, number);
    }

    /**
     * Values that are {@code >=} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R atLeast(LongBound bound) {
        return atLeast(LongBound.require(bound), "a bound");
    }

    private R atLeast(LongSupplier number, Object text) {
        return range(number, HIGHEST, ">= " + text);
    }

    /**
     * Values that are {@code <} a number.
     *
     * @param number the number
     * @return the result with the condition
     */
    public R lessThan(long number) {
        return lessThan(() -> number, number);
    }

    /**
     * Values that are {@code <} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R lessThan(LongBound bound) {
        return lessThan(LongBound.require(bound), "a bound");
    }

    private R lessThan(LongSupplier number, Object text) {
        return outside(number, HIGHEST, "< " + text);
    }

    /**
     * Values that are {@code >} a number.
     *
     * @param number the number
     * @return the result with the condition
     */
    public R greaterThan(long number) {
        return greaterThan(() -> number, number);
    }

    /**
     * Values that are {@code >} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R greaterThan(LongBound bound) {
        return greaterThan(LongBound.require(bound), "a bound");
    }

    private R greaterThan(LongSupplier number, Object text) {
        return outside(LOWEST, number, "> " + text);
    }

    /**
     * Values that are {@code ==} a number.
     *
     * @param number the number
     * @return the result with the condition
     */
    public R equalTo(long number) {
        return equalTo(() -> number, number);
    }

    /**
     * Values that are {@code ==} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R equalTo(LongBound bound) {
        return equalTo(LongBound.require(bound), "a bound");
    }

    private R equalTo(LongSupplier number, Object text) {
        return range(number, number, "== " + text);
    }

    /**
     * Values that are {@code !=} a number.
     *
     * @param number the number
     * @return the result with the condition
     */
    public R notEqualTo(long number) {
        return notEqualTo(() -> number, number);
    }

    /**
     * Values that are {@code !=} a bound.
     *
     * @param bound read when a loop starts
     * @return the result with the condition
     * @throws IllegalArgumentException if the bound is null
     */
    public R notEqualTo(LongBound bound) {
        return notEqualTo(LongBound.require(bound), "a bound");
    }

    private R notEqualTo(LongSupplier number, Object text) {
        return outside(number, number, "!= " + text);
    }

    /**
     * Values from one number to another, both included.
     *
     * @param least the least value
     * @param greatest the greatest value
     * @return the result with the condition
     * @throws IllegalArgumentException if the least value is greater than the greatest
     */
    public R between(long least, long greatest) {
        if (least > greatest) {
            throw new IllegalArgumentException("between(least, greatest) needs least <= greatest, or no row could"
                    + " match: least=" + least + ", greatest=" + greatest);
        }
        return range(() -> least, () -> greatest, "from " + least + " to " + greatest);
    }

    /**
     * Values that have all of some bits: {@code (value & mask) == mask}, where a shorter value is converted to {@code
     * long} first.
     *
     * @param mask the bits, at least one
     * @return the result with the condition
     * @throws IllegalArgumentException if the mask is 0
     */
    public R hasAll(long mask) {
        long bits = bits(mask);
        return end(bits, () -> bits, () -> bits, false, "has all of " + text(mask));
    }

    /**
     * Values that have at least one of some bits: {@code (value & mask) != 0}.
     *
     * @param mask the bits, at least one
     * @return the result with the condition
     * @throws IllegalArgumentException if the mask is 0
     */
    public R hasAny(long mask) {
        return end(bits(mask), () -> 0, () -> 0, true, "has any of " + text(mask));
    }

    /**
     * Values that have none of some bits: {@code (value & mask) == 0}.
     *
     * @param mask the bits, at least one
     * @return the result with the condition
     * @throws IllegalArgumentException if the mask is 0
     */
    public R hasNone(long mask) {
        return end(bits(mask), () -> 0, () -> 0, false, "has none of " + text(mask));
    }

    private static String text(long mask) {
        return "0x" + Long.toHexString(mask);
    }

    /** The mask as a number of the column's type: the bits above those of a shorter value repeat its highest one. */
    private long bits(long mask) {
        if (mask == 0) {
            throw new IllegalArgumentException("mask must have at least one bit: mask=0");
        }
        int highest = Byte.SIZE * column().kind().sizeBytes() - 1;
        return mask >>> highest != 0 ? mask | -1L << highest : mask;
    }
}
