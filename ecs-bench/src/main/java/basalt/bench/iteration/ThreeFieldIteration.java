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
    /** Rows of which all or some are visited. */
    @State(Scope.Thread)
    public static class Rows {
        /** Number of rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        /** Which rows are visited. */
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

    /** Rows with a pure kernel, which can run over rows that do not match. */
    @State(Scope.Thread)
    public static class PureRows {
        /** Number of rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        /** Which rows are visited. */
        @Param({"FULL", "DEAD", "LACKED_BY_1_PERCENT", "LACKED_BY_5_PERCENT", "HALF"})
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

    /** The same rows as spans. */
    @State(Scope.Thread)
    public static class Spans {
        /** Number of rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        /** Which rows are visited. */
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

    /** Rows over which three other kernels of the same query have run until they were compiled. */
    @State(Scope.Thread)
    public static class UsedRows {
        /** Number of rows. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        private ThreeFieldWorld world;
        private RowKernel kernel;

        /** Builds the world, runs the other kernels, then creates the measured kernel and checks one step. */
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
     * The baseline: the same loop over arrays.
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
