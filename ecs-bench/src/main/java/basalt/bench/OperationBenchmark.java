package basalt.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** The defaults of all benchmarks: average time, and the JVM arguments of {@link BenchJvm}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 2,
        jvmArgsAppend = {
            BenchJvm.OPEN_INTERNALS,
            BenchJvm.COLLECTOR,
            BenchJvm.FIRST_HEAP,
            BenchJvm.LARGEST_HEAP,
            BenchJvm.TOUCH_HEAP
        })
public abstract class OperationBenchmark {
    /** For subclasses. */
    protected OperationBenchmark() {}
}
