package basalt.query;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.internal.Friend;
import basalt.match.ValueCondition;
import java.util.ArrayList;
import java.util.List;

/**
 * What the values of a row must be: a comparison of one column, or one of several comparisons.
 *
 * <pre>{@code
 * world.query()
 *         .all(Health.TYPE, Fuel.TYPE)
 *         .where(Condition.anyOf(Condition.on(Health.HP).atMost(0), Condition.on(Fuel.LITRES).lessThan(0.5)))
 *         .build();
 * }</pre>
 *
 * <p>For a single comparison {@link Conditional} has a shorter form. Immutable and safe for all threads, except for its
 * bounds.
 */
public final class Condition {
    private final List<ValueCondition> alternatives;
    private final String text;

    static {
        Friend.install(Condition.class, List.class, new Friend<Condition, List<ValueCondition>>() {
            @Override
            public List<ValueCondition> internal(Condition condition) {
                return require(condition).alternatives;
            }
        });
    }

    Condition(List<ValueCondition> alternatives, String text) {
        this.alternatives = List.copyOf(alternatives);
        this.text = text;
    }

    /**
     * A condition that is met if at least one of several is.
     *
     * @param conditions the choice, at least one
     * @return the condition; a row needs the components of all of them
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Condition anyOf(Condition... conditions) {
        if (conditions == null || conditions.length == 0) {
            throw new IllegalArgumentException("anyOf() needs at least one condition, or no row could match");
        }
        List<ValueCondition> all = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Condition condition : conditions) {
            all.addAll(require(condition).alternatives);
            texts.add(condition.text);
        }
        return new Condition(all, String.join(" or ", texts));
    }

    /**
     * The condition, unless it is null.
     *
     * @param condition an argument
     * @return the condition
     * @throws IllegalArgumentException if it is null
     */
    static Condition require(Condition condition) {
        if (condition == null) {
            throw new IllegalArgumentException(
                    "condition must not be null: make one by Condition.on(column), as in on(Health.HP).atMost(0)");
        }
        return condition;
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static FloatComparison<Condition> on(FloatColumn column) {
        return new FloatComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static FloatComparison<Condition> on(DoubleColumn column) {
        return new FloatComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static IntComparison<Condition> on(ByteColumn column) {
        return new IntComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static IntComparison<Condition> on(ShortColumn column) {
        return new IntComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static IntComparison<Condition> on(IntColumn column) {
        return new IntComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static IntComparison<Condition> on(LongColumn column) {
        return new IntComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static BooleanComparison<Condition> on(BooleanColumn column) {
        return new BooleanComparison<>(column, condition -> condition);
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static EntityComparison<Condition> on(EntityColumn column) {
        return new EntityComparison<>(column, condition -> condition);
    }

    /**
     * The columns that the condition reads.
     *
     * @return an unmodifiable list, each once
     */
    public List<Column> columns() {
        return alternatives.stream().map(ValueCondition::column).distinct().toList();
    }

    /**
     * The condition as text: {@code Health.hp <= 0}.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return text;
    }
}
