package basalt.query;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Says what a {@link Query} selects. Conditions add up: a row must meet all of them. For the world's thread only.
 */
public final class QueryBuilder {
    private final Iterations iterations;
    private final Set<Component<?>> all = new LinkedHashSet<>();
    private final List<Set<Component<?>>> any = new ArrayList<>();
    private final Set<Component<?>> none = new LinkedHashSet<>();
    private final Set<Component<?>> optional = new LinkedHashSet<>();
    private boolean includeDisabled;

    QueryBuilder(Iterations iterations) {
        this.iterations = iterations;
    }

    /**
     * Rows that have all of these components.
     *
     * @param components what is required
     * @return this
     */
    public QueryBuilder all(Component<?>... components) {
        addTo(all, "all", components);
        return this;
    }

    /**
     * Rows that have at least one of these components. Several calls make several such conditions.
     *
     * @param components the choice, at least one
     * @return this
     * @throws IllegalArgumentException if there is nothing to choose from
     */
    public QueryBuilder any(Component<?>... components) {
        Set<Component<?>> group = new LinkedHashSet<>();
        addTo(group, "any", components);
        if (group.isEmpty()) {
            throw new IllegalArgumentException("any() needs at least one component, or no row could match");
        }
        any.add(group);
        return this;
    }

    /**
     * Rows that have none of these components, or have them disabled.
     *
     * @param components what must be absent
     * @return this
     */
    public QueryBuilder none(Component<?>... components) {
        addTo(none, "none", components);
        return this;
    }

    /**
     * Components that rows may or may not have, and bodies ask for by {@link Row#has}. Changes nothing about which rows match;
     * strict mode wants it said.
     *
     * @param components what may be accessed
     * @return this
     */
    public QueryBuilder optional(Component<?>... components) {
        addTo(optional, "optional", components);
        return this;
    }

    /**
     * Finds disabled entities too.
     *
     * @return this
     */
    public QueryBuilder includeDisabled() {
        includeDisabled = true;
        return this;
    }

    /**
     * Makes the query.
     *
     * @return the query; keep it
     * @throws IllegalArgumentException if a component is both required and excluded
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public Query build() {
        iterations.store().checkOwner();
        for (Component<?> excluded : none) {
            if (all.contains(excluded)) {
                throw new IllegalArgumentException("component " + excluded.name()
                        + " is in all() and in none(), so no row could match; drop one of them");
            }
        }
        Set<Component<?>> declared = new LinkedHashSet<>(all);
        any.forEach(declared::addAll);
        declared.addAll(optional);
        Set<Component<?>> selectors = new LinkedHashSet<>(declared);
        selectors.addAll(none);
        int[][] anyIds = any.stream().map(QueryBuilder::ids).toArray(int[][]::new);
        return new Query(iterations, new Filter(ids(all), anyIds, ids(none), includeDisabled), declared, selectors);
    }

    private static void addTo(Collection<Component<?>> target, String condition, Component<?>... components) {
        for (Component<?> component : components) {
            if (component == null) {
                throw new IllegalArgumentException(
                        condition + "() got a null component; is its TYPE constant initialised?");
            }
            target.add(component);
        }
    }

    private static int[] ids(Collection<Component<?>> components) {
        return components.stream().mapToInt(Component::id).toArray();
    }
}
