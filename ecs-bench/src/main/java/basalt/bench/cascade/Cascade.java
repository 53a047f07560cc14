package basalt.bench.cascade;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The matrices of a scene of 100,000 nodes, all of them: as a cascade, as a kernel that looks up parents, and as loops
 * in C; and what has moved of them, as a cascade over changes.
 */
public class Cascade extends OperationBenchmark {
    private static final int COUNT = 100_000;

    /** The shape of the tree. */
    @State(Scope.Thread)
    public static class Tree {
        /** Children of each node. */
        @Param({"8", "64"})
        public int fanOut;

        Nodes nodes() {
            return new Nodes(COUNT, fanOut);
        }
    }

    /** A world. */
    @State(Scope.Thread)
    public static class Any {
        /** How the nodes lie in their rows. */
        @Param
        public Placement placement;

        private Scene scene;

        /**
         * Builds the world and checks a run.
         *
         * @param tree its shape
         */
        @Setup
        public void build(Tree tree) {
            scene = new Scene(tree.nodes(), placement);
            scene.cascade();
            scene.check();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            scene.cascade();
            scene.check();
            scene.close();
        }
    }

    /** A world in breadth-first order. */
    @State(Scope.Thread)
    public static class InOrder {
        /** How the nodes lie in their rows. */
        @Param({"BREADTH_FIRST", "ARRANGED"})
        public Placement placement;

        private Scene scene;

        /**
         * Builds the world and checks a run.
         *
         * @param tree its shape
         */
        @Setup
        public void build(Tree tree) {
            scene = new Scene(tree.nodes(), placement);
            scene.pairs();
            scene.check();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            scene.pairs();
            scene.check();
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
            scene = new Scene(new Nodes(COUNT, 8), Placement.ARRANGED);
            scene.changes();
            scene.check();
            scene.move(0, 1, 1);
            scene.changes();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            scene.check();
            scene.move(0, 1, 1);
            scene.changes();
            scene.check();
            scene.close();
        }
    }

    /** Arrays. */
    @State(Scope.Thread)
    public static class Arrays {
        /** How the nodes lie in the arrays. */
        @Param({"BREADTH_FIRST", "RANDOM"})
        public Placement placement;

        private NativeScene scene;

        /**
         * Builds the arrays and checks a run.
         *
         * @param tree its shape
         */
        @Setup
        public void build(Tree tree) {
            scene = new NativeScene(tree.nodes(), placement);
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

    /**
     * A cascade.
     *
     * @param data the world
     */
    @Benchmark
    public void cascade(Any data) {
        data.scene.cascade();
    }

    /**
     * A cascade whose body gets neighbouring children of a parent as a span.
     *
     * @param data the world
     */
    @Benchmark
    public void cascadeSpans(InOrder data) {
        data.scene.families();
    }

    /**
     * A cascade over changes: no node has moved.
     *
     * @param data the world
     */
    @Benchmark
    public void nothingMoved(Moving data) {
        data.scene.changes();
    }

    /**
     * A cascade over changes: one subtree in a hundred has moved, 5 of the 512 whose tops are at depth 3, with 195
     * nodes each.
     *
     * @param data the world
     */
    @Benchmark
    public void someMoved(Moving data) {
        data.scene.move(73, 585, 103);
        data.scene.changes();
    }

    /**
     * A cascade over changes: the root has moved, and so all nodes have.
     *
     * @param data the world
     */
    @Benchmark
    public void allMoved(Moving data) {
        data.scene.move(0, 1, 1);
        data.scene.changes();
    }

    /**
     * By hand: a kernel that looks up the parent of each row.
     *
     * @param data the world
     */
    @Benchmark
    public void pairKernel(InOrder data) {
        data.scene.pairs();
    }

    /**
     * The limit: arrays of structures in C, with the same order of nodes.
     *
     * @param data the arrays
     */
    @Benchmark
    public void nativeLoop(Arrays data) {
        data.scene.run();
    }
}
