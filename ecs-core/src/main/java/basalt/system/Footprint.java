package basalt.system;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.MAX_COMPONENTS;

import basalt.component.Component;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;

/**
 * What one system declares, as sets of bits: a component's or event type's bit is its id, a resource's bit its number
 * in the schedule. What it reads and writes has the bits of {@link ValueNumbers}. A set without members of its own,
 * such as {@link #spawns}, has bit 0 where it applies.
 */
final class Footprint {
    private static final BitSet APPLIES = flag(true);

    final BitSet reads;
    final BitSet writes;
    final BitSet seen;
    final BitSet restructures;
    final BitSet sends;
    final BitSet receives;
    final BitSet readsResource;
    final BitSet writesResource;
    final BitSet restructuresAny;
    final BitSet restructuresSome;
    final BitSet spawns;

    final BitSet destroys;

    /** The kinds of entities that it makes, by {@link EntityKinds}. */
    final BitSet births;

    /** The kinds of which it may look at new entities. */
    final BitSet findsNew;

    /** The components that entities which it destroys may have, with the bit that all entities have. */
    final BitSet deaths;

    /** What it looks at, with the bit of all entities if it selects them by nothing else. */
    final BitSet sees;

    final BitSet records;
    final BitSet exclusive;
    final BitSet worldThread;
    final BitSet seesAny;

    Footprint(SystemSpec system, Map<Class<?>, Integer> resourceNumbers, EntityKinds kinds, ValueNumbers values) {
        DeclaredAccess access = system.access();
        reads = values.bits(access, AccessKind.READS);
        writes = values.bits(access, AccessKind.WRITES);
        seen = ids(system.seen());
        restructures = ids(access.components(AccessKind.RESTRUCTURES));
        sends = ids(access.components(AccessKind.SENDS));
        receives = ids(access.components(AccessKind.RECEIVES));
        readsResource = numbers(access.resources(AccessKind.READS_RESOURCE), resourceNumbers);
        writesResource = numbers(access.resources(AccessKind.WRITES_RESOURCE), resourceNumbers);
        restructuresAny = flag(access.restructuresAny());
        restructuresSome = flag(access.restructuresAny() || !restructures.isEmpty());
        spawns = flag(access.declares(AccessKind.SPAWNS));
        destroys = flag(access.declares(AccessKind.DESTROYS));
        births = kinds.made(system);
        findsNew = kinds.found(system);
        deaths = deaths(access);
        sees = withAlive(seen, system.seesAll());
        records = flag(access.recordsCommands());
        exclusive = flag(access.declares(AccessKind.EXCLUSIVE));
        worldThread = flag(access.declares(AccessKind.WORLD_THREAD));
        seesAny = flag(!seen.isEmpty() || system.seesAll());
    }

    /** Applies to every system. */
    BitSet any() {
        return APPLIES;
    }

    private static BitSet flag(boolean applies) {
        BitSet bits = new BitSet(1);
        bits.set(0, applies);
        return bits;
    }

    /** The components that are named, or all if none is. */
    private static BitSet deaths(DeclaredAccess access) {
        BitSet components = ids(access.components(AccessKind.DESTROYS));
        if (access.declares(AccessKind.DESTROYS) && components.isEmpty()) {
            components.set(ALIVE_ID + 1, MAX_COMPONENTS);
        }
        return withAlive(components, access.declares(AccessKind.DESTROYS));
    }

    private static BitSet withAlive(BitSet ids, boolean alive) {
        BitSet all = (BitSet) ids.clone();
        all.set(ALIVE_ID, alive);
        return all;
    }

    private static BitSet ids(Collection<Component<?>> components) {
        BitSet bits = new BitSet();
        components.forEach(component -> bits.set(component.id()));
        return bits;
    }

    private static BitSet numbers(Collection<Class<?>> resources, Map<Class<?>, Integer> resourceNumbers) {
        BitSet bits = new BitSet();
        resources.forEach(resource -> bits.set(resourceNumbers.get(resource)));
        return bits;
    }
}
