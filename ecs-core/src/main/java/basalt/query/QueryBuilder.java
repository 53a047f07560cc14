package basalt.query;

import basalt.component.Component;
import basalt.internal.Friend;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.match.MatchReader;
import basalt.match.ValueCondition;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds a {@link Query}. A row must meet all conditions. For the world's thread only. */
public final class QueryBuilder implements Conditional<QueryBuilder> {
    private final WorldRuntime runtime;
    private final Set<Component<?>> all = new LinkedHashSet<>();
    private final List<Set<Component<?>>> any = new ArrayList<>();
    private final Set<Component<?>> none = new LinkedHashSet<>();
    private final Set<Component<?>> optional = new LinkedHashSet<>();
    private final List<Set<Component<?>>> added = new ArrayList<>();
    private final List<Set<Component<?>>> changed = new ArrayList<>();
    private final List<Condition> values = new ArrayList<>();
    private boolean includeDisabled;

    /** What a reader of entered or left rows finds; null for another query. */
    private MatchReader.Kind reading;

    static {
        Friend.install(QueryBuilder.class, WorldRuntime.class, new RowQuery.Maker<QueryBuilder, RecordQuery<?>>() {
            @Override
            public QueryBuilder exported(WorldRuntime runtime) {
                return new QueryBuilder(runtime);
            }

            @Override
            public RecordQuery<?> ofRecords(WorldRuntime runtime, List<Class<? extends Record>> types) {
                return RecordQuery.of(new QueryBuilder(runtime), types);
            }
        });
    }

    QueryBuilder(WorldRuntime runtime) {
        this.runtime = runtime;
    }

    QueryBuilder copy() {
        QueryBuilder copy = new QueryBuilder(runtime);
        copy.all.addAll(all);
        copy.any.addAll(any);
        copy.none.addAll(none);
        copy.optional.addAll(optional);
        copy.added.addAll(added);
        copy.changed.addAll(changed);
        copy.values.addAll(values);
        copy.includeDisabled = includeDisabled;
        copy.reading = reading;
        return copy;
    }

    /** Whether {@link #all} has a component. */
    boolean requires(Component<?> component) {
        return all.contains(component);
    }

    /** Selects rows that have all of these components. */
    public QueryBuilder all(Component<?>... components) {
        addTo(all, "all", components);
        return this;
    }

    /** As {@link #all(Component...)}, by the records' classes. */
    @SafeVarargs
    public final QueryBuilder all(Class<? extends Record>... types) {
        return all(Store.components(types));
    }

    /**
     * Selects rows that have at least one of these components. Each call adds a condition.
     *
     * @param components the choice, at least one
     * @throws IllegalArgumentException if there is nothing to choose from
     */
    public QueryBuilder any(Component<?>... components) {
        any.add(choice("any", components));
        return this;
    }

    /** As {@link #any(Component...)}, by the records' classes. */
    @SafeVarargs
    public final QueryBuilder any(Class<? extends Record>... types) {
        return any(Store.components(types));
    }

    /**
     * Selects rows that have gained at least one of these components since the query last ran, and still have it. Each
     * call adds a condition.
     *
     * <p>A component is gained when it is added or its entity is spawned with it, but not when it is enabled again. See
     * {@link #changed} for what counts as a run.
     */
    public QueryBuilder added(Component<?>... components) {
        added.add(choice("added", components));
        return this;
    }

    /** As {@link #added(Component...)}, by the records' classes. */
    @SafeVarargs
    public final QueryBuilder added(Class<? extends Record>... types) {
        return added(Store.components(types));
    }

