package basalt.query;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.EnumColumn;
import basalt.component.VariableColumn;
import basalt.match.ValueCondition;
import basalt.match.ValueCondition.Operator;
import basalt.storage.access.Store;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The comparisons that a column allows; each of them ends a condition. A class for each kind of columns, so that only
 * what makes sense compiles.
 *
 * <p>Null bounds, and numbers that are NaN, are rejected by an {@link IllegalArgumentException}.
 */
public abstract sealed class Comparison<R, S extends Comparison<R, S>> {
    private final Column column;
    private final Function<Condition, R> end;
    private int lane;
    private boolean hasLane;

    private Comparison(Column column, Function<Condition, R> end) {
        if (column == null) {
            throw new IllegalArgumentException("column must not be null; is its constant initialised?");
        }
        Store.requireComponent(column.component());
        this.column = column;
        this.end = end;
    }

    abstract S self();

    /**
     * Chooses a lane of a vector, which a vector needs and a scalar does not.
     *
     * @param newLane the lane, from 0
     * @throws IndexOutOfBoundsException if there is no such lane
     */
    public final S lane(int newLane) {
        lane = Objects.checkIndex(newLane, column.length());
        hasLane = true;
        return self();
    }

    final Column column() {
        return column;
    }

    final int lane() {
        if (column.length() != 1 && !hasLane) {
            throw new IllegalArgumentException("column " + column.field() + " is a vector of length " + column.length()
                    + "; choose a lane, as in where(column).lane(0)");
        }
        return lane;
    }

    /** Compares with an integer, a handle, or a boolean as 0 or 1. */
    final R compare(Operator operator, LongSupplier number, Object text) {
        return end(ValueCondition.ofIntegers(column, lane(), operator, number), text(operator, text));
    }

    static String text(Operator operator, Object text) {
        return (operator == Operator.EQUAL ? "==" : operator.text()) + " " + text;
    }

    final R end(ValueCondition condition, String text) {
        String length = column instanceof VariableColumn ? ".length" : "";
        String name = column.component().shortName() + "." + column.field() + length;
        return end.apply(
                new Condition(List.of(condition), name + (column.length() == 1 ? " " : "[" + lane + "] ") + text));
    }

    private static void requireOrder(boolean isInOrder, Object least, Object greatest) {
        if (!isInOrder) {
            throw new IllegalArgumentException("between(least, greatest) needs least <= greatest, or no row could"
                    + " match: least=" + least + ", greatest=" + greatest);
        }
    }

    /**
     * Comparisons of a column of {@code boolean}s.
     */
    public static final class OfBooleans<R> extends Comparison<R, OfBooleans<R>> {
        OfBooleans(Column column, Function<Condition, R> end) {
            super(column, end);
        }

        @Override
        OfBooleans<R> self() {
            return this;
        }

        /** {@return the result with the condition: rows in which the column is true} */
        public R isTrue() {
            return end(ValueCondition.ofIntegers(column(), lane(), Operator.EQUAL, () -> 1), "is true");
        }

        /** {@return the result with the condition: rows in which the column is false} */
        public R isFalse() {
            return end(ValueCondition.ofIntegers(column(), lane(), Operator.EQUAL, () -> 0), "is false");
        }
    }

    /**
     * Comparisons of a column of handles. Whether their entities are alive does not matter; a pair kernel looks at
     * that.
     */
    public static final class OfEntities<R> extends Comparison<R, OfEntities<R>> {
        OfEntities(Column column, Function<Condition, R> end) {
            super(column, end);
        }

        @Override
        OfEntities<R> self() {
            return this;
        }

        /** {@return the result with the condition: rows with this handle} */
        public R equalTo(long entity) {
            return compare(Operator.EQUAL, () -> entity, Entity.toString(entity));
        }

        /** {@return the result with the condition: rows with another handle} */
        public R notEqualTo(long entity) {
            return compare(Operator.NOT_EQUAL, () -> entity, Entity.toString(entity));
        }
    }

