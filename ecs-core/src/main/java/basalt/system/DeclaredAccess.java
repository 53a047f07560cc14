package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The declared access of one system, by kind. Immutable. */
final class DeclaredAccess {
    private final Map<AccessKind, Set<Component<?>>> components = new EnumMap<>(AccessKind.class);
    private final Map<AccessKind, Set<Class<?>>> resources = new EnumMap<>(AccessKind.class);
    private final Map<AccessKind, Set<Column>> columns = new EnumMap<>(AccessKind.class);
    private final Set<Component<?>> assumedWrites = new LinkedHashSet<>();
    private final Set<Set<Component<?>>> spawned = new LinkedHashSet<>();

    /** Combines the options of a system. */
    DeclaredAccess(String system, List<Access> options) {
        for (Access option : options) {
            AccessKind kind = option.kind();
            if (declares(kind) && (namesNothing(option) || namesNothing(kind))) {
                throw rejection(system, option + " beside " + kind.label() + "(...)");
            }
            addAll(system, option, components, option.components(), Component::name);
            addAll(system, option, resources, option.resources(), Class::getName);
            addAll(system, option, columns, option.columns(), Access::nameOf);
            if (kind == AccessKind.SPAWNS) {
                spawned.addAll(option.entityKinds());
            }
            if (option.isAssumed() && kind == AccessKind.WRITES) {
                assumedWrites.addAll(option.components());
            }
        }
        rejectIncluded(system);
    }

    private static boolean namesNothing(Access option) {
        return option.components().isEmpty()
                && option.resources().isEmpty()
                && option.columns().isEmpty();
    }

    private boolean namesNothing(AccessKind kind) {
        return components.get(kind).isEmpty()
                && resources.get(kind).isEmpty()
                && columns.get(kind).isEmpty();
    }

    private static <T> void addAll(
            String system, Access option, Map<AccessKind, Set<T>> all, List<T> named, Function<T, String> name) {
        Set<T> known = all.computeIfAbsent(option.kind(), kind -> new LinkedHashSet<>());
        boolean unites = option.kind() == AccessKind.SPAWNS
                || option.kind() == AccessKind.DESTROYS; // templates share components
        for (T one : named) {
            if (!known.add(one) && !unites) {
                throw rejection(system, option.kind().label() + "(" + name.apply(one) + ") twice");
            }
        }
    }

    private void rejectIncluded(String system) {
        for (Component<?> component : whole(AccessKind.READS)) {
            if (whole(AccessKind.WRITES).contains(component)) {
                throw rejection(
                        system, "reads(" + component.name() + ") beside writes() of it, which lets it be read too");
            }
        }
        for (AccessKind kind : List.of(AccessKind.READS, AccessKind.WRITES)) {
            for (Column column : columns(kind)) {
                rejectIncluded(system, kind, column);
            }
        }
        for (Class<?> resource : resources(AccessKind.READS_RESOURCE)) {
            if (resources(AccessKind.WRITES_RESOURCE).contains(resource)) {
                throw rejection(
                        system,
                        "readsResource(" + resource.getName()
                                + ") beside writesResource() of it, which lets it be read too");
            }
        }
        if (declares(AccessKind.EXCLUSIVE) && components.size() > 1) {
            throw rejection(system, "other access beside exclusive(), which lets it do everything");
        }
    }

    private void rejectIncluded(String system, AccessKind kind, Column column) {
        String text = kind.label() + "(" + Access.nameOf(column) + ") beside ";
        if (whole(AccessKind.WRITES).contains(column.component())) {
            throw rejection(system, text + "writes() of its component, which includes it");
        }
        if (kind == AccessKind.READS && whole(AccessKind.READS).contains(column.component())) {
            throw rejection(system, text + "reads() of its component, which includes it");
        }
        if (kind == AccessKind.READS && columns(AccessKind.WRITES).contains(column)) {
            throw rejection(system, text + "writes() of it, which lets it be read too");
        }
    }

    private static IllegalArgumentException rejection(String system, String what) {
        return new IllegalArgumentException("system \"" + system + "\" declares " + what + "; drop one of them");
    }

    /** Whether there is an option of this kind. */
    boolean declares(AccessKind kind) {
        return components.containsKey(kind);
    }

    /** The components or event types of this kind, in declared order; then those with declared columns. */
    Set<Component<?>> components(AccessKind kind) {
        Set<Component<?>> all = new LinkedHashSet<>(whole(kind));
        columns(kind).forEach(column -> all.add((Component<?>) column.component()));
        return Collections.unmodifiableSet(all);
    }

