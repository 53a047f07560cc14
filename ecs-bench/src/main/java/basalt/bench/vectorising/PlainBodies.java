package basalt.bench.vectorising;

import basalt.bench.OperationBenchmark;
import basalt.component.Column;
import basalt.query.RowKernel;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Kernels with plain bodies over rows of which a share matches at random, and the same in C over the same memory. The
 * time of a row is that of a run divided by {@code rows}, whether they match or not. C is the better one of {@link
 * #cBits} and {@link #cMasks}; both get the match words, which a kernel combines in each run.
 *
 * <p>Before each run all values are replaced, outside the timed part: otherwise the processor would learn which
 * branches 16,384 rows take, and a body that changes its values would run into a state in which branches are no longer
 * taken. See {@link PlainRows}. The results of the measured code are compared with plain Java at the end.
 */
public class PlainBodies extends OperationBenchmark {
    /** Rows with values. */
    @State(Scope.Thread)
    public abstract static class Filled {
        /** Percentage of rows that match. */
        @Param({"100", "95", "50", "10"})
        public int present;

        /** Number of rows. */
        @Param({"16384", "1048576"})
        public int rows;

        PlainRows plain;
        Runnable tick;

        final void fill(List<Column> columns) {
            plain = new PlainRows(columns, rows, present);
        }

        /** Replaces the values. */
        @Setup(Level.Invocation)
        public void refill() {
            plain.refill();
        }

        final void close(PlainUnit.Tick expected) {
            plain.check(tick, expected);
            plain.close();
        }
    }

    /** A kernel over rows. */
    public static class Kernel extends Filled {
        /** The body. */
        @Param
        public PlainBody body;

        RowKernel kernel;

        /** Builds the world. */
        @Setup
        public void build() {
            fill(body.columns());
            kernel = plain.kernel(body);
            tick = kernel::run;
        }

        /** Checks results. */
        @TearDown
        public void close() {
            System.out.println("# " + kernel.explain().toString().replace("\n", "\n# "));
            close(body.inPlainJava());
        }
    }

    /** A kernel over records. */
    public static class Records extends Filled {
        /** The body. */
        @Param({"MOVE", "BOUNCE", "DAMAGE"})
        public PlainBody body;

        RowKernel kernel;

        /** Builds the world. */
        @Setup
        public void build() {
            fill(body.columns());
            kernel = body.records(plain.world());
            tick = kernel::run;
        }

        /** Checks results. */
        @TearDown
        public void close() {
            System.out.println("# " + kernel.explain().toString().replace("\n", "\n# "));
            close(body.inPlainJava());
        }
    }

    /** A loop in C. */
    public abstract static class InC extends Filled {
        /** The body. */
        @Param
        public PlainBody body;

        private final PlainBody.Loop loop;

        InC(PlainBody.Loop loop) {
            this.loop = loop;
        }

        /** Compiles the loop. */
        @Setup
        public void build() {
            fill(body.columns());
            tick = plain.inC(body.inC(loop));
        }

        /** Checks results. */
        @TearDown
        public void close() {
            close(body.inPlainJava());
        }
    }

    /** From one set bit to the next. */
    public static class Bits extends InC {
        /** For JMH. */
        public Bits() {
            super(PlainBody.Loop.BITS);
        }
    }

    /** With a test of each row. */
    public static class Masks extends InC {
        /** For JMH. */
        public Masks() {
            super(PlainBody.Loop.MASKS);
        }
    }

    /** Moves rows; what some of them do besides has no form in vectors: it asks for the entity. */
    public static class Rare extends Filled {
        /** Percentage of rows that do it. */
        @Param({"0", "0.1", "1", "10"})
        public double rare;

        RowKernel kernel;
        private Deaths deaths;

        /** Builds the world. */
        @Setup
        public void build() {
            fill(Deaths.columns());
            deaths = new Deaths(plain, rare);
            kernel = deaths.kernel();
            tick = kernel::run;
        }

        /** Checks results. */
        @TearDown
        public void close() {
            deaths.check(tick);
            plain.close();
        }
    }

    /** A run of the kernel. */
    @Benchmark
    public void kernel(Kernel state) {
        state.kernel.run();
    }

    /** A run of the kernel over records. */
    @Benchmark
    public void records(Records state) {
        state.kernel.run();
    }

    /** C, from one set bit of a word to the next. */
    @Benchmark
    public void cBits(Bits state) {
        state.tick.run();
    }

    /** C, with a test for each row of a word. */
    @Benchmark
    public void cMasks(Masks state) {
        state.tick.run();
    }

    /** A run of a kernel with a path that few rows take. */
    @Benchmark
    public void bails(Rare state) {
        state.kernel.run();
    }
}