    /**
     * Comparisons of a column of an enum.
     */
    public static final class OfEnums<R, E extends Enum<E>> extends Comparison<R, OfEnums<R, E>> {
        private final EnumColumn<E> constants;

        OfEnums(EnumColumn<E> column, Function<Condition, R> end) {
            super(column, end);
            constants = column;
        }

        @Override
        OfEnums<R, E> self() {
            return this;
        }

        /** {@return the result with the condition: rows with this constant, or with null} */
        public R is(E constant) {
            return compare(Operator.EQUAL, constant);
        }

        /** {@return the result with the condition: all rows but those of {@link #is}} */
        public R isNot(E constant) {
            return compare(Operator.NOT_EQUAL, constant);
        }

        private R compare(Operator operator, E constant) {
            int ordinal = constants.ordinal(constant);
            return compare(operator, () -> ordinal, constant == null ? null : constant.name());
        }
    }

    /**
     * Comparisons of a column of numbers with bounds that may change.
     */
    public abstract static sealed class Ordered<R, S extends Ordered<R, S, B>, B> extends Comparison<R, S> {
        private Ordered(Column column, Function<Condition, R> end) {
            super(column, end);
        }

        /** Compares with a bound that is read when a loop starts. */
        abstract R compare(Operator operator, B bound);

        /** {@return the result with the condition: values {@code <=} a bound} */
        public final R atMost(B bound) {
            return compare(Operator.AT_MOST, bound);
        }

        /** {@return the result with the condition: values {@code >=} a bound} */
        public final R atLeast(B bound) {
            return compare(Operator.AT_LEAST, bound);
        }

        /** {@return the result with the condition: values {@code <} a bound} */
        public final R lessThan(B bound) {
            return compare(Operator.LESS, bound);
        }

        /** {@return the result with the condition: values {@code >} a bound} */
        public final R greaterThan(B bound) {
            return compare(Operator.GREATER, bound);
        }

        /** {@return the result with the condition: values {@code ==} a bound} */
        public final R equalTo(B bound) {
            return compare(Operator.EQUAL, bound);
        }

        /** {@return the result with the condition: values {@code !=} a bound} */
        public final R notEqualTo(B bound) {
            return compare(Operator.NOT_EQUAL, bound);
        }
    }

    /**
     * Comparisons of a column of {@code float}s or {@code double}s, with the results of Java's operators: a {@code
     * float} is converted to {@code double} and compared then, -0 equals 0, and NaN differs from every number and is
     * neither less nor greater.
     */
    public static final class OfFloats<R> extends Ordered<R, OfFloats<R>, DoubleBound> {
        OfFloats(Column column, Function<Condition, R> end) {
            super(column, end);
        }

        @Override
        OfFloats<R> self() {
            return this;
        }

        @Override
        R compare(Operator operator, DoubleBound bound) {
            return compare(operator, DoubleBound.require(bound), "a bound");
        }

        /** {@return the result with the condition: values {@code <=} a number} */
        public R atMost(double number) {
            return compare(Operator.AT_MOST, constant(number), number);
        }

        /** {@return the result with the condition: values {@code >=} a number} */
        public R atLeast(double number) {
            return compare(Operator.AT_LEAST, constant(number), number);
        }

        /** {@return the result with the condition: values {@code <} a number} */
        public R lessThan(double number) {
            return compare(Operator.LESS, constant(number), number);
        }

        /** {@return the result with the condition: values {@code >} a number} */
        public R greaterThan(double number) {
            return compare(Operator.GREATER, constant(number), number);
        }

        /** {@return the result with the condition: values {@code ==} a number} */
        public R equalTo(double number) {
            return compare(Operator.EQUAL, constant(number), number);
        }

        /** {@return the result with the condition: values {@code !=} a number} */
        public R notEqualTo(double number) {
            return compare(Operator.NOT_EQUAL, constant(number), number);
        }