    /** The components of this kind that are declared with all their columns. */
    Set<Component<?>> whole(AccessKind kind) {
        return Collections.unmodifiableSet(components.getOrDefault(kind, Set.of()));
    }

    /** The columns of this kind that are declared by themselves, in declared order. */
    Set<Column> columns(AccessKind kind) {
        return Collections.unmodifiableSet(columns.getOrDefault(kind, Set.of()));
    }

    /** Whether it may read a column of a component, or, if that is null, all of them. */
    boolean reads(ComponentInfo component, Column column) {
        return whole(AccessKind.READS).contains(component)
                || covers(component, column, one -> columns(AccessKind.READS).contains(one) || writes(component, one))
                || writes(component, column);
    }

    /** Whether it may write a column of a component, or, if that is null, all of them. */
    boolean writes(ComponentInfo component, Column column) {
        return whole(AccessKind.WRITES).contains(component)
                || covers(component, column, columns(AccessKind.WRITES)::contains);
    }

    private static boolean covers(ComponentInfo component, Column column, Predicate<Column> declared) {
        return column != null
                ? declared.test(column)
                : !component.columns().isEmpty() && component.columns().stream().allMatch(declared);
    }

    /** Whether it may write a column of a component, or, if that is null, any of them. */
    boolean writesSome(ComponentInfo component, Column column) {
        return column != null
                ? writes(component, column)
                : components(AccessKind.WRITES).contains(component);
    }

    /**
     * Whether it may use change queries of a component, which cover all of its columns, if it may look at the component
     * at all.
     */
    boolean mayLookForChanges(Component<?> component) {
        return !isPartial(component) || reads(component, null);
    }

    /** Whether single columns of a component are declared. */
    boolean isPartial(ComponentInfo component) {
        return Stream.concat(columns(AccessKind.READS).stream(), columns(AccessKind.WRITES).stream())
                .anyMatch(column -> column.component().equals(component));
    }

    /** The resources of this kind, in declared order. */
    Set<Class<?>> resources(AccessKind kind) {
        return Collections.unmodifiableSet(resources.getOrDefault(kind, Set.of()));
    }

    /** Whether a component counts as written only because the declaration does not mention it. */
    boolean assumesWrite(ComponentInfo component) {
        return assumedWrites.contains(component);
    }

    /** Whether it may add, remove, enable or disable any component. */
    boolean restructuresAny() {
        return declares(AccessKind.RESTRUCTURES)
                && components(AccessKind.RESTRUCTURES).isEmpty();
    }

    /** Whether an option of this kind names a component, or names none, which means all. */
    boolean concerns(AccessKind kind, Component<?> component) {
        return declares(kind) && (components(kind).isEmpty() || components(kind).contains(component));
    }

    /** Whether it may spawn entities with any components. */
    boolean spawnsAny() {
        return declares(AccessKind.SPAWNS) && components(AccessKind.SPAWNS).isEmpty();
    }

    /** The kinds of entities that it may spawn, each as its components; empty if it may spawn any. */
    Set<Set<Component<?>>> spawned() {
        return spawnsAny() ? Set.of() : Collections.unmodifiableSet(spawned);
    }

    /** Whether it may record structural commands. */
    boolean recordsCommands() {
        return declares(AccessKind.RESTRUCTURES) || declares(AccessKind.SPAWNS) || declares(AccessKind.DESTROYS);
    }

    /** The options, one of each kind, as in source; and the assumed access. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (AccessKind kind : components.keySet()) {
            Set<Component<?>> declared = new LinkedHashSet<>(whole(kind));
            boolean hasAssumed = kind == AccessKind.WRITES && declared.removeAll(assumedWrites);
            if (!hasAssumed || !declared.isEmpty() || !columns(kind).isEmpty()) {
                text.add(text(kind, declared, columns(kind)));
            }
        }
        if (!assumedWrites.isEmpty()) {
            text.add(assumed());
        }
        return text.toString();
    }

    /**
     * The components that count as written only because the declaration does not mention them, as text; empty if there
     * is none.
     */
    String assumed() {
        return assumedWrites.isEmpty() ? "" : text(AccessKind.WRITES, assumedWrites, Set.of()) + " assumed";
    }

    private String text(AccessKind kind, Set<Component<?>> named, Set<Column> namedColumns) {
        StringJoiner names = new StringJoiner(", ", kind.label() + "(", ")");
        named.forEach(component -> names.add(component.shortName()));
        resources(kind).forEach(resource -> names.add(resource.getSimpleName()));
        namedColumns.forEach(column -> names.add(Access.nameOf(column)));
        return names.toString();
    }
}