    /**
     * Selects rows in which at least one of these components was added or written since the query last ran, and that
     * still have it. Each call adds a condition.
     *
     * <p>The query collects changes from {@link #build} on. Each run of it (kernels, {@code forEach}, cursors,
     * reductions, bulk changes, {@code Selection.collect}) sees and clears all of them, even if the body throws or the
     * cursor is closed early. Changes of rows that do not match otherwise, such as rows whose component is disabled
     * now, or whose values do not meet a condition, are cleared too. {@code count}, {@code isEmpty}, {@code first},
     * {@code single} and {@code Selection.join} clear nothing. Build such a query once and keep it: it is kept up to
     * date until the query or the world closes. Give each system a query of its own, because a query for changes is for
     * one thread at a time.
     *
     * <p>Writes by handle ({@code world.set}), and by the rows of {@code forEach}, cursors and selections, are recorded
     * exactly. A kernel counts as writing, in all rows it runs over, each component of which its body is known to write
     * a column. If that is not known, it is each component that its system has declared to write, or, outside of
     * systems, each component that its query declares. So a query may find a row that was not
     * written, but never misses a row that was. It does not find writes of its own kernels and rows.
     */
    public QueryBuilder changed(Component<?>... components) {
        changed.add(choice("changed", components));
        return this;
    }

    /** As {@link #changed(Component...)}, by the records' classes. */
    @SafeVarargs
    public final QueryBuilder changed(Class<? extends Record>... types) {
        return changed(Store.components(types));
    }

    /** Selects rows that have none of these components, or have them disabled. */
    public QueryBuilder none(Component<?>... components) {
        addTo(none, "none", components);
        return this;
    }

    /** As {@link #none(Component...)}, by the records' classes. */
    @SafeVarargs
    public final QueryBuilder none(Class<? extends Record>... types) {
        return none(Store.components(types));
    }

    /**
     * Selects rows that have the components of a condition, as if they were in {@link #all}, and whose values meet it.
     *
     * @param condition what the values of a row must be
     */
    @Override
    public QueryBuilder where(Condition condition) {
        values.add(Condition.require(condition));
        return this;
    }

    /**
     * Declares components that rows may or may not have, for bodies that call {@link Row#isEnabled}, or {@link
     * Row#has}, which is true for a disabled component too. This does not change which rows match. Strict mode requires
     * it.
     *
     * @param components the components that bodies may access
     */
    public QueryBuilder optional(Component<?>... components) {
        addTo(optional, "optional", components);
        return this;
    }

    /** As {@link #optional(Component...)}, by the records' classes. */
    @SafeVarargs
    public final QueryBuilder optional(Class<? extends Record>... types) {
        return optional(Store.components(types));
    }

    /** Includes disabled entities. */
    public QueryBuilder includeDisabled() {
        includeDisabled = true;
        return this;
    }

    /** Compares the rows that match with those of the last run. */
    QueryBuilder reading(MatchReader.Kind kind) {
        if (reading != null) {
            throw new IllegalStateException("the query is one of entities that have entered already: take entered() and"
                    + " left() of the query that they enter");
        }
        reading = kind;
        return this;
    }

    /**
     * Makes the query.
     *
     * @return the query; keep it
     * @throws IllegalArgumentException if a component is both required and excluded
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     * @throws basalt.memory.NativeMemoryException if the query looks for changes and there is no memory to record them
     */
    public Query build() {
        return build("QueryBuilder.build()", "build the query before the tick");
    }

