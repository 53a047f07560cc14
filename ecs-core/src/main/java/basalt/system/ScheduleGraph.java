package basalt.system;

import basalt.system.DependencyGraph.Dependency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
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
 * <p>Systems with {@link RunCondition#eachFrame()} are in stages of their own, after those of the tick.
 *
 * <p>The first system is the one that was added first, unless an explicit order, direct or by way of others, says
 * otherwise.
 */
public final class ScheduleGraph {
    private final List<SystemSpec> systems;
    private final Conflicts conflicts;
    private final Order.Explicit explicit;
    private final DependencyGraph explicitPaths;
    private final DependencyGraph dependencies;
    private final int[] stageOf;
    private final int[][] stages;

    /** Whether each system has a stage of its own. */
    private final boolean isSerial;

    private ScheduleGraph(List<SystemSpec> systems, Set<String> sets, List<List<String>> chains, boolean isSerial) {
        this.systems = systems;
        this.isSerial = isSerial;
        this.conflicts = new Conflicts(systems);
        this.explicit = new Order.Explicit(systems, sets, chains);
        rejectCycle(explicit.direct());
        this.explicitPaths = explicit.direct().paths();
        this.dependencies = new DependencyGraph(systems.size());
        for (int i = 0; i < systems.size(); i++) {
            for (int j = i + 1; j < systems.size(); j++) {
                if (isFirst(j, i)) {
                    dependencies.add(j, i, demanded(j, i));
                } else {
                    dependencies.add(i, j, demanded(i, j));
                }
            }
        }
        rejectCycle(dependencies);
        this.stageOf = dependencies.layers();
        int count = Arrays.stream(stageOf).max().orElse(-1) + 1;
        int[] sorted = dependencies.sorted();
        this.stages = IntStream.range(0, count)
                .mapToObj(stage ->
                        Arrays.stream(sorted).filter(i -> stageOf[i] == stage).toArray())
                .toArray(int[][]::new);
    }

    /** Computes the order of systems, each at its index. Throws if names clash or miss, or the order has a cycle. */
    static ScheduleGraph of(List<SystemSpec> systems, Set<String> sets, List<List<String>> chains) {
        return new ScheduleGraph(List.copyOf(systems), sets, chains, false);
    }

    /** As {@link #of}, but with one system after the other, whatever they use. */
    static ScheduleGraph serial(List<SystemSpec> systems, Set<String> sets, List<List<String>> chains) {
        return new ScheduleGraph(List.copyOf(systems), sets, chains, true);
    }

    /** All systems, each at its index. */
    List<SystemSpec> systems() {
        return systems;
    }

    int stageCount() {
        return stages.length;
    }

    /** The number of stages that a tick runs. The systems of the others run in frames. */
    int tickStageCount() {
        return (int) IntStream.range(0, stages.length)
                .filter(stage -> !isOfFrames(stage))
                .count();
    }

    private boolean isOfFrames(int stage) {
        return systems.get(stages[stage][0]).isEachFrame();
    }

    /** The indices of a stage's systems, each after those that it waits for. A copy. */
    int[] stage(int stage) {
        return stages[stage].clone();
    }

    int stageOf(int system) {
        return stageOf[system];
    }

    /** The dependencies between all systems. The graph has no cycle. */
    DependencyGraph dependencies() {
        return dependencies;
    }

    private String name(int index) {
        return systems.get(index).name();
    }

    /**
     * The dependency of the second system, which runs after the first. An explicit order after a system that records
     * commands is a barrier, since only then its commands are applied. A system that acts where its stage begins needs
     * a later stage too. Systems of frames come after all systems of the tick.
     */
    private Dependency demanded(int first, int second) {
        if (isSerial || isFrameAfterTick(first, second)) {
            return Dependency.BARRIER;
        }
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
    List<UnorderedSpawns> ignoredSpawns(int system) {
        List<UnorderedSpawns> ignored = new ArrayList<>();
        for (int maker = 0; maker < systems.size(); maker++) {
            boolean isBefore = isFirst(maker, system);
            boolean isInOrder = isBefore ? stageOf[maker] < stageOf[system] : stageOf[maker] >= stageOf[system];
            if (maker != system && !isInOrder) {
                for (BitSet kind : conflicts.passedOver(systems.get(system), systems.get(maker))) {
                    ignored.add(new UnorderedSpawns(name(maker), isBefore, kind));
                }
            }
        }
        return ignored;
    }

    private boolean isExplicit(int first, int second) {
        return explicitPaths.between(first, second) != Dependency.NONE;
    }

    private boolean isFirst(int one, int other) {
        if (isFrameAfterTick(other, one)) {
            rejectFrameBeforeTick(one, other);
            return false;
        }
        return isFrameAfterTick(one, other) || isExplicit(one, other) || one < other && !isExplicit(other, one);
    }

    /** Whether the first one is a system of the tick, and the second one of frames. */
    private boolean isFrameAfterTick(int first, int second) {
        return !systems.get(first).isEachFrame() && systems.get(second).isEachFrame();
    }

    private void rejectFrameBeforeTick(int frame, int tick) {
        if (isExplicit(frame, tick)) {
            throw new IllegalArgumentException("system \"" + name(frame) + "\" runs each frame, after the ticks, and"
                    + " cannot be before \"" + name(tick) + "\", a system of the tick: "
                    + String.join("; ", explicit.why(frame, tick)));
        }
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

    /** The reasons why the first system runs before the second: the explicit order, and the data that both use. */
    String why(int first, int second) {
        List<String> why = new ArrayList<>(explicit.why(first, second));
        boolean isSaid = !why.isEmpty();
        why.addAll(conflicts.why(first, second));
        if (!isSaid) {
            why.add(
                    isFrameAfterTick(first, second)
                            ? "runs each frame"
                            : isExplicit(first, second)
                                    ? "follows from explicit orders through other systems"
                                    : "added first");
        }
        return String.join("; ", why);
    }

    /**
     * {@return the names of the systems, stage by stage} Within a stage each system comes after those that it waits
     * for, and otherwise in the order in which they were added. A single worker runs them in this order.
     */
    public List<List<String>> stages() {
        return Arrays.stream(stages)
                .map(stage -> Arrays.stream(stage).mapToObj(this::name).toList())
                .toList();
    }

    /**
     * {@return the pairs of systems that conflict and that only the order of adding puts in order} The schedule keeps
     * that order. But it changes if the calls of {@code add} are reordered, so a bug can hide here. Computed at each
     * call.
     *
     * <p>Pairs that use the same columns, components, events or resources come first. Then come those whose order only
     * decides which rows new entities get, or when entities appear and disappear, or that cannot run side by side.
     */
    public List<ImplicitOrder> implicitOrder() {
        List<ImplicitOrder> implicit = new ArrayList<>();
        List<ImplicitOrder> others = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            for (int j = i + 1; j < systems.size(); j++) {
                boolean isAsked =
                        isExplicit(i, j) || isExplicit(j, i) || isFrameAfterTick(i, j) || isFrameAfterTick(j, i);
                if (!isAsked && conflicts.isOrderSeen(i, j)) {
                    (conflicts.usesSameData(i, j) ? implicit : others)
                            .add(new ImplicitOrder(name(i), name(j), String.join("; ", conflicts.why(i, j))));
                }
            }
        }
        implicit.addAll(others);
        return List.copyOf(implicit);
    }

    /**
     * {@return the pairs of systems whose order is fixed, with the reasons} Pairs whose order follows from that of
     * others are left out. Computed at each call.
     */
    public List<SystemEdge> edges() {
        List<SystemEdge> edges = new ArrayList<>();
        DependencyGraph direct = dependencies.withoutImplied();
        for (int first = 0; first < direct.count(); first++) {
            for (int second : direct.followers(first)) {
                edges.add(new SystemEdge(
                        name(first),
                        name(second),
                        SystemEdge.Kind.of(direct.between(first, second)),
                        why(first, second)));
            }
        }
        return List.copyOf(edges);
    }

    /**
     * {@return what a system has declared, in one line: its access, order and conditions, and the components that
     * select its rows besides; empty if it has declared nothing}
     *
     * @throws IllegalArgumentException if there is no such system
     */
    public String declarations(String system) {
        return printable(systems.get(index(system)).declarations());
    }

    /** The index of a system. */
    int index(String system) {
        for (SystemSpec spec : systems) {
            if (spec.name().equals(system)) {
                return spec.index();
            }
        }
        throw noSuchSystem(system);
    }

    /** The indices of a system, or of the systems of a set. */
    BitSet named(String name) {
        BitSet named = explicit.named(name);
        if (named == null) {
            throw noSuchSystem(name);
        }
        return named;
    }

    private IllegalArgumentException noSuchSystem(String name) {
        return new IllegalArgumentException("no system of the schedule is called \"" + name + "\"; there are "
                + systems.stream().map(SystemSpec::name).toList());
    }

    /**
     * {@return the stages with their systems and options, and each ordered pair with its reasons} Pairs whose order
     * follows from that of others are left out. The same systems give the same text.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int stage = 0; stage < stages.length; stage++) {
            text.append("stage ").append(stage).append(isOfFrames(stage) ? ", each frame\n" : "\n");
            for (int system : stages[stage]) {
                SystemSpec spec = systems.get(system);
                String declarations = spec.declarations();
                text.append("  ").append(printable(spec.name()));
                text.append(declarations.isEmpty() ? "" : ": " + printable(declarations));
                text.append('\n');
            }
        }
        text.append(
                "order (=> in a later stage, -> starts when the first has ended, ~> its commands are applied later)\n");
        for (SystemEdge edge : edges()) {
            text.append("  ").append(printable(edge.first())).append(edge.kind().arrow);
            text.append(printable(edge.second()))
                    .append(": ")
                    .append(printable(edge.why()))
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * {@return the graph for Graphviz: a cluster for each stage} A bold edge leads from a system to those that must be
     * in a later stage, a solid edge to those that start when it has ended, a dashed edge to those whose commands are
     * applied later. Edges carry the reasons. Edges that follow from others are left out.
     */
    public String toDot() {
        StringBuilder text = new StringBuilder("digraph schedule {\n  rankdir=LR;\n  node [shape=box];\n");
        for (int stage = 0; stage < stages.length; stage++) {
            text.append("  subgraph cluster_").append(stage).append(" {\n    label=\"stage ");
            text.append(stage).append("\";\n");
            for (int system : stages[stage]) {
                text.append("    s").append(system).append(" [label=");
                String assumed = systems.get(system).access().assumed();
                text.append('"').append(escaped(name(system)));
                text.append(assumed.isEmpty() ? "" : "\\n" + escaped(assumed)).append("\"];\n");
            }
            text.append("  }\n");
        }
        for (SystemEdge edge : edges()) {
            text.append("  s").append(index(edge.first())).append(" -> s").append(index(edge.second()));
            text.append(" [label=").append(quoted(edge.why())).append(edge.kind().style);
        }
        return text.append("}\n").toString();
    }

    /** A text without control characters. */
    static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    private static String escaped(String text) {
        return printable(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /**
     * Spawns that a system is not ordered against, since its declarations say that it does not look at entities of this
     * kind, by ids. The spawning system runs before it or after it.
     */
    record UnorderedSpawns(String system, boolean isBefore, BitSet kind) {}

    /**
     * Two systems of which the second one waits for the first one, or takes effect after it.
     *
     * @param first the name of the first system
     * @param second the name of the second system
     * @param kind what the second one waits for
     * @param why the data that both use, or the order that was stated
     */
    public record SystemEdge(String first, String second, Kind kind, String why) {
        /** What a system waits for. */
        public enum Kind {
            /** For the next stage, when the commands of the first system were applied. */
            LATER_STAGE("later stage", " => ", ", style=bold];\n"),
            /** For the end of the first system. */
            AFTER("after", " -> ", "];\n"),
            /** For nothing, but its commands are applied after those of the first system. */
            COMMANDS_AFTER("commands after", " ~> ", ", style=dashed];\n");

            private final String text;
            private final String arrow;

            /** The end of an edge in the DOT language. */
            private final String style;

            Kind(String text, String arrow, String style) {
                this.text = text;
                this.arrow = arrow;
                this.style = style;
            }

            /** The kind that a dependency means. */
            static Kind of(Dependency dependency) {
                return dependency == Dependency.BARRIER
                        ? LATER_STAGE
                        : dependency == Dependency.ORDERED ? AFTER : COMMANDS_AFTER;
            }

            /** {@return "later stage", "after" or "commands after"} */
            @Override
            public String toString() {
                return text;
            }
        }
    }

    /**
     * Two systems that conflict, and whose order no {@link Order} and no {@linkplain ScheduleBuilder#chain chain}
     * states. They take effect in the order in which they were added. If the order is intended, state it by {@link
     * Order#before}, {@link Order#after} or a chain.
     *
     * @param first the name of the system that was added first
     * @param second the name of the other system
     * @param why the data that both use
     */
    public record ImplicitOrder(String first, String second, String why) {
        /** The pair and the reason. */
        @Override
        public String toString() {
            return "\"" + first + "\" before \"" + second + "\", as the order of adding decides: " + why;
        }
    }
}
