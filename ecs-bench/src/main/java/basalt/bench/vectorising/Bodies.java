package basalt.bench.vectorising;

import basalt.bench.OperationBenchmark;
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
 * Kernels over 16,384 rows whose bodies differ in one thing each, with and without vectors: where both take as long,
 * the JIT has not vectorised.
 */
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class Bodies extends OperationBenchmark {
    /** A kernel. */
    @State(Scope.Thread)
    public static class Kernel {
        /** What it does. */
        @Param
        public Body body;

        private Rows rows;
        private RowKernel kernel;

        /** Checks what the body computes, and builds the world. */
        @Setup
        public void build() {
            Rows.check(body);
            rows = new Rows();
            kernel = rows.kernel(body);
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            rows.close();
        }
    }

    /**
     * As users run it.
     *
     * @param kernel the kernel
     */
    @Benchmark
    @Fork(1)
    public void kernel(Kernel kernel) {
        kernel.kernel.run();
    }

    /**
     * In a JVM that does not vectorise.
     *
     * @param kernel the kernel
     */
    @Benchmark
    @Fork(value = 1, jvmArgsPrepend = "-XX:-UseSuperWord")
    public void withoutVectors(Kernel kernel) {
        kernel.kernel.run();
    }
}
