package basalt.system;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which systems of a schedule get into each other's way, by what they declare. Systems go by their index. */
final class Conflicts {
    private final Footprint[] footprints;
    private final Map<Integer, String> componentNames = new HashMap<>();
    private final Map<Integer, String> resourceNames = new HashMap<>();

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
        footprints = systems.stream()
                .map(system -> new Footprint(system, resourceNumbers))
                .toArray(Footprint[]::new);
    }

    private void name(Set<Component<?>> components) {
        components.forEach(component -> componentNames.put(component.id(), Access.nameOf(component)));
    }

    /** What the first one demands of the second one if it is to run before it. */
    Link between(int first, int second) {
        if (isAny(Conflict.STRICT, first, second)) {
            return Link.STRICT;
        }
        return isAny(Conflict.WEAK, first, second) ? Link.WEAK : Link.NONE;
    }

    /** Whether it makes a difference which of them runs first, although they may share a wave. */
    boolean isOrderSeen(int first, int second) {
        return between(first, second) == Link.STRICT
                || between(second, first) == Link.STRICT
                || isAny(Conflict.IN_ORDER, first, second);
    }

    private boolean isAny(List<Conflict> conflicts, int first, int second) {
        for (int i = 0; i < conflicts.size(); i++) {
            if (conflicts.get(i).isBetween(footprints[first], footprints[second])) {
                return true;
            }
        }
        return false;
    }

    /** Why the link between them is what it is: weak conflicts are told only where there is no strict one. */
    List<String> why(int first, int second) {
        List<String> why = new ArrayList<>();
        for (Conflict conflict : between(first, second) == Link.STRICT ? Conflict.STRICT : Conflict.WEAK) {
            if (conflict.isBetween(footprints[first], footprints[second])) {
                why.add(text(conflict, footprints[first], footprints[second]));
            }
        }
        return why;
    }

    private String text(Conflict conflict, Footprint first, Footprint second) {
        if (conflict.names() == Conflict.Names.NONE) {
            return conflict.text();
        }
        Map<Integer, String> names = conflict.names() == Conflict.Names.COMPONENTS ? componentNames : resourceNames;
        List<String> both = conflict.between(first, second).stream()
                .mapToObj(names::get)
                .sorted()
                .toList();
        return conflict.text() + " " + String.join(", ", both);
    }
}
