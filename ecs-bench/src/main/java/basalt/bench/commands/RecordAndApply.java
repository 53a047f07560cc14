package basalt.bench.commands;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A hundred thousand structural changes, recorded and applied, or made directly: adding a component with its default
 * value, removing it, and destroying entities.
 *
 * <p>They are undone before the next invocation, outside the timed part, which takes most of a millisecond or more.
 */
public class RecordAndApply extends OperationBenchmark {
    /** Entities that get a component. */
    @State(Scope.Thread)
    public static class Adding {
        /** How the changes are made. */
        @Param
        public Way way;

        private Crowd crowd;

        /** Builds the world and checks one round. */
        @Setup
        public void build() {
            crowd = new Crowd(way);
            check();
        }

        /** Removes the component from all. */
        @Setup(Level.Invocation)
        public void prepare() {
            crowd.removeAtOnce();
        }

        /** Checks one more round. */
        @TearDown
        public void close() {
            check();
            crowd.close();
        }

        private void check() {
            for (int round = 0; round < 2; round++) {
                crowd.removeAtOnce();
                crowd.checkNoneBurns();
                crowd.add();
                crowd.checkAllBurn();
            }
        }
    }

    /** Entities that lose a component. */
    @State(Scope.Thread)
    public static class Removing {
        /** How the changes are made. */
        @Param
        public Way way;

        private Crowd crowd;

        /** Builds the world and checks one round. */
        @Setup
        public void build() {
            crowd = new Crowd(way);
            check();
        }

        /** Adds the component to all. */
        @Setup(Level.Invocation)
        public void prepare() {
            crowd.addAtOnce();
        }

        /** Checks one more round. */
        @TearDown
        public void close() {
            check();
            crowd.close();
        }

        private void check() {
            crowd.addAtOnce();
            crowd.checkAllBurn();
            crowd.remove();
            crowd.checkNoneBurns();
        }
    }

    /** Entities that are destroyed. */
    @State(Scope.Thread)
    public static class Destroying {
        /** How the changes are made. */
        @Param
        public Way way;

        private Crowd crowd;

        /** Builds the world and checks one round. */
        @Setup
        public void build() {
            crowd = new Crowd(way);
            check();
        }

        /** Spawns all of them again. */
        @Setup(Level.Invocation)
        public void prepare() {
            crowd.fill();
        }

        /** Checks one more round. */
        @TearDown
        public void close() {
            crowd.checkEmpty();
            crowd.fill();
            check();
            crowd.close();
        }

        private void check() {
            crowd.checkNoneBurns();
            crowd.destroy();
            crowd.checkEmpty();
        }
    }

    /**
     * Adds a component.
     *
     * @param crowd the data
     */
    @Benchmark
    public void add(Adding crowd) {
        crowd.crowd.add();
    }

    /**
     * Removes a component.
     *
     * @param crowd the data
     */
    @Benchmark
    public void remove(Removing crowd) {
        crowd.crowd.remove();
    }

    /**
     * Destroys all entities.
     *
     * @param crowd the data
     */
    @Benchmark
    public void destroy(Destroying crowd) {
        crowd.crowd.destroy();
    }
}
