package basalt.system;

import static basalt.system.DependencyGraph.Dependency.BARRIER;
import static basalt.system.DependencyGraph.Dependency.ORDERED;
import static basalt.system.DependencyGraph.Dependency.WEAK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.system.DependencyGraph.Dependency;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The conflicts between systems of a schedule, by their declared access. Systems are named by index. */
final class Conflicts {
    private static final Set<Object> ALWAYS = Set.of("always");
    private static final Object ANY_COMPONENT = "any component";
    private static final Object ANY_ENTITY = "any entity";

    private final List<Uses> uses;

    Conflicts(List<SystemSpec> systems) {
        Set<BitSet> kinds = new HashSet<>();
        systems.forEach(system -> kinds.addAll(kinds(system)));
        uses = systems.stream().map(system -> new Uses(system, kinds)).toList();
    }

    /** The kinds of entities that a system spawns, each as the ids of its components; empty if it may spawn any. */
    private static Set<BitSet> kinds(SystemSpec system) {
        Set<BitSet> kinds = new LinkedHashSet<>();
        for (Set<Component<?>> kind : system.access().spawned()) {
            BitSet ids = new BitSet();
            kind.forEach(component -> ids.set(component.id()));
            kinds.add(ids);
        }
        return kinds;
    }

    /** The dependency of the second system if the first one runs before it. */
    Dependency between(int first, int second) {
        Dependency strongest = Dependency.NONE;
        for (Conflict conflict : Conflict.ALL) {
            if (conflict.dependency.compareTo(strongest) > 0 && conflict.isBetween(uses.get(first), uses.get(second))) {
                strongest = conflict.dependency;
            }
        }
        return strongest;
    }

    /** Whether their order makes a difference. */
    boolean isOrderSeen(int first, int second) {
        return between(first, second).compareTo(Dependency.WEAK) > 0
                || between(second, first).compareTo(Dependency.WEAK) > 0
                || reasons(first, second).anyMatch(Conflict.IN_ORDER::contains);
    }

    /**
     * The kinds of entities that one system spawns and another one is assumed not to look at, though it uses their
     * components.
     */
    List<BitSet> passedOver(SystemSpec by, SystemSpec maker) {
        return kinds(maker).stream()
                .filter(kind -> by.mayKnow(kind) && !by.mayFind(kind))
                .toList();
    }

    /** Whether a reason for their dependency is a component, a column, an event or a resource that both use. */
    boolean usesSameData(int first, int second) {
        return reasons(first, second).anyMatch(Conflict::namesData);
    }

    /** The reasons for their dependency. Weak conflicts are listed only if there is no stronger one. */
    List<String> why(int first, int second) {
        return reasons(first, second)
                .map(conflict -> conflict.text(uses.get(first), uses.get(second)))
                .toList();
    }

    private Stream<Conflict> reasons(int first, int second) {
        boolean isWeak = between(first, second) == Dependency.WEAK;
        return Stream.of(Conflict.ALL)
                .filter(conflict -> (conflict.dependency == Dependency.WEAK) == isWeak
                        && conflict.isBetween(uses.get(first), uses.get(second)));
    }

    /**
     * What one system uses: components, columns, event types, resources and kinds of entities. Two systems conflict if
     * certain sets of theirs have something in common. A set that only says yes or no is {@link #ALWAYS} or empty.
     */
    private static final class Uses {
        /** Whole components and all of their columns, and single columns. */
        final Set<Object> reads;

        final Set<Object> writes;
        final Set<Component<?>> seen;
        final Set<Component<?>> restructures;
        final Set<Component<?>> sends;
        final Set<Component<?>> receives;
        final Set<?> readsResource;
        final Set<?> writesResource;
        final Set<?> restructuresAny;
        final Set<?> restructuresSome;
        final Set<?> spawns;
        final Set<?> destroys;

        /** The kinds of entities that it spawns, or {@link #ANY_ENTITY}. */
        final Set<Object> spawnedKinds;

