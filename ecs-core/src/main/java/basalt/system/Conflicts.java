package basalt.system;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.system.Conflicts.Conflict.Names.COMPONENTS;
import static basalt.system.Conflicts.Conflict.Names.NONE;
import static basalt.system.Conflicts.Conflict.Names.RESOURCES;
import static basalt.system.Conflicts.Conflict.Names.VALUES;
import static basalt.system.DependencyGraph.Dependency.BARRIER;
import static basalt.system.DependencyGraph.Dependency.ORDERED;
import static basalt.system.DependencyGraph.Dependency.WEAK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.system.DependencyGraph.Dependency;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
            for (Access.Kind kind : Access.Kind.values()) {
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

    /**
     * Ids of the values that systems read and write, for bit sets: one for each component as a whole, and one for each
     * of its columns.
     */
    static final class AccessIds {
        private final Map<Object, Integer> ids = new HashMap<>();
        private final List<Object> values = new ArrayList<>();

        /**
         * The ids that a system declares: for a component that of the whole and of all columns, for a column its own.
         */
        BitSet bits(DeclaredAccess access, Access.Kind kind) {
            BitSet bits = new BitSet();
            for (Component<?> component : access.whole(kind)) {
                bits.set(idOf(component));
                component.columns().forEach(column -> bits.set(idOf(column)));
            }
            access.columns(kind).forEach(column -> bits.set(idOf(column)));
            return bits;
        }

        private int idOf(Object value) {
            return ids.computeIfAbsent(value, added -> {
                values.add(added);
                return values.size() - 1;
            });
        }

        /** The names of components and columns, without columns whose components are among them, sorted. */
        List<String> names(BitSet bits) {
            List<String> names = new ArrayList<>();
            for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
                if (values.get(i) instanceof Component<?> component) {
                    names.add(component.shortName());
                } else if (values.get(i) instanceof Column column && !bits.get(idOf(column.component()))) {
                    names.add(Access.nameOf(column));
                }
            }
            names.sort(null);
            return names;
        }
    }

    /**
     * The declared access of one system as bit sets. The bit of a component or event type is its id; the bit of a
     * resource is its number in the schedule. {@link #reads} and {@link #writes} have the bits of {@link
     * Conflicts.AccessIds}. A set that only says yes or no, such as {@link #spawns}, uses bit 0.
     */
    static final class AccessBits {
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

        AccessBits(
                SystemSpec system,
                Map<Class<?>, Integer> resourceNumbers,
                EntityKinds kinds,
                Conflicts.AccessIds values) {
            DeclaredAccess access = system.access();
            reads = values.bits(access, Access.Kind.READS);
            writes = values.bits(access, Access.Kind.WRITES);
            seen = ids(system.seen());
            restructures = ids(access.components(Access.Kind.RESTRUCTURES));
            sends = ids(access.components(Access.Kind.SENDS));
            receives = ids(access.components(Access.Kind.RECEIVES));
            readsResource = numbers(access.resources(Access.Kind.READS_RESOURCE), resourceNumbers);
            writesResource = numbers(access.resources(Access.Kind.WRITES_RESOURCE), resourceNumbers);
            restructuresAny = flag(access.restructuresAny());
            restructuresSome = flag(access.restructuresAny() || !restructures.isEmpty());
            spawns = flag(access.declares(Access.Kind.SPAWNS));
            destroys = flag(access.declares(Access.Kind.DESTROYS));
            spawnedKinds = kinds.made(system);
            findsNew = kinds.found(system);
            destroyedComponents = destroyedComponents(access);
            destroyedComponents.or(ids(system.followers()));
            sees = withAlive(seen, system.seesAll());
            records = flag(access.recordsCommands());
            exclusive = flag(access.declares(Access.Kind.EXCLUSIVE));
            worldThread = flag(access.declares(Access.Kind.WORLD_THREAD));
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
            BitSet components = ids(access.components(Access.Kind.DESTROYS));
            if (access.declares(Access.Kind.DESTROYS) && components.isEmpty()) {
                components.set(ALIVE_ID + 1, MAX_COMPONENTS);
            }
            return withAlive(components, access.declares(Access.Kind.DESTROYS));
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

    /**
     * Numbers for the kinds of entities that the systems of a schedule spawn: one for each set of components that a
     * declared template has, and {@link #ANY} for entities with unknown components.
     */
    static final class EntityKinds {
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

    /**
     * A reason for one system to run before another: the first one does something, and the second one does something
     * with the same data.
     *
     * <p>Commands are applied after their stage. So a system that must see their effect is in a later stage, and a
     * system that must not see it yet may be in the same stage.
     */
    enum Conflict {
        WRITTEN_READ(ORDERED, "written, then read", VALUES, a -> a.writes, b -> b.reads),
        WRITTEN_WRITTEN(ORDERED, "both write", VALUES, a -> a.writes, b -> b.writes),
        READ_WRITTEN(ORDERED, "read, then written", VALUES, a -> a.reads, b -> b.writes),
        RESOURCE_WRITTEN_READ(
                ORDERED, "resource written, then read", RESOURCES, a -> a.writesResource, b -> b.readsResource),
        RESOURCE_WRITTEN_WRITTEN(
                ORDERED, "both write resource", RESOURCES, a -> a.writesResource, b -> b.writesResource),
        RESOURCE_READ_WRITTEN(
                ORDERED, "resource read, then written", RESOURCES, a -> a.readsResource, b -> b.writesResource),
        RESTRUCTURED_SEEN(BARRIER, "restructured, then seen", COMPONENTS, a -> a.restructures, b -> b.seen),
        ANY_RESTRUCTURED_SEEN(
                BARRIER, "any component restructured, then some seen", NONE, a -> a.restructuresAny, b -> b.seesAny),
        SPAWNED_SEEN(BARRIER, "entities spawned, then seen", NONE, a -> a.spawnedKinds, b -> b.findsNew),
        DESTROYED_SEEN(BARRIER, "entities destroyed, then seen", NONE, a -> a.destroyedComponents, b -> b.sees),
        DESTROYED_SPAWNED(
                BARRIER, "entities destroyed, then spawned in their rows", NONE, a -> a.destroys, b -> b.spawns),
        BOTH_SPAWN(ORDERED, "both spawn", NONE, a -> a.spawns, b -> b.spawns),
        BOTH_ON_WORLD_THREAD(ORDERED, "both run on the world's thread", NONE, a -> a.worldThread, b -> b.worldThread),
        SENT_RECEIVED(BARRIER, "sent, then received", COMPONENTS, a -> a.sends, b -> b.receives),
        FIRST_EXCLUSIVE(BARRIER, "the first one is exclusive", NONE, a -> a.exclusive, b -> b.any()),
        SECOND_EXCLUSIVE(BARRIER, "the second one is exclusive", NONE, a -> a.any(), b -> b.exclusive),
        SEEN_RESTRUCTURED(WEAK, "seen, then restructured", COMPONENTS, a -> a.seen, b -> b.restructures),
        SEEN_ANY_RESTRUCTURED(
                WEAK, "some components seen, then any restructured", NONE, a -> a.seesAny, b -> b.restructuresAny),
        SEEN_SPAWNED(WEAK, "entities seen, then spawned", NONE, a -> a.findsNew, b -> b.spawnedKinds),
        SEEN_DESTROYED(WEAK, "entities seen, then destroyed", NONE, a -> a.sees, b -> b.destroyedComponents),
        BOTH_RESTRUCTURE(WEAK, "both restructure", COMPONENTS, a -> a.restructures, b -> b.restructures),
        ANY_RESTRUCTURED_RESTRUCTURED(
                WEAK, "any component restructured, then some", NONE, a -> a.restructuresAny, b -> b.restructuresSome),
        RESTRUCTURED_ANY_RESTRUCTURED(
                WEAK, "some components restructured, then any", NONE, a -> a.restructuresSome, b -> b.restructuresAny),
        BOTH_RECORD(WEAK, "both record commands", NONE, a -> a.records, b -> b.records),
        RECEIVED_SENT(WEAK, "received, then sent", COMPONENTS, a -> a.receives, b -> b.sends),
        BOTH_SEND(WEAK, "both send", COMPONENTS, a -> a.sends, b -> b.sends);

        /** The meaning of the bits. */
        enum Names {
            VALUES,
            COMPONENTS,
            RESOURCES,
            NONE
        }

        private static final List<List<Conflict>> BY_DEPENDENCY =
                Stream.of(Dependency.values()).map(Conflict::thatDemand).toList();

        /**
         * The weak conflicts in which the order of the two systems has an effect, though they may run at the same time.
         */
        static final List<Conflict> IN_ORDER =
                List.of(BOTH_RESTRUCTURE, ANY_RESTRUCTURED_RESTRUCTURED, RESTRUCTURED_ANY_RESTRUCTURED, BOTH_SEND);

        private final Dependency dependency;
        private final String text;
        private final Names names;
        private final Function<Conflicts.AccessBits, BitSet> ofFirst;
        private final Function<Conflicts.AccessBits, BitSet> ofSecond;

        Conflict(
                Dependency dependency,
                String text,
                Names names,
                Function<Conflicts.AccessBits, BitSet> ofFirst,
                Function<Conflicts.AccessBits, BitSet> ofSecond) {
            this.dependency = dependency;
            this.text = text;
            this.names = names;
            this.ofFirst = ofFirst;
            this.ofSecond = ofSecond;
        }

        String text() {
            return text;
        }

        Names names() {
            return names;
        }

        boolean isWeak() {
            return dependency == Dependency.WEAK;
        }

        boolean isBetween(Conflicts.AccessBits first, Conflicts.AccessBits second) {
            return ofFirst.apply(first).intersects(ofSecond.apply(second));
        }

        /** The data that both use. */
        BitSet between(Conflicts.AccessBits first, Conflicts.AccessBits second) {
            BitSet both = (BitSet) ofFirst.apply(first).clone();
            both.and(ofSecond.apply(second));
            return both;
        }

        /** All conflicts with exactly this dependency. */
        static List<Conflict> of(Dependency dependency) {
            return BY_DEPENDENCY.get(dependency.ordinal());
        }

        private static List<Conflict> thatDemand(Dependency dependency) {
            return Stream.of(values())
                    .filter(conflict -> conflict.dependency == dependency)
                    .toList();
        }
    }
}