    /** As {@link #build()}; on a wrong thread, a message names the call and the remedy. */
    Query build(String call, String remedy) {
        runtime.store().checkOwner(call, remedy);
        Set<Component<?>> required = new LinkedHashSet<>(all);
        values.forEach(condition -> required.addAll(condition.components()));
        List<Set<Component<?>>> choices = new ArrayList<>(any);
        Stream.concat(added.stream(), changed.stream()).forEach(condition -> {
            if (condition.size() == 1) {
                required.addAll(condition);
            } else {
                choices.add(condition);
            }
        });
        for (Component<?> excluded : none) {
            if (required.contains(excluded)) {
                throw new IllegalArgumentException("component " + excluded.name() + " is in "
                        + (all.contains(excluded) ? "all()" : "added(), changed() or where()")
                        + " and in none(), so no row could match; drop one of them");
            }
        }
        Set<Component<?>> selectors = new LinkedHashSet<>(required);
        choices.forEach(selectors::addAll);
        Set<Component<?>> declared = new LinkedHashSet<>(selectors);
        declared.addAll(optional);
        selectors.addAll(none);
        if (reading != null && !(added.isEmpty() && changed.isEmpty())) {
            throw new IllegalStateException("the query looks for changes, by added() or changed(), so that other rows"
                    + " match at each run; take entered() and left() of a query without them");
        }
        ChangeTracker changes = runtime.store().changeTracker();
        if (!runtime.owner().isRunning()) { // a run may be of a query that was dropped
            ChangeFilter.Dropped.release(changes);
        }
        int[][] anyIds = choices.stream().map(QueryBuilder::ids).toArray(int[][]::new);
        ValueCondition.ValueFilter valueFilter = valueFilter();
        ChangeFilter changeFilter = reading == null
                ? ChangeFilter.of(changes, added, changed)
                : ChangeFilter.comparing(reading, text(), runtime.matchReaders(), runtime.store(), valueFilter);
        if (changeFilter != null) {
            runtime.owner().recordOpenWrites();
        }
        Filter filter = new Filter(ids(required), anyIds, ids(none), includeDisabled, changeFilter, valueFilter);
        if (changeFilter != null) {
            ChangeFilter.Dropped.register(filter, changes);
        }
        if (reading != null && changeFilter.reader().isFromNow()) {
            readAll(filter);
        }
        QueryBuilder copy = copy();
        if (changeFilter == null) {
            runtime.builtFilters().add(filter, copy::text);
        }
        return new Query(
                new RowQuery(runtime, filter, declared, selectors),
                condition -> copy.copy().where(condition).build(),
                components -> copy.copy().changed(components).build(),
                kind -> copy.copy().reading(kind).build(),
                copy::text);
    }

    /** What matches now counts as read. */
    private void readAll(Filter filter) {
        try {
            runtime.owner().closeDetached(runtime.owner().openDetached(filter));
        } catch (Throwable e) { // no memory, or a predicate has thrown
            runtime.release(filter);
            throw e;
        }
        filter.clearChanges(runtime.owner());
    }

    private ValueCondition.ValueFilter valueFilter() {
        return values.isEmpty()
                ? null
                : new ValueCondition.ValueFilter(
                        values.stream().map(Condition::alternatives).toList(), runtime.store());
    }

    /** Which rows the query selects: {@code all(Position, Velocity), none(Frozen), where(Health.hp <= 0)}. */
    private String text() {
        List<String> parts = new ArrayList<>();
        parts.add(text("all", all));
        any.forEach(choice -> parts.add(text("any", choice)));
        added.forEach(choice -> parts.add(text("added", choice)));
        changed.forEach(choice -> parts.add(text("changed", choice)));
        if (!none.isEmpty()) {
            parts.add(text("none", none));
        }
        values.forEach(condition -> parts.add("where(" + condition + ")"));
        if (includeDisabled) {
            parts.add("includeDisabled()");
        }
        String all = String.join(", ", parts);
        return reading == null ? all : (reading == MatchReader.Kind.LEFT ? "left(" : "entered(") + all + ")";
    }

    private static String text(String condition, Set<Component<?>> components) {
        return components.stream().map(Component::shortName).collect(Collectors.joining(", ", condition + "(", ")"));
    }

    private static Set<Component<?>> choice(String condition, Component<?>... components) {
        Set<Component<?>> choice = new LinkedHashSet<>();
        addTo(choice, condition, components);
        if (choice.isEmpty()) {
            throw new IllegalArgumentException(condition + "() needs at least one component, or no row could match");
        }
        return choice;
    }

    private static void addTo(Collection<Component<?>> target, String condition, Component<?>... components) {
        if (components == null) {
            throw new IllegalArgumentException(condition + "() needs components, not null");
        }
        for (Component<?> component : components) {
            if (component == null) {
                throw new IllegalArgumentException(
                        condition + "() got a null component; is its TYPE constant initialised?");
            }
            Store.requireComponent(component);
            target.add(component);
        }
    }

    private static int[] ids(Collection<Component<?>> components) {
        return components.stream().mapToInt(Component::id).toArray();
    }
}
