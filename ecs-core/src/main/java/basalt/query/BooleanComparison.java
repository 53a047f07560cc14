package basalt.query;

import basalt.component.Column;
import java.util.function.Function;

/**
 * Comparisons of a column of {@code boolean}s.
 *
 * @param <R> the result of the condition
 */
public final class BooleanComparison<R> extends Comparison<R, BooleanComparison<R>> {
    BooleanComparison(Column column, Function<Condition, R> end) {
        super(column, end);
    }

    @Override
    BooleanComparison<R> self() {
        return this;
    }

    /**
     * Rows in which the column is true.
     *
     * @return the result with the condition
     */
    public R isTrue() {
        return range(() -> 1, () -> 1, "is true");
    }

    /**
     * Rows in which the column is false.
     *
     * @return the result with the condition
     */
    public R isFalse() {
        return range(() -> 0, () -> 0, "is false");
    }
}
