package basalt.system;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers for the kinds of entities that the systems of a schedule spawn: one for each set of components that a
 * declared template has, and {@link #ANY} for entities with unknown components.
 */
final class EntityKinds {
    private static final int ANY = 0;

    private final Map<Set<Component<?>>, Integer> numbers = new LinkedHashMap<>();
    private final List<BitSet> components = new ArrayList<>(List.of(new BitSet()));

    EntityKinds(List<SystemSpec> systems) {
        for (SystemSpec system : systems) {
            system.access().spawned().forEach(this::add);
        }
    }

    private void add(Set<Component<?>> kind) {
        if (numbers.putIfAbsent(kind, components.size()) == null) {
            BitSet ids = new BitSet();
            kind.forEach(component -> ids.set(component.id()));
            components.add(ids);
        }
    }

    /** The ids of the components of a kind. */
    BitSet components(int kind) {
        return components.get(kind);
    }

    /** The kinds that a system spawns. */
    BitSet made(SystemSpec system) {
        BitSet made = new BitSet();
        made.set(ANY, system.access().spawnsAny());
        system.access().spawned().forEach(kind -> made.set(numbers.get(kind)));
        return made;
    }

    /** The kinds of entities that a system may see directly after their spawn. */
    BitSet found(SystemSpec system) {
        BitSet found = new BitSet();
        found.set(ANY, system.seesAll() || !system.seen().isEmpty());
        for (int kind = ANY + 1; kind < components.size(); kind++) {
            found.set(kind, system.mayFind(components.get(kind)));
        }
        return found;
    }

    /** The kinds that a system is assumed not to look at, though it uses their components. */
    BitSet passedOver(SystemSpec system) {
        BitSet passedOver = new BitSet();
        for (int kind = ANY + 1; kind < components.size(); kind++) {
            passedOver.set(kind, system.mayKnow(components.get(kind)));
        }
        passedOver.andNot(found(system));
        return passedOver;
    }
}
