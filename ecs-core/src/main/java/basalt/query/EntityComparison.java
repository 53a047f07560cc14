package basalt.query;

import basalt.component.Column;
import basalt.component.Entity;
import java.util.function.Function;

/**
 * Comparisons of a column of handles. Whether their entities are alive does not matter; a pair kernel looks at that.
 *
 * @param <R> the result of the condition
 */
public final class EntityComparison<R> extends Comparison<R, EntityComparison<R>> {
    EntityComparison(Column column, Function<Condition, R> end) {
        super(column, end);
    }

    @Override
    EntityComparison<R> self() {
        return this;
    }

    /**
     * Rows with this handle.
     *
     * @param entity a handle, or {@link Entity#NULL}
     * @return the result with the condition
     */
    public R equalTo(long entity) {
        return range(() -> entity, () -> entity, "== " + Entity.toString(entity));
    }

    /**
     * Rows with another handle.
     *
     * @param entity a handle, or {@link Entity#NULL}
     * @return the result with the condition
     */
    public R notEqualTo(long entity) {
        return outside(() -> entity, () -> entity, "!= " + Entity.toString(entity));
    }
}
