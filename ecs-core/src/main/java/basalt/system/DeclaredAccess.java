package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;

/** The declared access of one system, by kind. Immutable. */
final class DeclaredAccess {
    /** Components, event types, columns and classes of resources. */
    private final Map<Access.Kind, Set<Object>> named = new EnumMap<>(Access.Kind.class);

    private final Set<Object> assumedWrites = new LinkedHashSet<>();
    private final Set<Set<Component<?>>> spawned = new LinkedHashSet<>();

    /** Combines the options of a system. */
    DeclaredAccess(String system, List<Access> options) {
        for (Access option : options) {
            Access.Kind kind = option.kind();
            if (declares(kind) && (option.named().isEmpty() || namesNothing(kind))) {
                throw rejection(system, option + " beside " + kind.label() + "(...)");
            }
            boolean unites = kind == Access.Kind.SPAWNS || kind == Access.Kind.DESTROYS; // templates share components
            Set<Object> known = named.computeIfAbsent(kind, k -> new LinkedHashSet<>());
            for (Object one : option.named()) {
                if (!known.add(one) && !unites) {
                    throw rejection(system, text(kind, one) + " twice");
                }
            }
            if (kind == Access.Kind.SPAWNS) {
                spawned.addAll(option.entityKinds());
            }
            if (option.isAssumed() && kind == Access.Kind.WRITES) {
                assumedWrites.addAll(option.named());
            }
        }
        rejectIncluded(system, Access.Kind.READS, Access.Kind.WRITES);
        rejectIncluded(system, Access.Kind.READS_RESOURCE, Access.Kind.WRITES_RESOURCE);
        rejectIncludedColumns(system, Access.Kind.READS, Access.Kind.WRITES);
        rejectIncludedColumns(system, Access.Kind.READS, Access.Kind.READS);
        rejectIncludedColumns(system, Access.Kind.WRITES, Access.Kind.WRITES);
        if (declares(Access.Kind.EXCLUSIVE) && named.size() > 1) {
            throw rejection(system, "other access beside exclusive(), which lets it do everything");
        }
    }

    private void rejectIncluded(String system, Access.Kind read, Access.Kind written) {
        for (Object one : named(read)) {
            if (declares(written, one)) {
                throw rejection(
                        system, text(read, one) + " beside " + written.label() + "() of it, which lets it be read too");
            }
        }
    }

    private void rejectIncludedColumns(String system, Access.Kind kind, Access.Kind whole) {
        for (Column column : columns(kind)) {
            if (declares(whole, column.component())) {
                throw rejection(
                        system,
                        text(kind, column) + " beside " + whole.label() + "() of its component, which includes it");
            }
        }
    }

    /** With packages. */
    static String text(Access.Kind kind, Object one) {
        String name = one instanceof Component<?> component
                ? component.name()
                : one instanceof Class<?> type ? type.getName() : Access.shortName(one);
        return kind.label() + "(" + name + ")";
    }

    private static IllegalArgumentException rejection(String system, String what) {
        return new IllegalArgumentException("system \"" + system + "\" declares " + what + "; drop one of them");
    }

    private Set<Object> named(Access.Kind kind) {
        return named.getOrDefault(kind, Set.of());
    }

    /** Whether there is an option of this kind. */
    boolean declares(Access.Kind kind) {
        return named.containsKey(kind);
    }

    /** Whether an option of this kind names a component, a column or a class of resources. */
    boolean declares(Access.Kind kind, Object one) {
        return named(kind).contains(one);
    }

    /** Whether there is an option of this kind that names nothing, which means all. */
    boolean namesNothing(Access.Kind kind) {
        return declares(kind) && named(kind).isEmpty();
    }

    /** Whether an option of this kind names a component, or names none, which means all. */
    boolean concerns(Access.Kind kind, Component<?> component) {
        return namesNothing(kind) || declares(kind, component);
    }

    /** The components or event types of this kind, in declared order; also those with declared columns. */
    Set<Component<?>> components(Access.Kind kind) {
        Set<Component<?>> all = whole(kind);
        columns(kind).forEach(column -> all.add((Component<?>) column.component()));
        return all;
    }

