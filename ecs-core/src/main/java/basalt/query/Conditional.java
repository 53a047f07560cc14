package basalt.query;

import basalt.component.BooleanColumn;
import basalt.component.Column;
import basalt.component.EntityColumn;
import basalt.component.EnumColumn;
import java.util.function.Predicate;

/**
 * Takes conditions on the values of columns: {@code query.where(Health.HP).atMost(0)}. Each call adds a condition, and
 * a row must meet all of them; {@link Condition#anyOf} makes one of several.
 *
 * <p>A row must have the column's component. The values are read when a loop over the rows starts, 64 rows at a time,
 * and values that change during the loop neither add nor remove rows.
 *
 * @param <R> the result of a condition
 */
public interface Conditional<R> {
    /**
     * Adds a condition.
     *
     * @param condition what the values of a row must be
     * @return the result with the condition
     */
    R where(Condition condition);

    /**
     * Adds a condition on a record, see {@link Condition#on(Class, Predicate)}.
     *
     * @param type a component, or a bundle of several
     * @param predicate what its records must be
     */
    default <T extends Record> R where(Class<T> type, Predicate<? super T> predicate) {
        return where(Condition.on(type, predicate));
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default Comparison.OfFloats<R> where(Column.Floating column) {
        return new Comparison.OfFloats<>(column, this::where);
    }

    /** As {@link #where(Column.Floating)}. */
    default Comparison.OfIntegers<R> where(Column.Whole column) {
        return new Comparison.OfIntegers<>(column, this::where);
    }

    /** As {@link #where(Column.Floating)}. */
    default Comparison.OfBooleans<R> where(BooleanColumn column) {
        return new Comparison.OfBooleans<>(column, this::where);
    }

    /** As {@link #where(Column.Floating)}. */
    default Comparison.OfEntities<R> where(EntityColumn column) {
        return new Comparison.OfEntities<>(column, this::where);
    }

    /** As {@link #where(Column.Floating)}. */
    default <E extends Enum<E>> Comparison.OfEnums<R, E> where(EnumColumn<E> column) {
        return new Comparison.OfEnums<>(column, this::where);
    }
}
