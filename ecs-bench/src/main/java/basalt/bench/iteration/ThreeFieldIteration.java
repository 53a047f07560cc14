package basalt.bench.iteration;

import basalt.bench.OperationBenchmark;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@code x += dx * dt; y += dy * dt; z += dz * dt}, as a row kernel and as a loop over arrays: the ratio is the result.
 */
public class ThreeFieldIteration extends OperationBenchmark {
    /** Rows, of which a part is visited. */
    @State(Scope.Thread)
    public static class Rows {
        /** How many rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        /** Which of them are visited. */
        @Param
        public Presence presence;

        private ThreeFieldWorld world;
        private RowKernel kernel;

        /** Builds the world and checks one step. */
        @Setup
        public void build() {
            world = new ThreeFieldWorld(rows, presence);
            kernel = world.moving().kernel(world.move());
            world.check(kernel::run);
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            world.check(kernel::run);
            world.close();
        }
    }

    /** Rows whose kernel is declared pure: it may compute over dead rows. */
    @State(Scope.Thread)
    public static class PureRows {
        /** How many rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        /** Which of them are visited. */
        @Param({"FULL", "DEAD"})
        public Presence presence;

        private ThreeFieldWorld world;
        private RowKernel kernel;

        /** Builds the world and checks one step. */
        @Setup
        public void build() {
            world = new ThreeFieldWorld(rows, presence);
            kernel = world.moving().pureKernel(world.move());
            world.check(kernel::run);
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            world.check(kernel::run);
            world.close();
        }
    }

    /** The same as spans. */
    @State(Scope.Thread)
    public static class Spans {
        /** How many rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        /** Which of them are visited. */
        @Param
        public Presence presence;

        private ThreeFieldWorld world;
        private SpanKernel kernel;

        /** Builds the world and checks one step. */
        @Setup
        public void build() {
            world = new ThreeFieldWorld(rows, presence);
            kernel = world.moving().spanKernel(world.moveSpans());
            world.check(kernel::run);
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            world.check(kernel::run);
            world.close();
        }
    }

    /** Rows over which three other kernels of the same query have run until they were hot. */
    @State(Scope.Thread)
    public static class UsedRows {
        /** How many rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        private ThreeFieldWorld world;
        private RowKernel kernel;

        /** Builds the world, runs the other kernels, and only then defines the measured one and checks one step. */
        @Setup
        public void build() {
            world = new ThreeFieldWorld(rows, Presence.FULL);
            world.runOthers();
            kernel = world.moving().kernel(world.move());
            world.check(kernel::run);
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            world.check(kernel::run);
            world.close();
        }
    }

    /**
     * The twin: the same loop over arrays.
     *
     * @param arrays the data
     */
    @Benchmark
    public void floatArray(ThreeFieldArrays arrays) {
        arrays.move();
    }

    /**
     * An ordinary kernel.
     *
     * @param rows the data
     */
    @Benchmark
    public void kernel(Rows rows) {
        rows.kernel.run();
    }

    /**
     * The same, after three other kernels have run on the same query.
     *
     * @param rows the data
     */
    @Benchmark
    public void kernelAfterOthers(UsedRows rows) {
        rows.kernel.run();
    }

    /**
     * A kernel that is declared pure.
     *
     * @param rows the data
     */
    @Benchmark
    public void pureKernel(PureRows rows) {
        rows.kernel.run();
    }

    /**
     * A kernel whose body is a loop over a span.
     *
     * @param spans the data
     */
    @Benchmark
    public void spanKernel(Spans spans) {
        spans.kernel.run();
    }
}
