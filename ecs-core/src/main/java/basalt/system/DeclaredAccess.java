package basalt.system;

import basalt.component.Component;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** All that one system declares to use, by kind. Immutable. */
final class DeclaredAccess {
    private final Map<AccessKind, Set<Component<?>>> components = new EnumMap<>(AccessKind.class);
    private final Map<AccessKind, Set<Class<?>>> resources = new EnumMap<>(AccessKind.class);
    private final Set<Component<?>> assumedWrites = new LinkedHashSet<>();

    /**
     * Puts the options of a system together.
     *
     * @throws IllegalArgumentException if something is said twice, or said and included in something else
     */
    DeclaredAccess(String system, List<Access> options) {
        for (Access option : options) {
            AccessKind kind = option.kind();
            boolean isRepeated = declares(kind)
                    && (option.components().isEmpty() || components(kind).isEmpty());
            if (isRepeated && option.resources().isEmpty()) {
                throw rejection(system, option + " beside " + kind.label() + "(...)");
            }
            Set<Component<?>> named = components.computeIfAbsent(kind, k -> new LinkedHashSet<>());
            for (Component<?> component : option.components()) {
                if (!named.add(component)) {
                    throw rejection(system, kind.label() + "(" + component.name() + ") twice");
                }
                if (option.isAssumed() && kind == AccessKind.WRITES) {
                    assumedWrites.add(component);
                }
            }
            Set<Class<?>> classes = resources.computeIfAbsent(kind, k -> new LinkedHashSet<>());
            for (Class<?> resource : option.resources()) {
                if (!classes.add(resource)) {
                    throw rejection(system, kind.label() + "(" + resource.getName() + ") twice");
                }
            }
        }
        rejectIncluded(system);
    }

    private void rejectIncluded(String system) {
        for (Component<?> component : components(AccessKind.READS)) {
            if (components(AccessKind.WRITES).contains(component)) {
                throw rejection(
                        system, "reads(" + component.name() + ") beside writes() of it, which lets it be read too");
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

    private static IllegalArgumentException rejection(String system, String what) {
        return new IllegalArgumentException("system \"" + system + "\" declares " + what + "; drop one of them");
    }

    /** Whether there is an option of this kind. */
    boolean declares(AccessKind kind) {
        return components.containsKey(kind);
    }

    /** The components or event types that are declared so, in the order in which they were named. */
    Set<Component<?>> components(AccessKind kind) {
        return Collections.unmodifiableSet(components.getOrDefault(kind, Set.of()));
    }

    /** The resources that are declared so, in the order in which they were named. */
    Set<Class<?>> resources(AccessKind kind) {
        return Collections.unmodifiableSet(resources.getOrDefault(kind, Set.of()));
    }

    /** Whether a component counts as written only because the system has not declared that it reads it. */
    boolean assumesWrite(Component<?> component) {
        return assumedWrites.contains(component);
    }

    /** Whether it may add, remove, enable or disable any component. */
    boolean changesAny() {
        return declares(AccessKind.CHANGES) && components(AccessKind.CHANGES).isEmpty();
    }

    /** Whether an option of this kind is there and names a component, or names none, which stands for all. */
    boolean concerns(AccessKind kind, Component<?> component) {
        return declares(kind) && (components(kind).isEmpty() || components(kind).contains(component));
    }

    /** Whether it may record structural commands. */
    boolean recordsCommands() {
        return declares(AccessKind.CHANGES) || declares(AccessKind.SPAWNS) || declares(AccessKind.DESTROYS);
    }

    /** The options, one of each kind, as they are written; and what is assumed. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (AccessKind kind : components.keySet()) {
            Set<Component<?>> declared = new LinkedHashSet<>(components(kind));
            if (kind == AccessKind.WRITES && declared.removeAll(assumedWrites) && declared.isEmpty()) {
                continue;
            }
            text.add(text(kind, declared));
        }
        if (!assumedWrites.isEmpty()) {
            text.add(assumed());
        }
        return text.toString();
    }

    /** What counts as written only because the system has not declared that it reads it, as text; empty if there is nothing. */
    String assumed() {
        return assumedWrites.isEmpty() ? "" : text(AccessKind.WRITES, assumedWrites) + " assumed";
    }

    private String text(AccessKind kind, Set<Component<?>> named) {
        StringJoiner names = new StringJoiner(", ", kind.label() + "(", ")");
        named.forEach(component -> names.add(Access.nameOf(component)));
        resources(kind).forEach(resource -> names.add(resource.getSimpleName()));
        return names.toString();
    }
}
