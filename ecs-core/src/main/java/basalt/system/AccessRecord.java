package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What a system has used without having declared it, and the least declarations of it. Safe for all threads. */
final class AccessRecord {
    /** Components, columns, event types and classes of resources. */
    private final Map<Access.Kind, Set<Object>> used = new EnumMap<>(Access.Kind.class);

    /** The kinds of entities that it has spawned. */
    private final Set<Set<Component<?>>> spawned = new LinkedHashSet<>();

    /** The components of entities that were not alive yet when a command set a value of them. */
    private final Set<Component<?>> newValues = new LinkedHashSet<>();

    /** The components and columns that a kernel has used in other rows than its own. */
    private final Set<Object> others = new LinkedHashSet<>();

    private boolean restructuresAll;
    private boolean usesOtherQueries;

    /** What it did, one text for each thing that it did; and what else to say about the remedy. */
    private final Map<Object, String> texts = new LinkedHashMap<>();

    private final Set<String> notes = new LinkedHashSet<>();

    /** Records a use. The same use is recorded once, whatever its text. */
    synchronized void add(Access.Kind kind, Object one, Supplier<String> did) {
        used.computeIfAbsent(kind, k -> new LinkedHashSet<>()).add(one);
        texts.computeIfAbsent(Map.entry(kind, one), key -> did.get());
    }

    /** Records a use of a kind that names nothing. */
    synchronized void add(Access.Kind kind, Supplier<String> did) {
        used.computeIfAbsent(kind, k -> new LinkedHashSet<>());
        texts.computeIfAbsent(kind, key -> did.get());
    }

    /** Records that whole entities were enabled or disabled. */
    synchronized void addRestructuresAll(Supplier<String> did) {
        restructuresAll = true;
        add(Access.Kind.RESTRUCTURES, did);
    }

    synchronized void addSpawn(Collection<Set<Component<?>>> kinds, Supplier<String> did) {
        spawned.addAll(kinds);
        kinds.forEach(kind -> add(Access.Kind.SPAWNS, kind, did));
    }

    /** Records a command that sets a value of an entity which is not alive yet. */
    synchronized void addNewValue(Component<?> component, Supplier<String> did) {
        newValues.add(component);
        texts.computeIfAbsent("new " + component, key -> did.get());
    }

    /** Records that a kernel has used a component or a column in other rows, which matters if it writes it. */
    synchronized void addOther(Object one) {
        others.add(one);
    }

    /** Records that a kernel has used another query than its own. */
    synchronized void addOtherQuery() {
        usesOtherQueries = true;
    }

    synchronized void addNote(String note) {
        notes.add(note);
    }

    synchronized boolean isEmpty() {
        return texts.isEmpty();
    }

    synchronized void clear() {
        used.clear();
        spawned.clear();
        newValues.clear();
        others.clear();
        restructuresAll = false;
        usesOtherQueries = false;
        texts.clear();
        notes.clear();
    }

    /** What it did, as a list; empty if nothing. */
    synchronized String texts() {
        return String.join(", ", texts.values());
    }

    synchronized String notes() {
        return String.join("", notes);
    }

    /** The components that it has added or removed. */
    synchronized Set<Object> restructured() {
        return Set.copyOf(used.getOrDefault(Access.Kind.RESTRUCTURES, Set.of()));
    }

    synchronized Set<Set<Component<?>>> spawned() {
        return Set.copyOf(spawned);
    }

    /** Whether it has used another query, which may find entities of a kind by what it uses or selects by. */
    synchronized boolean mayFind(Set<Component<?>> kind, Set<Component<?>> filters) {
        return usesOtherQueries
                && kind.stream()
                        .anyMatch(one -> filters.contains(one)
                                || used.getOrDefault(Access.Kind.READS, Set.of())
                                        .contains(one)
                                || used.getOrDefault(Access.Kind.WRITES, Set.of())
                                        .contains(one));
    }

