package basalt.system;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of a schedule's systems: which run at the same time, which before which, and why. Immutable, safe for all
 * threads.
 *
 * <p>Systems run in waves; those of one wave may run at the same time. A system stands in the earliest wave that what
 * it declares allows, and systems stand within a wave in the order in which they were added. Of two systems
 *
 * <ul>
 *   <li>that must not run at the same time, since one writes what the other one uses, one is to see entities,
 *       components or events that the other one changes or sends, both spawn, or one is exclusive, the second one
 *       stands in a later wave;
 *   <li>of which the second one records or sends what the first one must not see yet, or which both record commands or
 *       send events, the second one stands in the same wave or a later one, since commands are applied after the wave
 *       in the order of the systems;
 *   <li>that have nothing to do with each other, either may stand first.
 * </ul>
 *
 * <p>The first one is the one that was added first, unless an explicit order, direct or by way of others, says
 * otherwise.
 */
public final class ScheduleGraph {
    private final List<SystemSpec> systems;
    private final SystemOrder order;
    private final int[] waveOf;
    private final int[][] waves;

    private ScheduleGraph(List<SystemSpec> systems, List<List<String>> chains) {
        this.systems = systems;
        this.order = new SystemOrder(systems, chains);
        this.waveOf = order.precedence().layers();
        int count = Arrays.stream(waveOf).max().orElse(-1) + 1;
        this.waves = IntStream.range(0, count).mapToObj(this::membersOf).toArray(int[][]::new);
    }

    private int[] membersOf(int wave) {
        return IntStream.range(0, waveOf.length).filter(i -> waveOf[i] == wave).toArray();
    }

    /**
     * Works out the order.
     *
     * @param systems each at its index
     * @param chains names of systems or sets, each list in order
     * @throws IllegalArgumentException if names clash or are nobody's, or the order has a cycle
     */
    static ScheduleGraph of(List<SystemSpec> systems, List<List<String>> chains) {
        return new ScheduleGraph(List.copyOf(systems), chains);
    }

    /** All systems, each at its index. */
    List<SystemSpec> systems() {
        return systems;
    }

    int waveCount() {
        return waves.length;
    }

    /** The indices of a wave's systems, in ascending order; the caller's own. */
    int[] wave(int wave) {
        return waves[wave].clone();
    }

    int waveOf(int system) {
        return waveOf[system];
    }

    SystemOrder order() {
        return order;
    }

    /**
     * The names of the systems, wave by wave.
     *
     * @return an unmodifiable list of unmodifiable lists, none of them empty
     */
    public List<List<String>> waves() {
        return Arrays.stream(waves)
                .map(wave -> Arrays.stream(wave).mapToObj(order::name).toList())
                .toList();
    }

    /**
     * The pairs of systems whose order makes a difference and follows from nothing but the order in which they were added. It is
     * kept, so there are no pairs whose order is open. But it changes with the place of a line of code, so a bug can hide here.
     * Worked out at each call.
     *
     * @return an unmodifiable list, in the order in which the systems were added
     */
    public List<ImplicitOrder> implicitOrder() {
        return List.copyOf(order.implicit());
    }

    /**
     * The waves with their systems and what was said of these, and each pair that is kept in order, with the reasons.
     * The same systems give the same text.
     *
     * @return many lines, each with a line feed behind it
     */
    @Override
    public String toString() {
        return GraphText.plain(this);
    }

    /**
     * The graph for Graphviz: a cluster for each wave, a solid edge from each system to those that must stand in a
     * later wave, a dashed one to those that may also stand in the same wave, with the reasons. Edges that follow from
     * others are left out.
     *
     * @return many lines in the DOT language, each with a line feed behind it
     */
    public String toDot() {
        return GraphText.dot(this);
    }
}
