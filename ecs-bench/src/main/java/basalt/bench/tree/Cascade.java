package basalt.bench.tree;

import basalt.bench.OperationBenchmark;
import basalt.system.Schedule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The matrices of a scene of 100,000 nodes, all of them: as a cascade, and as loops in C; what has moved of them, as a
 * cascade over changes; and those of a million nodes, by a schedule.
 */
public class Cascade extends OperationBenchmark {
    private static final int COUNT = 100_000;
    private static final int MANY = 1_000_000;
    private static final int FEW_CHILDREN = 8;

    /** The shape of the tree, and its place in memory. */
    @State(Scope.Thread)
    public static class Tree {
        /** Children of each node. */
        @Param({"8", "64"})
        public int fanOut;

        /** ARRANGED: level by level, siblings side by side; RANDOM: in random rows, attached in random order. */
        @Param({"ARRANGED", "RANDOM"})
        public String placement;

        private boolean isArranged() {
            return placement.equals("ARRANGED");
        }
    }

    /** A world. */
    @State(Scope.Thread)
    public static class InWorld {
        private Scene scene;

        /** Builds the world and checks a run. */
        @Setup
        public void build(Tree tree) {
            scene = new Scene(new Nodes(COUNT, tree.fanOut), tree.isArranged());
            check();
        }

        private void check() {
            scene.cascade();
            scene.check();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            check();
            scene.close();
        }
    }

    /** An arranged world whose nodes have eight children each, after a cascade over changes. */
    @State(Scope.Thread)
    public static class Moving {
        private Scene scene;

        /** Builds the world and checks a run. */
        @Setup
        public void build() {
            scene = new Scene(new Nodes(COUNT, FEW_CHILDREN), true);
            scene.changes();
            check();
        }

        private void check() {
            scene.check();
            scene.move(0, 1, 1);
            scene.changes();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            check();
            scene.check();
            scene.close();
        }
    }

    /** Arrays. */
    @State(Scope.Thread)
    public static class Arrays {
        private NativeScene scene;

        /** Builds the arrays and checks a run. */
        @Setup
        public void build(Tree tree) {
            scene = new NativeScene(new Nodes(COUNT, tree.fanOut), tree.isArranged());
            scene.run();
            scene.check();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            scene.run();
            scene.check();
            scene.close();
        }
    }

    /** An arranged world that a schedule ticks. */
    @State(Scope.Thread)
    public static class Ticking {
        /** Number of threads. */
        @Param({"1", "2"})
        public int workers;

        private Scene scene;
        private Schedule schedule;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            scene = new Scene(new Nodes(MANY, FEW_CHILDREN), true);
            schedule = scene.schedule(workers);
            schedule.tick(1);
            scene.check();
        }

        /** Checks one more tick. */
        @TearDown
        public void close() {
            schedule.tick(1);
            scene.check();
            schedule.close();
            scene.close();
        }
    }

    /** A cascade. */
    @Benchmark
    public void cascade(InWorld data) {
        data.scene.cascade();
    }

    /** A cascade over changes: no node has moved. */
    @Benchmark
    public void nothingMoved(Moving data) {
        data.scene.changes();
    }

    /** A cascade over changes: one subtree in a hundred has moved, 5 of 512 at depth 3, with 195 nodes each. */
    @Benchmark
    public void someMoved(Moving data) {
        data.scene.move(73, 585, 103);
        data.scene.changes();
    }

    /** A cascade over changes: the root has moved, and so all nodes have. */
    @Benchmark
    public void allMoved(Moving data) {
        data.scene.move(0, 1, 1);
        data.scene.changes();
    }

    /** The limit: arrays of structures in C, with the same order of nodes. */
    @Benchmark
    public void nativeLoop(Arrays data) {
        data.scene.run();
    }

    /** A tick of a schedule with a cascade over a million nodes, eight children each. */
    @Benchmark
    public void tick(Ticking data) {
        data.schedule.tick(1);
    }
}
