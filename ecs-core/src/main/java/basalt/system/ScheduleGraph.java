package basalt.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of a schedule's systems: which run at the same time, which before which, and why. Immutable, safe for all
 * threads.
 *
 * <p>Systems run in stages. Commands are applied between two stages, while no system runs. Within a stage a system
 * starts as soon as the systems that it waits for have ended. In a tick in which systems of a stage have different time
 * steps, they run in passes, each with one step, and commands are applied after each pass. A system is in the earliest
 * stage that its declarations allow. Commands take effect in the order in which the stage's systems were added. Of two
 * systems, the second one
 *
 * <ul>
 *   <li>is in a later stage, if it uses entities, components or events that the first one changes or sends by commands,
 *       or if one of them is exclusive. So it is if it waits for the first one and has a condition, a change query or
 *       a query with conditions on values, since these are evaluated when the stage begins;
 *   <li>starts when the first one has ended, if one writes data that the other one uses, if both spawn, or if both run
 *       on the world's thread;
 *   <li>is in the same stage or a later one, if it changes or sends by commands what the first one uses, or if both
 *       record commands or send events, since commands are applied in the order of the systems;
 *   <li>may be in any stage, if the two have nothing in common.
 * </ul>
 *
 * <p>The first system is the one that was added first, unless an explicit order, direct or by way of others, says
 * otherwise.
 */
public final class ScheduleGraph {
    private final List<SystemSpec> systems;
    private final SystemOrder order;
    private final int[] stageOf;
    private final int[][] stages;

    private ScheduleGraph(List<SystemSpec> systems, List<List<String>> chains) {
        this.systems = systems;
        this.order = new SystemOrder(systems, chains);
        this.stageOf = order.dependencies().layers();
        int count = Arrays.stream(stageOf).max().orElse(-1) + 1;
        int[] sorted = order.dependencies().sorted();
        this.stages = IntStream.range(0, count)
                .mapToObj(stage ->
                        Arrays.stream(sorted).filter(i -> stageOf[i] == stage).toArray())
                .toArray(int[][]::new);
    }

    /**
     * Computes the order.
     *
     * @param systems each at its index
     * @param chains names of systems or sets, each list in order
     * @throws IllegalArgumentException if names clash or belong to no system, or the order has a cycle
     */
    static ScheduleGraph of(List<SystemSpec> systems, List<List<String>> chains) {
        return new ScheduleGraph(List.copyOf(systems), chains);
    }

    /** All systems, each at its index. */
    List<SystemSpec> systems() {
        return systems;
    }

    int stageCount() {
        return stages.length;
    }

    /** The indices of a stage's systems, each after those that it waits for. A copy. */
    int[] stage(int stage) {
        return stages[stage].clone();
    }

    int stageOf(int system) {
        return stageOf[system];
    }

    /** Spawns of others that a system is not ordered against. */
    List<SystemOrder.UnorderedSpawns> ignoredSpawns(int system) {
        return order.ignoredSpawns(system, stageOf);
    }

    SystemOrder order() {
        return order;
    }

    /**
     * The names of the systems, stage by stage. Within a stage each system comes after those that it waits for, and
     * otherwise in the order in which they were added. A single worker runs them in this order.
     *
     * @return an unmodifiable list of unmodifiable lists, none of them empty
     */
    public List<List<String>> stages() {
        return Arrays.stream(stages)
                .map(stage -> Arrays.stream(stage).mapToObj(order::name).toList())
                .toList();
    }

    /**
     * The pairs of systems that conflict and that only the order of adding puts in order. The schedule keeps that
     * order. But it changes if the calls of {@code add} are reordered, so a bug can hide here. Computed at each call.
     *
     * <p>Pairs that use the same columns, components, events or resources come first. Then come those whose order only
     * decides which rows new entities get, or when entities appear and disappear, or that cannot run side by side.
     *
     * @return an unmodifiable list, each part in the order in which the systems were added
     */
    public List<ImplicitOrder> implicitOrder() {
        return List.copyOf(order.implicit());
    }

    /**
     * The pairs of systems whose order is fixed, with the reasons. Pairs whose order follows from that of others are
     * left out. Computed at each call.
     *
     * @return an unmodifiable list, in the order in which the systems were added
     */
    public List<SystemEdge> edges() {
        List<SystemEdge> edges = new ArrayList<>();
        DependencyGraph dependencies = order.dependencies().withoutImplied();
        for (int first = 0; first < dependencies.count(); first++) {
            BitSet followers = dependencies.followers(first);
            for (int second = followers.nextSetBit(0); second >= 0; second = followers.nextSetBit(second + 1)) {
                edges.add(new SystemEdge(
                        order.name(first),
                        order.name(second),
                        SystemEdge.Kind.of(dependencies.between(first, second)),
                        order.why(first, second)));
            }
        }
        return List.copyOf(edges);
    }

    /**
     * What a system has declared: its access, order and conditions, and the components that select its rows besides.
     *
     * @param system its name
     * @return one line, as {@link #toString()} shows it; empty if it has declared nothing
     * @throws IllegalArgumentException if there is no such system
     */
    public String declarations(String system) {
        return GraphText.printable(systems.get(index(system)).declarations());
    }

    /** The index of a system. */
    int index(String system) {
        for (SystemSpec spec : systems) {
            if (spec.name().equals(system)) {
                return spec.index();
            }
        }
        throw new IllegalArgumentException("no system of the schedule is called \"" + system + "\"; there are "
                + systems.stream().map(SystemSpec::name).toList());
    }

    /**
     * The stages with their systems and options, and each ordered pair with its reasons. Pairs whose order follows from
     * that of others are left out. The same systems give the same text.
     *
     * @return many lines, each terminated by a line feed
     */
    @Override
    public String toString() {
        return GraphText.plain(this);
    }

    /**
     * The graph for Graphviz: a cluster for each stage. A bold edge leads from a system to those that must be in a
     * later stage, a solid edge to those that start when it has ended, a dashed edge to those whose commands are
     * applied later. Edges carry the reasons. Edges that follow from others are left out.
     *
     * @return many lines in the DOT language, each terminated by a line feed
     */
    public String toDot() {
        return GraphText.dot(this);
    }
}
