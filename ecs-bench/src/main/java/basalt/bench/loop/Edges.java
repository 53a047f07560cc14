package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.EdgeCursor;
import basalt.world.ManyToMany;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Goes over a million edges, eight from each of 125,000 entities, in a world and in arrays of the kind CSR: the edges
 * of an entity side by side, and for each entity where they begin.
 */
public class Edges extends OperationBenchmark {
    private static final int NODES = 125_000;
    private static final int TARGETS = 8;
    private static final int EDGES = NODES * TARGETS;

    private record Edge(
            @EntityHandle long from, @EntityHandle long to, float volume, float flow) {
        static final Component<Edge> TYPE = Component.of(Edge.class);
        static final EntityColumn FROM = TYPE.entity("from");
        static final EntityColumn TO = TYPE.entity("to");
        static final FloatColumn VOLUME = TYPE.float32("volume");
        static final FloatColumn FLOW = TYPE.float32("flow");
    }

    /** Which entities edges lead to. */
    @State(Scope.Thread)
    public static class Shape {
        /** The distance of targets from their source: the next ones, or any. */
        @Param({"9", "125000"})
        public int distance;

        private int target(int source, int edge) {
            int step = distance == NODES ? edge * 97_561 + source * 31 : edge + 1;
            return (source + step % distance) % NODES;
        }
    }

    /** A world. */
    @State(Scope.Thread)
    public static class InWorld {
        private final World world = World.create();
        private final ManyToMany<Edge> relation = world.manyToMany(Edge.class);
        private final long[] nodes = new long[NODES];
        private final Query edges = world.query().all(Edge.TYPE).build();
        private final Query ends = world.query().all(Position.TYPE).build();
        private final RowKernel alone =
                edges.kernel(edge -> edge.set(Edge.FLOW, edge.get(Edge.FLOW) * 0.5f + edge.get(Edge.VOLUME)));
        private final RowKernel withTarget = edges.pairs(relation.targetColumn(), ends)
                .kernel((edge, to) -> edge.set(Edge.FLOW, edge.get(Edge.VOLUME) * to.get(Position.X)));
        private final RowKernel withBoth = edges.pairs(relation.targetColumn(), ends)
                .kernel((edge, to) ->
                        edge.set(Edge.FLOW, world.get(edge.get(Edge.FROM), Position.X) - to.get(Position.X)));
        private final EdgeCursor cursor = relation.closedTargets();

        /** Builds the world and checks a run. */
        @Setup
        public void build(Shape shape) {
            world.template().with(new Position(2, 1)).build().spawn(nodes);
            for (int source = 0; source < NODES; source++) {
                for (int edge = 0; edge < TARGETS; edge++) {
                    relation.relate(new Edge(nodes[source], nodes[shape.target(source, edge)], 1, 0));
                }
            }
            check();
        }

        private void check() {
            Check.same("edges", EDGES, edges.count());
            withTarget.run();
            Check.near("flow", 2.0 * EDGES, edges.reduce().sum(Edge.FLOW), 1);
            Check.same("edges by cursors", EDGES, byCursor());
        }

        private int byCursor() {
            int count = 0;
            for (long node : nodes) {
                cursor.open(node);
                while (cursor.next()) {
                    count++;
                }
                cursor.close();
            }
            return count;
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            check();
            world.close();
        }
    }

    /** Arrays. */
    @State(Scope.Thread)
    public static class Csr {
        private final int[] first = new int[NODES + 1];
        private final int[] target = new int[EDGES];
        private final float[] volume = new float[EDGES];
        private final float[] flow = new float[EDGES];
        private final float[] x = new float[NODES];

        /** Fills the arrays. */
        @Setup
        public void build(Shape shape) {
            for (int source = 0; source < NODES; source++) {
                x[source] = 2;
                first[source + 1] = first[source] + TARGETS;
                for (int edge = 0; edge < TARGETS; edge++) {
                    target[first[source] + edge] = shape.target(source, edge);
                    volume[first[source] + edge] = 1;
                }
            }
        }
    }

    /** A kernel over the edges' own columns. */
    @Benchmark
    public void kernel(InWorld state) {
        state.alone.run();
    }

    /** The same over arrays. */
    @Benchmark
    public void csr(Csr state) {
        for (int i = 0; i < EDGES; i++) {
            state.flow[i] = state.flow[i] * 0.5f + state.volume[i];
        }
    }

    /** A kernel over pairs of edges and their targets. */
    @Benchmark
    public void kernelWithTargets(InWorld state) {
        state.withTarget.run();
    }

    /** The same over arrays. */
    @Benchmark
    public void csrWithTargets(Csr state) {
        for (int i = 0; i < EDGES; i++) {
            state.flow[i] = state.volume[i] * state.x[state.target[i]];
        }
    }

    /** A kernel that reads both ends of each edge. */
    @Benchmark
    public void kernelWithBothEnds(InWorld state) {
        state.withBoth.run();
    }

    /** The same over arrays. */
    @Benchmark
    public void csrWithBothEnds(Csr state) {
        for (int source = 0; source < NODES; source++) {
            for (int i = state.first[source]; i < state.first[source + 1]; i++) {
                state.flow[i] = state.x[source] - state.x[state.target[i]];
            }
        }
    }

    /** The targets of each entity, by a cursor. Returns the number of edges. */
    @Benchmark
    public int cursors(InWorld state) {
        return state.byCursor();
    }
}
