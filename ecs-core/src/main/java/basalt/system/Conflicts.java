package basalt.system;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The conflicts between systems of a schedule, by their declared access. Systems are named by index. */
final class Conflicts {
    private final AccessBits[] accesses;
    private final Map<Integer, String> componentNames = new HashMap<>();
    private final Map<Integer, String> resourceNames = new HashMap<>();
    private final AccessIds values = new AccessIds();
    private final EntityKinds kinds;

    Conflicts(List<SystemSpec> systems) {
        Map<Class<?>, Integer> resourceNumbers = new HashMap<>();
        for (SystemSpec system : systems) {
            name(system.seen());
            for (AccessKind kind : AccessKind.values()) {
                name(system.access().components(kind));
                for (Class<?> resource : system.access().resources(kind)) {
                    int number = resourceNumbers.computeIfAbsent(resource, r -> resourceNumbers.size());
                    resourceNames.put(number, resource.getSimpleName());
                }
            }
        }
        kinds = new EntityKinds(systems);
        accesses = systems.stream()
                .map(system -> new AccessBits(system, resourceNumbers, kinds, values))
                .toArray(AccessBits[]::new);
    }

    private void name(Set<Component<?>> components) {
        components.forEach(component -> componentNames.put(component.id(), component.shortName()));
    }

    /** The dependency of the second system if the first one runs before it. */
    Dependency between(int first, int second) {
        for (int i = Dependency.values().length - 1; i > 0; i--) {
            Dependency dependency = Dependency.values()[i];
            if (isAny(Conflict.of(dependency), first, second)) {
                return dependency;
            }
        }
        return Dependency.NONE;
    }

    /** Whether their order makes a difference. */
    boolean isOrderSeen(int first, int second) {
        return between(first, second).compareTo(Dependency.WEAK) > 0
                || between(second, first).compareTo(Dependency.WEAK) > 0
                || isAny(Conflict.IN_ORDER, first, second);
    }

    /**
     * The kinds of entities that one system spawns and another one is assumed not to look at, though it uses their
     * components.
     */
    List<BitSet> passedOver(SystemSpec by, int maker) {
        BitSet both = kinds.passedOver(by);
        both.and(accesses[maker].spawnedKinds);
        return both.stream().mapToObj(kinds::components).toList();
    }

    private boolean isAny(List<Conflict> conflicts, int first, int second) {
        for (int i = 0; i < conflicts.size(); i++) {
            if (conflicts.get(i).isBetween(accesses[first], accesses[second])) {
                return true;
            }
        }
        return false;
    }

    /** Whether a reason for their dependency is a component, a column, an event or a resource that both use. */
    boolean usesSameData(int first, int second) {
        boolean isWeak = between(first, second) == Dependency.WEAK;
        return Stream.of(Conflict.values())
                .anyMatch(conflict -> conflict.names() != Conflict.Names.NONE
                        && conflict.isWeak() == isWeak
                        && conflict.isBetween(accesses[first], accesses[second]));
    }

    /** The reasons for their dependency. Weak conflicts are listed only if there is no stronger one. */
    List<String> why(int first, int second) {
        boolean isWeak = between(first, second) == Dependency.WEAK;
        List<String> why = new ArrayList<>();
        for (Conflict conflict : Conflict.values()) {
            if (conflict.isWeak() == isWeak && conflict.isBetween(accesses[first], accesses[second])) {
                why.add(text(conflict, accesses[first], accesses[second]));
            }
        }
        return why;
    }

    private String text(Conflict conflict, AccessBits first, AccessBits second) {
        if (conflict.names() == Conflict.Names.NONE) {
            return conflict.text();
        }
        if (conflict.names() == Conflict.Names.VALUES) {
            return conflict.text() + " " + String.join(", ", values.names(conflict.between(first, second)));
        }
        Map<Integer, String> names = conflict.names() == Conflict.Names.COMPONENTS ? componentNames : resourceNames;
        List<String> both = conflict.between(first, second).stream()
                .mapToObj(names::get)
                .sorted()
                .toList();
        return conflict.text() + " " + String.join(", ", both);
    }
}