        /** The kinds of entities that it may see directly after their spawn. */
        final Set<Object> findsNew;

        /** The components that destroyed entities and their followers may have. */
        final Set<Object> destroyedComponents;

        /** The components it looks at, and {@link #ANY_ENTITY} if it selects entities by nothing else. */
        final Set<Object> sees;

        final Set<?> records;
        final Set<?> exclusive;
        final Set<?> worldThread;
        final Set<?> seesAny;

        Uses(SystemSpec system, Set<BitSet> kinds) {
            DeclaredAccess access = system.access();
            reads = values(access, Access.Kind.READS);
            writes = values(access, Access.Kind.WRITES);
            seen = system.seen();
            restructures = access.components(Access.Kind.RESTRUCTURES);
            sends = access.components(Access.Kind.SENDS);
            receives = access.components(Access.Kind.RECEIVES);
            readsResource = access.resources(Access.Kind.READS_RESOURCE);
            writesResource = access.resources(Access.Kind.WRITES_RESOURCE);
            restructuresAny = flag(access.namesNothing(Access.Kind.RESTRUCTURES));
            restructuresSome = flag(access.declares(Access.Kind.RESTRUCTURES));
            spawns = flag(access.declares(Access.Kind.SPAWNS));
            destroys = flag(access.declares(Access.Kind.DESTROYS));
            seesAny = flag(!seen.isEmpty() || system.seesAll());
            spawnedKinds = new HashSet<>(kinds(system));
            addIf(access.namesNothing(Access.Kind.SPAWNS), spawnedKinds, ANY_ENTITY);
            findsNew = kinds.stream().filter(system::mayFind).collect(Collectors.toSet());
            addIf(!seesAny.isEmpty(), findsNew, ANY_ENTITY);
            destroyedComponents = new HashSet<>(access.components(Access.Kind.DESTROYS));
            addIf(access.declares(Access.Kind.DESTROYS), destroyedComponents, ANY_ENTITY);
            addIf(access.namesNothing(Access.Kind.DESTROYS), destroyedComponents, ANY_COMPONENT);
            destroyedComponents.addAll(system.followers());
            sees = new HashSet<>(seen);
            addIf(!seen.isEmpty(), sees, ANY_COMPONENT);
            addIf(system.seesAll(), sees, ANY_ENTITY);
            records = flag(access.recordsCommands());
            exclusive = flag(access.declares(Access.Kind.EXCLUSIVE));
            worldThread = flag(access.declares(Access.Kind.WORLD_THREAD));
        }

        private static Set<?> flag(boolean applies) {
            return applies ? ALWAYS : Set.of();
        }

        private static void addIf(boolean applies, Set<Object> to, Object added) {
            if (applies) {
                to.add(added);
            }
        }

