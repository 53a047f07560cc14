package basalt.system;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;

import basalt.component.Component;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;

/**
 * The declared access of one system as bit sets. The bit of a component or event type is its id; the bit of a resource
 * is its number in the schedule. {@link #reads} and {@link #writes} have the bits of {@link AccessIds}. A set that only
 * says yes or no, such as {@link #spawns}, uses bit 0.
 */
final class AccessBits {
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

    /** The kinds of entities that it spawns, by {@link EntityKinds}. */
    final BitSet spawnedKinds;

    /** The kinds of entities that it may see directly after their spawn. */
    final BitSet findsNew;

    /** The components that destroyed entities and their followers may have, with the bit that all entities have. */
    final BitSet destroyedComponents;

    /** The components it looks at, with the bit of all entities if it selects entities by nothing else. */
    final BitSet sees;

    final BitSet records;
    final BitSet exclusive;
    final BitSet worldThread;
    final BitSet seesAny;

    AccessBits(SystemSpec system, Map<Class<?>, Integer> resourceNumbers, EntityKinds kinds, AccessIds values) {
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
        spawnedKinds = kinds.made(system);
        findsNew = kinds.found(system);
        destroyedComponents = destroyedComponents(access);
        destroyedComponents.or(ids(system.followers()));
        sees = withAlive(seen, system.seesAll());
        records = flag(access.recordsCommands());
        exclusive = flag(access.declares(AccessKind.EXCLUSIVE));
        worldThread = flag(access.declares(AccessKind.WORLD_THREAD));
        seesAny = flag(!seen.isEmpty() || system.seesAll());
    }

    /** A set that intersects that of every system. */
    BitSet any() {
        return APPLIES;
    }

    private static BitSet flag(boolean applies) {
        BitSet bits = new BitSet(1);
        bits.set(0, applies);
        return bits;
    }

    /** The named components, or all if none is named. */
    private static BitSet destroyedComponents(DeclaredAccess access) {
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
