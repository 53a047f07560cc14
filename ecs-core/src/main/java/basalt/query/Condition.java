package basalt.query;

import basalt.component.BooleanColumn;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityLink;
import basalt.component.EnumColumn;
import basalt.component.VariableColumn;
import basalt.match.ValueCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

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

    List<ValueCondition> alternatives() {
        return alternatives;
    }

    /** The condition, unless it is null. */
    static Condition require(Condition condition) {
        if (condition == null) {
            throw new IllegalArgumentException(
                    "condition must not be null: make one by Condition.on(column), as in on(Health.HP).atMost(0)");
        }
        return condition;
    }

    /**
     * A condition on a record. For comparisons of one column, the other conditions are faster: they take many rows at a
     * time. A predicate that is the only alternative does, too, when it has looked at a million rows: it is then
     * translated as the body of a kernel, see {@link RowKernel#explain}.
     *
     * @param type a component with columns, or a bundle of components, see {@link RecordQuery}
     * @param predicate true for the records of rows that match; it may only look at its record, and is called in any
     *     order, for rows that have the component
     * @throws IllegalArgumentException if an argument is null, or the record is a tag or of an event
     */
    @SuppressWarnings("unchecked") // it gets records of the type only
    public static <T extends Record> Condition on(Class<T> type, Predicate<? super T> predicate) {
        RecordShape shape = RecordShape.of(type);
        if (predicate == null || shape.columns().isEmpty()) {
            throw new IllegalArgumentException(
                    predicate == null
                            ? "the predicate must not be null: pass what the records of " + type.getName() + " must be"
                            : "a tag has no values to look at, and " + type.getName()
                                    + " is one; name it in the query itself");
        }
        return new Condition(
                List.of(new ValueCondition(shape, (Predicate<Record>) (Predicate<?>) predicate)),
                shape.name() + " meets a predicate");
    }

    /**
     * Begins a condition on a column.
     *
     * @param column a column of a component
     * @return the comparisons to choose from
     * @throws IllegalArgumentException if the column is null, or of an event
     */
    public static Comparison.OfFloats<Condition> on(Column.Floating column) {
        return new Comparison.OfFloats<>(column, condition -> condition);
    }

    /** As {@link #on(Column.Floating)}. */
    public static Comparison.OfIntegers<Condition> on(Column.Whole column) {
        return new Comparison.OfIntegers<>(column, condition -> condition);
    }

    /**
     * As {@link #on(Column.Floating)}, for the number of elements or strings of a list, or of bytes of a string, 0 for
     * null.
     */
    public static Comparison.OfIntegers<Condition> onLength(VariableColumn column) {
        return new Comparison.OfIntegers<>(column, condition -> condition);
    }

    /** As {@link #on(Column.Floating)}. */
    public static Comparison.OfBooleans<Condition> on(BooleanColumn column) {
        return new Comparison.OfBooleans<>(column, condition -> condition);
    }

    /** As {@link #on(Column.Floating)}. */
    public static Comparison.OfEntities<Condition> on(EntityColumn column) {
        return new Comparison.OfEntities<>(column, condition -> condition);
    }

    /** As {@link #on(Column.Floating)}. */
    public static <E extends Enum<E>> Comparison.OfEnums<Condition, E> on(EnumColumn<E> column) {
        return new Comparison.OfEnums<>(column, condition -> condition);
    }

    /**
     * A condition on entities: that at least one other points at them by a relation. {@code
     * Condition.related(Follower.LEADER)} is met by leaders that have followers.
     *
     * @param link a relation of the query's world, or its column
     * @throws IllegalArgumentException if it is null
     */
    public static Condition related(EntityLink link) {
        if (link == null) {
            throw new IllegalArgumentException("the relation must not be null: make it by world.relation(...)");
        }
        return related(link.column(), Entity.NULL, "");
    }

    /**
     * A condition on entities: that an edge of a relation of many to many has them at one end, and a given entity at
     * the other. {@code routes.hasTarget(harbour)} is {@code Condition.related(routes.sourceColumn(), harbour)}.
     *
     * @param link the column of the edges in which the entities are
     * @param other the entity in the edges' other column; if it is dead, no row matches
     * @throws IllegalArgumentException if an argument is null
     */
    public static Condition related(EntityLink link, long other) {
        if (link == null || other == Entity.NULL) {
            throw new IllegalArgumentException(
                    "the column and the entity must not be null: link=" + link + ", other=" + other);
        }
        return related(link.column(), other, " with " + Entity.toString(other));
    }

    private static Condition related(EntityColumn column, long other, String text) {
        return new Condition(
                List.of(new ValueCondition(column, other)),
                "related by " + column.component().shortName() + "." + column.field() + text);
    }

    /** The components that a row needs. */
    List<Component<?>> components() {
        return alternatives.stream()
                .<Component<?>>flatMap(condition -> condition.components().stream())
                .distinct()
                .toList();
    }

    /** The columns that the condition reads. */
    public List<Column> columns() {
        return alternatives.stream()
                .flatMap(condition -> condition.columns().stream())
                .distinct()
                .toList();
    }

    /** The condition as text: {@code Health.hp <= 0}. */
    @Override
    public String toString() {
        return text;
    }
}
