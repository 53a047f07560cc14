package basalt.system;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Why one system has to run before another: each conflict is something that the first one does, and something that the
 * second one does with the same thing.
 *
 * <p>What a system records in commands is applied after its stage. So a system that is to see it stands in a later
 * stage, and one that is not to see it yet may stand in the same one.
 */
enum Conflict {
    WRITTEN_READ(Link.ORDERED, "written, then read", Names.VALUES, first -> first.writes, second -> second.reads),
    WRITTEN_WRITTEN(Link.ORDERED, "both write", Names.VALUES, first -> first.writes, second -> second.writes),
    READ_WRITTEN(Link.ORDERED, "read, then written", Names.VALUES, first -> first.reads, second -> second.writes),
    RESOURCE_WRITTEN_READ(
            Link.ORDERED,
            "resource written, then read",
            Names.RESOURCES,
            first -> first.writesResource,
            second -> second.readsResource),
    RESOURCE_WRITTEN_WRITTEN(
            Link.ORDERED,
            "both write resource",
            Names.RESOURCES,
            first -> first.writesResource,
            second -> second.writesResource),
    RESOURCE_READ_WRITTEN(
            Link.ORDERED,
            "resource read, then written",
            Names.RESOURCES,
            first -> first.readsResource,
            second -> second.writesResource),
    CHANGED_SEEN(Link.BARRIER, "changed, then seen", Names.COMPONENTS, first -> first.changes, second -> second.seen),
    ANY_CHANGED_SEEN(
            Link.BARRIER,
            "any component changed, then some seen",
            Names.NONE,
            first -> first.changesAny,
            second -> second.seesAny),
    SPAWNED_SEEN(
            Link.BARRIER, "entities spawned, then seen", Names.NONE, first -> first.births, second -> second.findsNew),
    DESTROYED_SEEN(
            Link.BARRIER, "entities destroyed, then seen", Names.NONE, first -> first.deaths, second -> second.sees),
    DESTROYED_SPAWNED(
            Link.BARRIER,
            "entities destroyed, then spawned in their rows",
            Names.NONE,
            first -> first.destroys,
            second -> second.spawns),
    BOTH_SPAWN(Link.ORDERED, "both spawn", Names.NONE, first -> first.spawns, second -> second.spawns),
    BOTH_ON_WORLD_THREAD(
            Link.ORDERED,
            "both run on the world's thread",
            Names.NONE,
            first -> first.worldThread,
            second -> second.worldThread),
    SENT_RECEIVED(
            Link.BARRIER, "sent, then received", Names.COMPONENTS, first -> first.sends, second -> second.receives),
    FIRST_EXCLUSIVE(
            Link.BARRIER, "the first one is exclusive", Names.NONE, first -> first.exclusive, second -> second.any()),
    SECOND_EXCLUSIVE(
            Link.BARRIER, "the second one is exclusive", Names.NONE, first -> first.any(), second -> second.exclusive),

    SEEN_CHANGED(Link.WEAK, "seen, then changed", Names.COMPONENTS, first -> first.seen, second -> second.changes),
    SEEN_ANY_CHANGED(
            Link.WEAK,
            "some components seen, then any changed",
            Names.NONE,
            first -> first.seesAny,
            second -> second.changesAny),
    SEEN_SPAWNED(
            Link.WEAK, "entities seen, then spawned", Names.NONE, first -> first.findsNew, second -> second.births),
    SEEN_DESTROYED(
            Link.WEAK, "entities seen, then destroyed", Names.NONE, first -> first.sees, second -> second.deaths),
    BOTH_CHANGE(Link.WEAK, "both change", Names.COMPONENTS, first -> first.changes, second -> second.changes),
    ANY_CHANGED_CHANGED(
            Link.WEAK,
            "any component changed, then some",
            Names.NONE,
            first -> first.changesAny,
            second -> second.changesSome),
    CHANGED_ANY_CHANGED(
            Link.WEAK,
            "some components changed, then any",
            Names.NONE,
            first -> first.changesSome,
            second -> second.changesAny),
    BOTH_RECORD(Link.WEAK, "both record commands", Names.NONE, first -> first.records, second -> second.records),
    RECEIVED_SENT(Link.WEAK, "received, then sent", Names.COMPONENTS, first -> first.receives, second -> second.sends),
    BOTH_SEND(Link.WEAK, "both send", Names.COMPONENTS, first -> first.sends, second -> second.sends);

    /** Of what kind the bits are. */
    enum Names {
        VALUES,
        COMPONENTS,
        RESOURCES,
        NONE
    }

    private static final List<List<Conflict>> OF_LINK =
            Stream.of(Link.values()).map(Conflict::thatDemand).toList();

    /** The weak ones in which it shows which system comes first, though they may run at the same time. */
    static final List<Conflict> IN_ORDER = List.of(BOTH_CHANGE, ANY_CHANGED_CHANGED, CHANGED_ANY_CHANGED, BOTH_SEND);

    private final Link link;
    private final String text;
    private final Names names;
    private final Function<Footprint, BitSet> ofFirst;
    private final Function<Footprint, BitSet> ofSecond;

    Conflict(
            Link link,
            String text,
            Names names,
            Function<Footprint, BitSet> ofFirst,
            Function<Footprint, BitSet> ofSecond) {
        this.link = link;
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
        return link == Link.WEAK;
    }

    boolean isBetween(Footprint first, Footprint second) {
        return ofFirst.apply(first).intersects(ofSecond.apply(second));
    }

    /** What both have to do with. */
    BitSet between(Footprint first, Footprint second) {
        BitSet both = (BitSet) ofFirst.apply(first).clone();
        both.and(ofSecond.apply(second));
        return both;
    }

    /** All that demand exactly this. */
    static List<Conflict> of(Link link) {
        return OF_LINK.get(link.ordinal());
    }

    private static List<Conflict> thatDemand(Link link) {
        return Stream.of(values()).filter(conflict -> conflict.link == link).toList();
    }
}
