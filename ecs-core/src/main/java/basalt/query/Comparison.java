package basalt.query;

import basalt.component.Column;
import basalt.match.ValueCondition;
import basalt.storage.access.Store;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The comparisons that a column allows; each of them ends a condition.
 *
 * @param <R> the result of the condition
 * @param <S> the class of the comparisons
 */
public abstract class Comparison<R, S extends Comparison<R, S>> {
    private final Column column;
    private final Function<Condition, R> end;
    private int lane;
    private boolean hasLane;

    Comparison(Column column, Function<Condition, R> end) {
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
     * @return this
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

    /** Ends the condition: keys in a range. */
    final R range(LongSupplier lowest, LongSupplier highest, String text) {
        return end(-1L, lowest, highest, false, text);
    }

    /** Ends the condition: keys outside of a range. */
    final R outside(LongSupplier lowest, LongSupplier highest, String text) {
        return end(-1L, lowest, highest, true, text);
    }

    final R end(long mask, LongSupplier lowest, LongSupplier highest, boolean isInverted, String text) {
        if (column.length() != 1 && !hasLane) {
            throw new IllegalArgumentException("column " + column.field() + " is a vector of length " + column.length()
                    + "; choose a lane, as in where(column).lane(0)");
        }
        ValueCondition condition = new ValueCondition(column, lane, mask, lowest, highest, isInverted);
        String name = column.component().shortName() + "." + column.field();
        return end.apply(
                new Condition(List.of(condition), name + (column.length() == 1 ? " " : "[" + lane + "] ") + text));
    }
}
