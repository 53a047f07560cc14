package basalt.system;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which systems of a schedule get into each other's way, by what they declare. Systems go by their index. */
final class Conflicts {
    private final Footprint[] footprints;
    private final Map<Integer, String> componentNames = new HashMap<>();
    private final Map<Integer, String> resourceNames = new HashMap<>();
    private final ValueNumbers values = new ValueNumbers();
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
        footprints = systems.stream()
                .map(system -> new Footprint(system, resourceNumbers, kinds, values))
                .toArray(Footprint[]::new);
    }

    private void name(Set<Component<?>> components) {
        components.forEach(component -> componentNames.put(component.id(), Access.nameOf(component)));
    }

    /** What the first one demands of the second one if it is to run before it. */
    Link between(int first, int second) {
        for (int i = Link.values().length - 1; i > 0; i--) {
            Link link = Link.values()[i];
            if (isAny(Conflict.of(link), first, second)) {
                return link;
            }
        }
        return Link.NONE;
    }

    /** Whether it makes a difference which of them runs first. */
    boolean isOrderSeen(int first, int second) {
        return between(first, second).compareTo(Link.WEAK) > 0
                || between(second, first).compareTo(Link.WEAK) > 0
                || isAny(Conflict.IN_ORDER, first, second);
    }

    /**
     * The kinds of entities that one system makes and another one is taken not to look at, though it uses their
     * components.
     */
    List<BitSet> passedOver(SystemSpec by, int maker) {
        BitSet both = kinds.passedOver(by);
        both.and(footprints[maker].births);
        return both.stream().mapToObj(kinds::components).toList();
    }

    private boolean isAny(List<Conflict> conflicts, int first, int second) {
        for (int i = 0; i < conflicts.size(); i++) {
            if (conflicts.get(i).isBetween(footprints[first], footprints[second])) {
                return true;
            }
        }
        return false;
    }

    /** Why the link between them is what it is: weak conflicts are told only where there is no stronger one. */
    List<String> why(int first, int second) {
        boolean isWeak = between(first, second) == Link.WEAK;
        List<String> why = new ArrayList<>();
        for (Conflict conflict : Conflict.values()) {
            if (conflict.isWeak() == isWeak && conflict.isBetween(footprints[first], footprints[second])) {
                why.add(text(conflict, footprints[first], footprints[second]));
            }
        }
        return why;
    }

    private String text(Conflict conflict, Footprint first, Footprint second) {
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
