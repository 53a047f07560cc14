package basalt.bench.hierarchy;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Attaches 100,000 children of 12,500 parents one by one, attaches each to another parent, and destroys ten trees of
 * 10,000 entities. Entities are spawned, and trees to be destroyed are made, outside the timed part, which takes a
 * millisecond or so.
 */
public class ChangeTrees extends OperationBenchmark {
    /** Where the trees are. */
    public enum Where {
        /** In a world. */
        WORLD,
        /** In arrays, by C. */
        C
    }

    private static Trees make(Where where, Shape shape) {
        return where == Where.C ? new NativeTrees(shape) : new WorldTrees(shape);
    }

    /** Entities that are in no tree yet. */
    @State(Scope.Thread)
    public static class Loose {
        /** Where they are. */
        @Param
        public Where where;

        private Trees trees;

        /** Makes no entities yet. */
        @Setup
        public void make() {
            trees = ChangeTrees.make(where, Shape.FAMILIES);
        }

        /** Makes the entities. */
        @Setup(Level.Invocation)
        public void spawn() {
            trees.spawn();
        }

        /** Checks the last trees. */
        @TearDown
        public void close() {
            trees.checkAttached(0);
            trees.close();
        }
    }

    /** Families. */
    @State(Scope.Thread)
    public static class Attached {
        /** Where they are. */
        @Param
        public Where where;

        private Trees trees;
        private int treesBehind;

        /** Makes the families. */
        @Setup
        public void make() {
            trees = ChangeTrees.make(where, Shape.FAMILIES);
            trees.spawn();
            trees.attach(treesBehind);
        }

        /** Checks the last trees. */
        @TearDown
        public void close() {
            trees.checkAttached(treesBehind);
            trees.close();
        }
    }

    /** Large trees. */
    @State(Scope.Thread)
    public static class Large {
        /** Where they are. */
        @Param
        public Where where;

        private Trees trees;

        /** Makes no entities yet. */
        @Setup
        public void make() {
            trees = ChangeTrees.make(where, Shape.TREES);
        }

        /** Makes the trees. */
        @Setup(Level.Invocation)
        public void spawn() {
            trees.spawn();
            trees.attach(0);
        }

        /** Checks that nothing is left. */
        @TearDown
        public void close() {
            trees.checkEmpty();
            trees.close();
        }
    }

    /**
     * 100,000 children get their first parents.
     *
     * @param state entities in no tree
     */
    @Benchmark
    public void attach(Loose state) {
        state.trees.attach(0);
    }

    /**
     * 100,000 children get other parents.
     *
     * @param state families
     */
    @Benchmark
    public void reattach(Attached state) {
        state.treesBehind ^= 1;
        state.trees.attach(state.treesBehind);
    }

    /**
     * 100,000 entities are destroyed by ten calls.
     *
     * @param state large trees
     */
    @Benchmark
    public void destroy(Large state) {
        state.trees.destroyRoots();
    }
}
