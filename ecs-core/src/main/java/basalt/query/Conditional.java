package basalt.query;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;

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
     * @throws IllegalArgumentException if the condition is null
     */
    R where(Condition condition);

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default FloatComparison<R> where(FloatColumn column) {
        return new FloatComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default FloatComparison<R> where(DoubleColumn column) {
        return new FloatComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default IntComparison<R> where(ByteColumn column) {
        return new IntComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default IntComparison<R> where(ShortColumn column) {
        return new IntComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default IntComparison<R> where(IntColumn column) {
        return new IntComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default IntComparison<R> where(LongColumn column) {
        return new IntComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default BooleanComparison<R> where(BooleanColumn column) {
        return new BooleanComparison<>(column, this::where);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    default EntityComparison<R> where(EntityColumn column) {
        return new EntityComparison<>(column, this::where);
    }
}
