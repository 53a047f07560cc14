package basalt.system;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of a schedule's systems: which run at the same time, which before which, and why. Immutable, safe for all
 * threads.
 *
 * <p>Systems run in stages. What systems record in commands is applied between two stages, so there no system works;
 * within a stage a system starts as soon as those have ended that it waits for. In a tick in which systems of a stage
 * are told different time steps, they run in passes, each with one step, and commands are applied after each pass. A
 * system stands in the earliest stage that what it declares allows, and what it records takes effect in the order in
 * which the stage's systems were added. Of two systems
 *
 * <ul>
 *   <li>of which the second one is to see entities, components or events that the first one changes or sends by
 *       commands, or of which one is exclusive, the second one stands in a later stage; also if the second one has a
 *       condition or a query for changes and would have to wait for the first one: both are looked at where the stage
 *       begins;
 *   <li>of which one writes what the other one uses, or which both spawn, or both run on the world's thread, the second
 *       one starts when the first one has ended;
 *   <li>of which the second one records or sends what the first one must not see yet, or which both record commands or
 *       send events, the second one stands in the same stage or a later one, since commands are applied in the order of
 *       the systems;
 *   <li>that have nothing to do with each other, either may stand first.
 * </ul>
 *
 * <p>The first one is the one that was added first, unless an explicit order, direct or by way of others, says
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
     * Works out the order.
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

    /** The indices of a stage's systems, each behind those that it waits for; the caller's own. */
    int[] stage(int stage) {
        return stages[stage].clone();
    }

    int stageOf(int system) {
        return stageOf[system];
    }

    /** What others make and a system is taken not to look at. */
    List<UnorderedSpawns> ignoredSpawns(int system) {
        return order.ignoredSpawns(system, stageOf);
    }

    SystemOrder order() {
        return order;
    }

    /**
     * The names of the systems, stage by stage; in a stage each behind those that it waits for, and otherwise in the
     * order in which they were added. That is the order in which a single worker runs them.
     *
     * @return an unmodifiable list of unmodifiable lists, none of them empty
     */
    public List<List<String>> stages() {
        return Arrays.stream(stages)
                .map(stage -> Arrays.stream(stage).mapToObj(order::name).toList())
                .toList();
    }

    /**
     * The pairs of systems whose order makes a difference and follows from nothing but the order in which they were
     * added. It is kept, so there are no pairs whose order is open. But it changes with the place of a line of code, so
     * a bug can hide here. Worked out at each call.
     *
     * @return an unmodifiable list, in the order in which the systems were added
     */
    public List<ImplicitOrder> implicitOrder() {
        return List.copyOf(order.implicit());
    }

    /**
     * The stages with their systems and what was said of these, and each pair that is kept in order, with the reasons.
     * Pairs whose order follows from that of others are left out. The same systems give the same text.
     *
     * @return many lines, each with a line feed behind it
     */
    @Override
    public String toString() {
        return GraphText.plain(this);
    }

    /**
     * The graph for Graphviz: a cluster for each stage, a bold edge from each system to those that must stand in a
     * later stage, a solid one to those that start when it has ended, a dashed one to those whose commands are applied
     * later, with the reasons. Edges that follow from others are left out.
     *
     * @return many lines in the DOT language, each with a line feed behind it
     */
    public String toDot() {
        return GraphText.dot(this);
    }
}
