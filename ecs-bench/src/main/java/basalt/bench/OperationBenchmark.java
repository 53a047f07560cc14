package basalt.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The defaults of all benchmarks: average time, and the arguments of the JVM.
 *
 * <p>The heap has a fixed size and is touched at the start, so that libraries on the heap do not pay for fresh pages in
 * the timed part. The collector is set explicitly, as the JVM would choose another one on a small machine.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 2,
        jvmArgs = {
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-XX:+UseG1GC",
            "-Xms2g",
            "-Xmx2g",
            "-XX:+AlwaysPreTouch"
        })
public abstract class OperationBenchmark {
    /** For subclasses. */
    protected OperationBenchmark() {}
}
