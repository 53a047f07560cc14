package basalt.bench.vectorising;

import basalt.bench.OperationBenchmark;
import basalt.query.KernelExplanation;
import basalt.query.RowKernel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Kernels over 16,384 rows whose bodies differ in one aspect each, with and without vectors. If both times are equal,
 * the JIT has not vectorised the body.
 */
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class Bodies extends OperationBenchmark {
    /** A kernel. */
    @State(Scope.Thread)
    public static class Kernel {
        /** The body of the kernel. */
        @Param
        public Body body;

        private Rows rows;
        private RowKernel kernel;

        /** Builds the world. */
        @Setup
        public void build() {
            rows = new Rows();
            kernel = rows.kernel(body);
        }

        /**
         * Closes the world, and checks the results of the body. The check comes last because it also runs the body over
         * checked rows: a body that the JIT has compiled for these first is too large to be inlined into the kernel.
         */
        @TearDown
        public void close() {
            KernelExplanation said = kernel.explain();
            System.out.println("# explain(): in vectors " + said.isInVectors() + " " + said.reason());
            rows.close();
            Rows.check(body);
        }
    }

    /** A loop over arrays that does what a body does. */
    @State(Scope.Thread)
    public static class ArrayLoop {
        /** The body's name. */
        @Param
        public Twin body;
    }

    /** A loop over arrays, for comparison with the kernel of the same name. */
    @Benchmark
    @Fork(1)
    public void arrays(ArrayLoop loop) {
        loop.body.run();
    }

    /** Runs it with the default flags. */
    @Benchmark
    @Fork(1)
    public void kernel(Kernel kernel) {
        kernel.kernel.run();
    }

    /** Runs it in a JVM without vectorisation. */
    @Benchmark
    @Fork(value = 1, jvmArgsPrepend = "-XX:-UseSuperWord")
    public void withoutVectors(Kernel kernel) {
        kernel.kernel.run();
    }
}
