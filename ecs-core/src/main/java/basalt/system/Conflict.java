package basalt.system;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A reason for one system to run before another: the first one does something, and the second one does something with
 * the same data.
 *
 * <p>Commands are applied after their stage. So a system that must see their effect is in a later stage, and a system
 * that must not see it yet may be in the same stage.
 */
enum Conflict {
    WRITTEN_READ(Dependency.ORDERED, "written, then read", Names.VALUES, first -> first.writes, second -> second.reads),
    WRITTEN_WRITTEN(Dependency.ORDERED, "both write", Names.VALUES, first -> first.writes, second -> second.writes),
    READ_WRITTEN(Dependency.ORDERED, "read, then written", Names.VALUES, first -> first.reads, second -> second.writes),
    RESOURCE_WRITTEN_READ(
            Dependency.ORDERED,
            "resource written, then read",
            Names.RESOURCES,
            first -> first.writesResource,
            second -> second.readsResource),
    RESOURCE_WRITTEN_WRITTEN(
            Dependency.ORDERED,
            "both write resource",
            Names.RESOURCES,
            first -> first.writesResource,
            second -> second.writesResource),
    RESOURCE_READ_WRITTEN(
            Dependency.ORDERED,
            "resource read, then written",
            Names.RESOURCES,
            first -> first.readsResource,
            second -> second.writesResource),
    RESTRUCTURED_SEEN(
            Dependency.BARRIER,
            "restructured, then seen",
            Names.COMPONENTS,
            first -> first.restructures,
            second -> second.seen),
    ANY_RESTRUCTURED_SEEN(
            Dependency.BARRIER,
            "any component restructured, then some seen",
            Names.NONE,
            first -> first.restructuresAny,
            second -> second.seesAny),
    SPAWNED_SEEN(
            Dependency.BARRIER,
            "entities spawned, then seen",
            Names.NONE,
            first -> first.spawnedKinds,
            second -> second.findsNew),
    DESTROYED_SEEN(
            Dependency.BARRIER,
            "entities destroyed, then seen",
            Names.NONE,
            first -> first.destroyedComponents,
            second -> second.sees),
    DESTROYED_SPAWNED(
            Dependency.BARRIER,
            "entities destroyed, then spawned in their rows",
            Names.NONE,
            first -> first.destroys,
            second -> second.spawns),
    BOTH_SPAWN(Dependency.ORDERED, "both spawn", Names.NONE, first -> first.spawns, second -> second.spawns),
    BOTH_ON_WORLD_THREAD(
            Dependency.ORDERED,
            "both run on the world's thread",
            Names.NONE,
            first -> first.worldThread,
            second -> second.worldThread),
    SENT_RECEIVED(
            Dependency.BARRIER,
            "sent, then received",
            Names.COMPONENTS,
            first -> first.sends,
            second -> second.receives),
    FIRST_EXCLUSIVE(
            Dependency.BARRIER,
            "the first one is exclusive",
            Names.NONE,
            first -> first.exclusive,
            second -> second.any()),
    SECOND_EXCLUSIVE(
            Dependency.BARRIER,
            "the second one is exclusive",
            Names.NONE,
            first -> first.any(),
            second -> second.exclusive),

    SEEN_RESTRUCTURED(
            Dependency.WEAK,
            "seen, then restructured",
            Names.COMPONENTS,
            first -> first.seen,
            second -> second.restructures),
    SEEN_ANY_RESTRUCTURED(
            Dependency.WEAK,
            "some components seen, then any restructured",
            Names.NONE,
            first -> first.seesAny,
            second -> second.restructuresAny),
    SEEN_SPAWNED(
            Dependency.WEAK,
            "entities seen, then spawned",
            Names.NONE,
            first -> first.findsNew,
            second -> second.spawnedKinds),
    SEEN_DESTROYED(
            Dependency.WEAK,
            "entities seen, then destroyed",
            Names.NONE,
            first -> first.sees,
            second -> second.destroyedComponents),
    BOTH_RESTRUCTURE(
            Dependency.WEAK,
            "both restructure",
            Names.COMPONENTS,
            first -> first.restructures,
            second -> second.restructures),
    ANY_RESTRUCTURED_RESTRUCTURED(
            Dependency.WEAK,
            "any component restructured, then some",
            Names.NONE,
            first -> first.restructuresAny,
            second -> second.restructuresSome),
    RESTRUCTURED_ANY_RESTRUCTURED(
            Dependency.WEAK,
            "some components restructured, then any",
            Names.NONE,
            first -> first.restructuresSome,
            second -> second.restructuresAny),
    BOTH_RECORD(Dependency.WEAK, "both record commands", Names.NONE, first -> first.records, second -> second.records),
    RECEIVED_SENT(
            Dependency.WEAK, "received, then sent", Names.COMPONENTS, first -> first.receives, second -> second.sends),
    BOTH_SEND(Dependency.WEAK, "both send", Names.COMPONENTS, first -> first.sends, second -> second.sends);

    /** The meaning of the bits. */
    enum Names {
        VALUES,
        COMPONENTS,
        RESOURCES,
        NONE
    }

    private static final List<List<Conflict>> BY_DEPENDENCY =
            Stream.of(Dependency.values()).map(Conflict::thatDemand).toList();

    /** The weak conflicts in which the order of the two systems has an effect, though they may run at the same time. */
    static final List<Conflict> IN_ORDER =
            List.of(BOTH_RESTRUCTURE, ANY_RESTRUCTURED_RESTRUCTURED, RESTRUCTURED_ANY_RESTRUCTURED, BOTH_SEND);

    private final Dependency dependency;
    private final String text;
    private final Names names;
    private final Function<AccessBits, BitSet> ofFirst;
    private final Function<AccessBits, BitSet> ofSecond;

    Conflict(
            Dependency dependency,
            String text,
            Names names,
            Function<AccessBits, BitSet> ofFirst,
            Function<AccessBits, BitSet> ofSecond) {
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

    boolean isBetween(AccessBits first, AccessBits second) {
        return ofFirst.apply(first).intersects(ofSecond.apply(second));
    }

    /** The data that both use. */
    BitSet between(AccessBits first, AccessBits second) {
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
