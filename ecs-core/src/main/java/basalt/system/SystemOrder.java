package basalt.system;

import basalt.system.DependencyGraph.Dependency;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The order of a schedule's systems, and the reasons.
 *
 * <p>An explicit order, direct or by way of others, goes first. Without one, two systems that conflict run in the order
 * in which they were declared.
 */
final class SystemOrder {
    private final List<SystemSpec> systems;
    private final Conflicts conflicts;
    private final ExplicitOrder explicit;
    private final BitSet[] explicitlyAfter;
    private final DependencyGraph dependencies;

    /** Computes the order. */
    SystemOrder(List<SystemSpec> systems, List<List<String>> chains) {
        this.systems = systems;
        this.conflicts = new Conflicts(systems);
        this.explicit = new ExplicitOrder(systems, chains);
        rejectCycle(explicit.direct());
        this.explicitlyAfter = explicit.direct().reachable();
        this.dependencies = new DependencyGraph(systems.size());
        for (int i = 0; i < systems.size(); i++) {
            for (int j = i + 1; j < systems.size(); j++) {
                if (explicitlyAfter[j].get(i)) {
                    dependencies.add(j, i, demanded(j, i));
                } else {
                    dependencies.add(i, j, demanded(i, j));
                }
            }
        }
        rejectCycle(dependencies);
    }

    /**
     * The dependency of the second system, which runs after the first. An explicit order after a system that records
     * commands is a barrier, since only then its commands are applied. A system that acts where its stage begins needs
     * a later stage too.
     */
    private Dependency demanded(int first, int second) {
        Dependency dependency = explicit.direct().between(first, second).or(conflicts.between(first, second));
        boolean hasEffectsLater = explicit.direct().between(first, second) != Dependency.NONE
                && systems.get(first).records();
        boolean beginsEarlier =
                dependency == Dependency.ORDERED && systems.get(second).beginsWithItsStage();
        return hasEffectsLater || beginsEarlier ? Dependency.BARRIER : dependency;
    }

    /**
     * The kinds of entities that a system is assumed not to look at, and that others spawn where it would miss them or
     * find them too early.
     */
    List<UnorderedSpawns> ignoredSpawns(int system, int[] stageOf) {
        List<UnorderedSpawns> ignored = new ArrayList<>();
        for (int maker = 0; maker < systems.size(); maker++) {
            boolean isBefore = isFirst(maker, system);
            boolean isInOrder = isBefore ? stageOf[maker] < stageOf[system] : stageOf[maker] >= stageOf[system];
            if (maker != system && !isInOrder) {
                for (BitSet kind : conflicts.passedOver(systems.get(system), maker)) {
                    ignored.add(new UnorderedSpawns(name(maker), isBefore, kind));
                }
            }
        }
        return ignored;
    }

    private boolean isFirst(int one, int other) {
        return explicitlyAfter[one].get(other) || one < other && !explicitlyAfter[other].get(one);
    }

    private void rejectCycle(DependencyGraph order) {
        int[] cycle = order.cycle();
        if (cycle.length == 0) {
            return;
        }
        StringBuilder text =
                new StringBuilder("the order of systems must not have a cycle; drop or turn one of these:");
        for (int i = 0; i < cycle.length; i++) {
            int first = cycle[i];
            int second = cycle[(i + 1) % cycle.length];
            text.append("\n  \"").append(name(first)).append("\" before \"").append(name(second));
            text.append("\": ").append(why(first, second));
        }
        throw new IllegalArgumentException(text.toString());
    }

    /** The dependencies between all systems. The graph has no cycle. */
    DependencyGraph dependencies() {
        return dependencies;
    }

    String name(int index) {
        return systems.get(index).name();
    }

    /** The reasons why the first system runs before the second: the explicit order, and the data that both use. */
    String why(int first, int second) {
        List<String> why = new ArrayList<>(explicit.why(first, second));
        boolean isSaid = !why.isEmpty();
        why.addAll(conflicts.why(first, second));
        if (!isSaid) {
            why.add(
                    explicitlyAfter[first].get(second)
                            ? "follows from explicit orders through other systems"
                            : "added first");
        }
        return String.join("; ", why);
    }

    /**
     * The pairs that conflict and that only the order of adding puts in order, by index: first those that use the same
     * data.
     */
    List<ImplicitOrder> implicit() {
        List<ImplicitOrder> implicit = new ArrayList<>();
        List<ImplicitOrder> others = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            for (int j = i + 1; j < systems.size(); j++) {
                boolean isAsked = explicitlyAfter[i].get(j) || explicitlyAfter[j].get(i);
                if (!isAsked && conflicts.isOrderSeen(i, j)) {
                    (conflicts.usesSameData(i, j) ? implicit : others)
                            .add(new ImplicitOrder(name(i), name(j), String.join("; ", conflicts.why(i, j))));
                }
            }
        }
        implicit.addAll(others);
        return implicit;
    }

    /**
     * Spawns that a system is not ordered against, since its declarations say that it does not look at these entities.
     *
     * @param system the name of the system that spawns them
     * @param isBefore whether the spawning system runs first
     * @param kind the ids of all components of the entities
     */
    record UnorderedSpawns(String system, boolean isBefore, BitSet kind) {}
}