        private static Set<Object> values(DeclaredAccess access, Access.Kind kind) {
            Set<Object> values = new HashSet<>(access.whole(kind));
            access.whole(kind).forEach(component -> values.addAll(component.columns()));
            values.addAll(access.columns(kind));
            return values;
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
        WRITTEN_READ(ORDERED, "written, then read %s", a -> a.writes, b -> b.reads),
        WRITTEN_WRITTEN(ORDERED, "both write %s", a -> a.writes, b -> b.writes),
        READ_WRITTEN(ORDERED, "read, then written %s", a -> a.reads, b -> b.writes),
        RESOURCE_WRITTEN_READ(ORDERED, "resource written, then read %s", a -> a.writesResource, b -> b.readsResource),
        RESOURCE_WRITTEN_WRITTEN(ORDERED, "both write resource %s", a -> a.writesResource, b -> b.writesResource),
        RESOURCE_READ_WRITTEN(ORDERED, "resource read, then written %s", a -> a.readsResource, b -> b.writesResource),
        RESTRUCTURED_SEEN(BARRIER, "restructured, then seen %s", a -> a.restructures, b -> b.seen),
        ANY_RESTRUCTURED_SEEN(
                BARRIER, "any component restructured, then some seen", a -> a.restructuresAny, b -> b.seesAny),
        SPAWNED_SEEN(BARRIER, "entities spawned, then seen", a -> a.spawnedKinds, b -> b.findsNew),
        DESTROYED_SEEN(BARRIER, "entities destroyed, then seen", a -> a.destroyedComponents, b -> b.sees),
        DESTROYED_SPAWNED(BARRIER, "entities destroyed, then spawned in their rows", a -> a.destroys, b -> b.spawns),
        BOTH_SPAWN(ORDERED, "both spawn", a -> a.spawns, b -> b.spawns),
        BOTH_ON_WORLD_THREAD(ORDERED, "both run on the world's thread", a -> a.worldThread, b -> b.worldThread),
        SENT_RECEIVED(BARRIER, "sent, then received %s", a -> a.sends, b -> b.receives),
        FIRST_EXCLUSIVE(BARRIER, "the first one is exclusive", a -> a.exclusive, b -> ALWAYS),
        SECOND_EXCLUSIVE(BARRIER, "the second one is exclusive", a -> ALWAYS, b -> b.exclusive),
        SEEN_RESTRUCTURED(WEAK, "seen, then restructured %s", a -> a.seen, b -> b.restructures),
        SEEN_ANY_RESTRUCTURED(
                WEAK, "some components seen, then any restructured", a -> a.seesAny, b -> b.restructuresAny),
        SEEN_SPAWNED(WEAK, "entities seen, then spawned", a -> a.findsNew, b -> b.spawnedKinds),
        SEEN_DESTROYED(WEAK, "entities seen, then destroyed", a -> a.sees, b -> b.destroyedComponents),
        BOTH_RESTRUCTURE(WEAK, "both restructure %s", a -> a.restructures, b -> b.restructures),
        ANY_RESTRUCTURED_RESTRUCTURED(
                WEAK, "any component restructured, then some", a -> a.restructuresAny, b -> b.restructuresSome),
        RESTRUCTURED_ANY_RESTRUCTURED(
                WEAK, "some components restructured, then any", a -> a.restructuresSome, b -> b.restructuresAny),
        BOTH_RECORD(WEAK, "both record commands", a -> a.records, b -> b.records),
        RECEIVED_SENT(WEAK, "received, then sent %s", a -> a.receives, b -> b.sends),
        BOTH_SEND(WEAK, "both send %s", a -> a.sends, b -> b.sends);

        /**
         * The weak conflicts in which the order of the two systems has an effect, though they may run at the same time.
         */
        static final Set<Conflict> IN_ORDER =
                EnumSet.of(BOTH_RESTRUCTURE, ANY_RESTRUCTURED_RESTRUCTURED, RESTRUCTURED_ANY_RESTRUCTURED, BOTH_SEND);

        private static final Conflict[] ALL = values();

        final Dependency dependency;

        /** With a place for the names of the data that both use, if it names them. */
        private final String text;

        private final Function<Uses, Set<?>> ofFirst;
        private final Function<Uses, Set<?>> ofSecond;

        Conflict(Dependency dependency, String text, Function<Uses, Set<?>> ofFirst, Function<Uses, Set<?>> ofSecond) {
            this.dependency = dependency;
            this.text = text;
            this.ofFirst = ofFirst;
            this.ofSecond = ofSecond;
        }

        boolean namesData() {
            return text.contains("%s");
        }

        boolean isBetween(Uses first, Uses second) {
            return !Collections.disjoint(ofFirst.apply(first), ofSecond.apply(second));
        }

        /** The text with the data that both use, without columns whose whole components are among it. */
        String text(Uses first, Uses second) {
            if (!namesData()) {
                return text;
            }
            Set<Object> both = new HashSet<>(ofFirst.apply(first));
            both.retainAll(ofSecond.apply(second));
            return text.formatted(both.stream()
                    .filter(one -> !(one instanceof Column column && both.contains(column.component())))
                    .map(Access::shortName)
                    .sorted()
                    .collect(Collectors.joining(", ")));
        }
    }
}