    /** The components of this kind that are declared with all their columns. A copy. */
    Set<Component<?>> whole(Access.Kind kind) {
        Set<Component<?>> whole = new LinkedHashSet<>();
        for (Object one : named(kind)) {
            if (one instanceof Component<?> component) {
                whole.add(component);
            }
        }
        return whole;
    }

    /** The columns of this kind that are declared by themselves, in declared order. */
    List<Column> columns(Access.Kind kind) {
        return named(kind).stream()
                .filter(Column.class::isInstance)
                .map(Column.class::cast)
                .toList();
    }

    /**
     * The declared reads and writes of rows that must not be declared beside an option of these, which includes them.
     */
    List<Access> includedIn(Access option) {
        List<Access> included = new ArrayList<>();
        for (Access.Kind kind : List.of(Access.Kind.READS, Access.Kind.WRITES)) {
            if (option.kind() == kind || option.kind() == Access.Kind.WRITES) {
                List<Object> named = named(kind).stream()
                        .filter(one -> option.named().contains(one)
                                || one instanceof Column column
                                        && option.named().contains(column.component()))
                        .toList();
                if (!named.isEmpty()) {
                    included.add(Access.of(kind, named, Set.of()));
                }
            }
        }
        return included;
    }

    /** Whether it may write a component, or a column of it, or the column. */
    boolean writesSome(Object one) {
        return one instanceof Column column
                ? writes(column.component(), column)
                : components(Access.Kind.WRITES).contains(one);
    }

    /** The part that recording cannot find, and is kept as it was declared. */
    DeclaredAccess keptWhileRecording(String system) {
        return new DeclaredAccess(
                system,
                options().stream()
                        .filter(option -> Access.Kind.KEPT.contains(option.kind()))
                        .toList());
    }

    /** An option for each kind. */
    List<Access> options() {
        List<Access> options = new ArrayList<>();
        named.forEach((kind, all) -> options.add(
                Access.of(kind, List.copyOf(all), kind == Access.Kind.SPAWNS ? Set.copyOf(spawned) : Set.of())));
        return options;
    }

    /** Whether it declares only what a system may that runs each frame. */
    boolean isForFrames() {
        return Access.Kind.FOR_FRAMES.containsAll(named.keySet());
    }

    /** The resources of this kind. Not to be changed. */
    Set<?> resources(Access.Kind kind) {
        return named(kind);
    }

    /** Whether it may read a column of a component, or, if that is null, all of them. */
    boolean reads(ComponentInfo component, Column column) {
        return declares(Access.Kind.READS, component)
                || covers(component, column, one -> declares(Access.Kind.READS, one) || writes(component, one))
                || writes(component, column);
    }

    /** Whether it may write a column of a component, or, if that is null, all of them. */
    boolean writes(ComponentInfo component, Column column) {
        return declares(Access.Kind.WRITES, component)
                || covers(component, column, one -> declares(Access.Kind.WRITES, one));
    }

    private static boolean covers(ComponentInfo component, Column column, Predicate<Column> declared) {
        return column != null
                ? declared.test(column)
                : !component.columns().isEmpty() && component.columns().stream().allMatch(declared);
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
        return component.columns().stream()
                .anyMatch(column -> declares(Access.Kind.READS, column) || declares(Access.Kind.WRITES, column));
    }

    /** Whether a component counts as written only because the declaration does not mention it. */
    boolean assumesWrite(ComponentInfo component) {
        return assumedWrites.contains(component);
    }

    /** The kinds of entities that it may spawn, each as its components; empty if it may spawn any. */
    Set<Set<Component<?>>> spawned() {
        return namesNothing(Access.Kind.SPAWNS) ? Set.of() : spawned;
    }

    /** Whether it may record structural commands. */
    boolean recordsCommands() {
        return declares(Access.Kind.RESTRUCTURES) || declares(Access.Kind.SPAWNS) || declares(Access.Kind.DESTROYS);
    }

    /** The options, one of each kind, as in source; and the assumed access. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        named.forEach((kind, all) -> {
            Set<Object> declared = new LinkedHashSet<>(all);
            boolean hasAssumed = kind == Access.Kind.WRITES && declared.removeAll(assumedWrites);
            if (!hasAssumed || !declared.isEmpty()) {
                text.add(Access.text(kind, declared));
            }
        });
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
        return assumedWrites.isEmpty() ? "" : Access.text(Access.Kind.WRITES, assumedWrites) + " assumed";
    }
}