    /**
     * The least declarations of all that was used, in the order of kinds and names.
     *
     * @param alsoRead components that are read, in any case
     * @param known access that needs no declaration
     */
    synchronized List<Access> declarations(Set<Component<?>> alsoRead, DeclaredAccess known) {
        Map<Access.Kind, Set<Object>> all = new EnumMap<>(Access.Kind.class);
        used.forEach((kind, named) -> all.put(kind, new LinkedHashSet<>(named)));
        putRows(all, alsoRead, known);
        Set<Set<Component<?>>> kinds = new LinkedHashSet<>(spawned);
        kinds.removeAll(known.spawned());
        if (kinds.isEmpty() || known.namesNothing(Access.Kind.SPAWNS)) {
            all.remove(Access.Kind.SPAWNS);
        } else {
            all.put(Access.Kind.SPAWNS, spawnsAny() ? Set.of() : componentsOf(kinds));
        }
        Set<Object> changed = all.computeIfAbsent(Access.Kind.RESTRUCTURES, kind -> new LinkedHashSet<>());
        newValues.stream().filter(one -> !isOfSpawned(one)).forEach(changed::add);
        if (restructuresAll) {
            changed.clear();
        } else {
            all.computeIfPresent(Access.Kind.RESTRUCTURES, (kind, named) -> named.isEmpty() ? null : named);
        }
        List<Access> options = new ArrayList<>();
        all.forEach((kind, named) -> options.add(
                Access.of(kind, sorted(named), kind == Access.Kind.SPAWNS && !spawnsAny() ? kinds : Set.of())));
        return options;
    }

    /** Replaces the used values of rows by the least declarations of them. */
    private void putRows(Map<Access.Kind, Set<Object>> all, Set<Component<?>> alsoRead, DeclaredAccess known) {
        Set<Object> writes = withoutIncluded(all.computeIfAbsent(Access.Kind.WRITES, kind -> new LinkedHashSet<>()));
        Set<Object> reads = all.computeIfAbsent(Access.Kind.READS, kind -> new LinkedHashSet<>());
        reads.addAll(alsoRead);
        withoutIncluded(reads)
                .removeIf(one -> isAmong(one, writes)
                        || known.declares(Access.Kind.READS, one)
                        || known.declares(Access.Kind.WRITES, one));
        if (others.stream().anyMatch(one -> meets(one, writes) || known.writesSome(one))) {
            all.put(Access.Kind.TOUCHES_OTHERS, Set.of());
        }
        writes.removeIf(one -> known.declares(Access.Kind.WRITES, one));
        all.values().removeIf(named -> (named == reads || named == writes) && named.isEmpty());
    }

    private static Set<Object> componentsOf(Set<Set<Component<?>>> kinds) {
        Set<Object> components = new LinkedHashSet<>();
        kinds.forEach(components::addAll);
        return components;
    }

    /** Whether the entities that it spawns have a component, or may be any. */
    private boolean isOfSpawned(Component<?> component) {
        return spawnsAny() || spawned.stream().anyMatch(kind -> kind.contains(component));
    }

    private boolean spawnsAny() {
        return spawned.contains(Set.of());
    }

    /** Removes the columns of components that are in the set too. */
    private static Set<Object> withoutIncluded(Set<Object> named) {
        named.removeIf(one -> one instanceof Column column && named.contains(column.component()));
        return named;
    }

    /** Whether a component, or a column or its component, is in a set. */
    private static boolean isAmong(Object one, Set<Object> named) {
        return named.contains(one) || one instanceof Column column && named.contains(column.component());
    }

    /** Whether a component or column has something in common with those of a set. */
    private static boolean meets(Object one, Set<Object> named) {
        return isAmong(one, named)
                || named.stream().anyMatch(other -> other instanceof Column column && column.component() == one);
    }

    static List<?> sorted(Set<Object> named) {
        return named.stream()
                .sorted(Comparator.comparing(Access::shortName).thenComparing(Object::toString))
                .toList();
    }
}