        /**
         * Values from one number to another, both included.
         *
         * @param least the least value
         * @return the result with the condition
         * @throws IllegalArgumentException if a number is NaN, or the least value is greater than the greatest
         */
        public R between(double least, double greatest) {
            DoubleBound.requireNumber(least);
            DoubleBound.requireNumber(greatest);
            requireOrder(least <= greatest, least, greatest);
            return end(ValueCondition.between(column(), lane(), least, greatest), "from " + least + " to " + greatest);
        }

        private R compare(Operator operator, DoubleSupplier number, Object text) {
            return end(ValueCondition.ofFloats(column(), lane(), operator, number), text(operator, text));
        }

        private static DoubleSupplier constant(double number) {
            DoubleBound.requireNumber(number);
            return () -> number;
        }
    }

    /**
     * Comparisons of a column of {@code byte}s, {@code short}s, {@code char}s, {@code int}s or {@code long}s, or of the
     * lengths of lists and strings, which are converted to {@code long} and compared then.
     */
    public static final class OfIntegers<R> extends Ordered<R, OfIntegers<R>, LongBound> {
        OfIntegers(Column column, Function<Condition, R> end) {
            super(column, end);
        }

        @Override
        OfIntegers<R> self() {
            return this;
        }

        @Override
        R compare(Operator operator, LongBound bound) {
            return compare(operator, LongBound.require(bound), "a bound");
        }

        /** {@return the result with the condition: values {@code <=} a number} */
        public R atMost(long number) {
            return compare(Operator.AT_MOST, () -> number, number);
        }

        /** {@return the result with the condition: values {@code >=} a number} */
        public R atLeast(long number) {
            return compare(Operator.AT_LEAST, () -> number, number);
        }

        /** {@return the result with the condition: values {@code <} a number} */
        public R lessThan(long number) {
            return compare(Operator.LESS, () -> number, number);
        }

        /** {@return the result with the condition: values {@code >} a number} */
        public R greaterThan(long number) {
            return compare(Operator.GREATER, () -> number, number);
        }

        /** {@return the result with the condition: values {@code ==} a number} */
        public R equalTo(long number) {
            return compare(Operator.EQUAL, () -> number, number);
        }

        /** {@return the result with the condition: values {@code !=} a number} */
        public R notEqualTo(long number) {
            return compare(Operator.NOT_EQUAL, () -> number, number);
        }

        /**
         * Values from one number to another, both included.
         *
         * @param least the least value
         * @return the result with the condition
         * @throws IllegalArgumentException if the least value is greater than the greatest
         */
        public R between(long least, long greatest) {
            requireOrder(least <= greatest, least, greatest);
            return masked(-1L, least, greatest, false, "from " + least + " to " + greatest);
        }

        /**
         * Values that have all of some bits: {@code (value & mask) == mask}, where a shorter value is converted to
         * {@code long} first.
         *
         * @param mask the bits, at least one
         * @return the result with the condition
         * @throws IllegalArgumentException if the mask is 0
         */
        public R hasAll(long mask) {
            long bits = bits(mask);
            return masked(bits, bits, bits, false, "has all of " + text(mask));
        }

        /** {@return the result with the condition: {@code (value & mask) != 0}, as for {@link #hasAll}} */
        public R hasAny(long mask) {
            return masked(bits(mask), 0, 0, true, "has any of " + text(mask));
        }

        /** {@return the result with the condition: {@code (value & mask) == 0}, as for {@link #hasAll}} */
        public R hasNone(long mask) {
            return masked(bits(mask), 0, 0, false, "has none of " + text(mask));
        }

        private R masked(long mask, long lowest, long highest, boolean isInverted, String text) {
            return end(new ValueCondition(column(), lane(), mask, () -> lowest, () -> highest, isInverted), text);
        }

        private static String text(long mask) {
            return "0x" + Long.toHexString(mask);
        }

        /**
         * The mask as a number of the column's type: the bits above those of a shorter value repeat its highest one.
         */
        private long bits(long mask) {
            if (mask == 0) {
                throw new IllegalArgumentException("mask must have at least one bit: mask=0");
            }
            int highest = Byte.SIZE * column().kind().sizeBytes() - 1;
            return mask >>> highest != 0 ? mask | -1L << highest : mask;
        }
    }
}
