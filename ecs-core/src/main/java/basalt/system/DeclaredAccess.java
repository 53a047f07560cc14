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
    private final Map<Access.Kind, Set<Component<?>>> components = new EnumMap<>(Access.Kind.class);
    private final Map<Access.Kind, Set<Class<?>>> resources = new EnumMap<>(Access.Kind.class);
    private final Map<Access.Kind, Set<Column>> columns = new EnumMap<>(Access.Kind.class);
    private final Set<Component<?>> assumedWrites = new LinkedHashSet<>();
    private final Set<Set<Component<?>>> spawned = new LinkedHashSet<>();

    /** Combines the options of a system. */
    DeclaredAccess(String system, List<Access> options) {
        for (Access option : options) {
            Access.Kind kind = option.kind();
            if (declares(kind) && (namesNothing(option) || namesNothing(kind))) {
                throw rejection(system, option + " beside " + kind.label() + "(...)");
            }
            addAll(system, option, components, option.components(), Component::name);
            addAll(system, option, resources, option.resources(), Class::getName);
            addAll(system, option, columns, option.columns(), Access::nameOf);
            if (kind == Access.Kind.SPAWNS) {
                spawned.addAll(option.entityKinds());
            }
            if (option.isAssumed() && kind == Access.Kind.WRITES) {
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

    private boolean namesNothing(Access.Kind kind) {
        return components.get(kind).isEmpty()
                && resources.get(kind).isEmpty()
                && columns.get(kind).isEmpty();
    }

    private static <T> void addAll(
            String system, Access option, Map<Access.Kind, Set<T>> all, List<T> named, Function<T, String> name) {
        Set<T> known = all.computeIfAbsent(option.kind(), kind -> new LinkedHashSet<>());
        boolean unites = option.kind() == Access.Kind.SPAWNS
                || option.kind() == Access.Kind.DESTROYS; // templates share components
        for (T one : named) {
            if (!known.add(one) && !unites) {
                throw rejection(system, option.kind().label() + "(" + name.apply(one) + ") twice");
            }
        }
    }

    private void rejectIncluded(String system) {
        for (Component<?> component : whole(Access.Kind.READS)) {
            if (whole(Access.Kind.WRITES).contains(component)) {
                throw rejection(
                        system, "reads(" + component.name() + ") beside writes() of it, which lets it be read too");
            }
        }
        for (Access.Kind kind : List.of(Access.Kind.READS, Access.Kind.WRITES)) {
            for (Column column : columns(kind)) {
                rejectIncluded(system, kind, column);
            }
        }
        for (Class<?> resource : resources(Access.Kind.READS_RESOURCE)) {
            if (resources(Access.Kind.WRITES_RESOURCE).contains(resource)) {
                throw rejection(
                        system,
                        "readsResource(" + resource.getName()
                                + ") beside writesResource() of it, which lets it be read too");
            }
        }
        if (declares(Access.Kind.EXCLUSIVE) && components.size() > 1) {
            throw rejection(system, "other access beside exclusive(), which lets it do everything");
        }
    }

    private void rejectIncluded(String system, Access.Kind kind, Column column) {
        String text = kind.label() + "(" + Access.nameOf(column) + ") beside ";
        if (whole(Access.Kind.WRITES).contains(column.component())) {
            throw rejection(system, text + "writes() of its component, which includes it");
        }
        if (kind == Access.Kind.READS && whole(Access.Kind.READS).contains(column.component())) {
            throw rejection(system, text + "reads() of its component, which includes it");
        }
        if (kind == Access.Kind.READS && columns(Access.Kind.WRITES).contains(column)) {
            throw rejection(system, text + "writes() of it, which lets it be read too");
        }
    }

    private static IllegalArgumentException rejection(String system, String what) {
        return new IllegalArgumentException("system \"" + system + "\" declares " + what + "; drop one of them");
    }

    /** Whether there is an option of this kind. */
    boolean declares(Access.Kind kind) {
        return components.containsKey(kind);
    }

    /** The components or event types of this kind, in declared order; then those with declared columns. */
    Set<Component<?>> components(Access.Kind kind) {
        Set<Component<?>> all = new LinkedHashSet<>(whole(kind));
        columns(kind).forEach(column -> all.add((Component<?>) column.component()));
        return Collections.unmodifiableSet(all);
    }

    /** The components of this kind that are declared with all their columns. */
    Set<Component<?>> whole(Access.Kind kind) {
        return Collections.unmodifiableSet(components.getOrDefault(kind, Set.of()));
    }

    /** The columns of this kind that are declared by themselves, in declared order. */
    Set<Column> columns(Access.Kind kind) {
        return Collections.unmodifiableSet(columns.getOrDefault(kind, Set.of()));
    }

    /** Whether it may read a column of a component, or, if that is null, all of them. */
    boolean reads(ComponentInfo component, Column column) {
        return whole(Access.Kind.READS).contains(component)
                || covers(component, column, one -> columns(Access.Kind.READS).contains(one) || writes(component, one))
                || writes(component, column);
    }

    /** Whether it may write a column of a component, or, if that is null, all of them. */
    boolean writes(ComponentInfo component, Column column) {
        return whole(Access.Kind.WRITES).contains(component)
                || covers(component, column, columns(Access.Kind.WRITES)::contains);
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
                : components(Access.Kind.WRITES).contains(component);
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
        return Stream.concat(columns(Access.Kind.READS).stream(), columns(Access.Kind.WRITES).stream())
                .anyMatch(column -> column.component().equals(component));
    }

    /** The resources of this kind, in declared order. */
    Set<Class<?>> resources(Access.Kind kind) {
        return Collections.unmodifiableSet(resources.getOrDefault(kind, Set.of()));
    }

    /** Whether a component counts as written only because the declaration does not mention it. */
    boolean assumesWrite(ComponentInfo component) {
        return assumedWrites.contains(component);
    }

    /** Whether it may add, remove, enable or disable any component. */
    boolean restructuresAny() {
        return declares(Access.Kind.RESTRUCTURES)
                && components(Access.Kind.RESTRUCTURES).isEmpty();
    }

    /** Whether an option of this kind names a component, or names none, which means all. */
    boolean concerns(Access.Kind kind, Component<?> component) {
        return declares(kind) && (components(kind).isEmpty() || components(kind).contains(component));
    }

    /** Whether it may spawn entities with any components. */
    boolean spawnsAny() {
        return declares(Access.Kind.SPAWNS) && components(Access.Kind.SPAWNS).isEmpty();
    }

    /** The kinds of entities that it may spawn, each as its components; empty if it may spawn any. */
    Set<Set<Component<?>>> spawned() {
        return spawnsAny() ? Set.of() : Collections.unmodifiableSet(spawned);
    }

    /** Whether it may record structural commands. */
    boolean recordsCommands() {
        return declares(Access.Kind.RESTRUCTURES) || declares(Access.Kind.SPAWNS) || declares(Access.Kind.DESTROYS);
    }

    /** The options, one of each kind, as in source; and the assumed access. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (Access.Kind kind : components.keySet()) {
            Set<Component<?>> declared = new LinkedHashSet<>(whole(kind));
            boolean hasAssumed = kind == Access.Kind.WRITES && declared.removeAll(assumedWrites);
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
        return assumedWrites.isEmpty() ? "" : text(Access.Kind.WRITES, assumedWrites, Set.of()) + " assumed";
    }

    private String text(Access.Kind kind, Set<Component<?>> named, Set<Column> namedColumns) {
        StringJoiner names = new StringJoiner(", ", kind.label() + "(", ")");
        named.forEach(component -> names.add(component.shortName()));
        resources(kind).forEach(resource -> names.add(resource.getSimpleName()));
        namedColumns.forEach(column -> names.add(Access.nameOf(column)));
        return names.toString();
    }
}
