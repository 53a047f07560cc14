package basalt.bench.structure;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls that take or return whole records, beside the same by columns. Each call makes its records. The time is that of
 * one entity; the entities of a run are destroyed, or lose their component, outside of the timed part.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WholeRecords extends OperationBenchmark {
    private static final int CALLS = Recorded.ENTITIES;

    /** A world without entities. */
    @State(Scope.Thread)
    public static class Empty {
        private Recorded recorded;

        /** Makes the world, and checks that each way spawns the same. */
        @Setup
        public void create() {
            recorded = new Recorded();
        }

        /** Destroys the entities of a run. */
        @TearDown(Level.Invocation)
        public void destroy() {
            recorded.destroy();
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            recorded.close();
        }
    }

    /** A world of entities with a position. */
    @State(Scope.Thread)
    public static class Still {
        private Recorded recorded;

        /** Makes the entities, and checks both ways. */
        @Setup
        public void create() {
            recorded = new Recorded();
            recorded.spawnStill();
            recorded.addByColumns();
            recorded.checkTwo();
            recorded.remove();
        }

        /** Takes the velocity of all entities. */
        @TearDown(Level.Invocation)
        public void remove() {
            recorded.remove();
        }

        /** Checks what is added, and closes the world. */
        @TearDown
        public void close() {
            recorded.add();
            recorded.checkTwo();
            recorded.close();
        }
    }

    /** A world of entities with position and velocity. */
    @State(Scope.Thread)
    public static class Moving {
        private Recorded recorded;

        /** Makes the entities, and checks what is read. */
        @Setup
        public void create() {
            recorded = new Recorded();
            recorded.spawnTwo();
            Check.same("sum", 0, recorded.getColumns(), recorded.get());
        }

        /** Checks what was written, and closes the world. */
        @TearDown
        public void close() {
            recorded.checkTwo();
            recorded.close();
        }
    }

    /**
     * Spawns from two records.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void spawnTwo(Empty world) {
        world.recorded.spawnTwo();
    }

    /**
     * Spawns from a template, and sets the six columns.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void spawnTwoByColumns(Empty world) {
        world.recorded.spawnTwoByColumns();
    }

    /**
     * Spawns from a matrix, a position, a rotation and a velocity; the matrix is always the same object.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void spawnFour(Empty world) {
        world.recorded.spawnFour();
    }

    /**
     * Spawns from four combinations of records in turns.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void spawnMixed(Empty world) {
        world.recorded.spawnMixed();
    }

    /**
     * Adds a record.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void add(Still world) {
        world.recorded.add();
    }

    /**
     * Adds the component, and sets its three columns.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void addByColumns(Still world) {
        world.recorded.addByColumns();
    }

    /**
     * Writes a record.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void set(Moving world) {
        world.recorded.set();
    }

    /**
     * Writes the three columns.
     *
     * @param world the world
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void setColumns(Moving world) {
        world.recorded.setColumns();
    }

    /**
     * Reads a record.
     *
     * @param world the world
     * @return the sum
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public float get(Moving world) {
        return world.recorded.get();
    }

    /**
     * Reads the three columns.
     *
     * @param world the world
     * @return the sum
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public float getColumns(Moving world) {
        return world.recorded.getColumns();
    }
}
