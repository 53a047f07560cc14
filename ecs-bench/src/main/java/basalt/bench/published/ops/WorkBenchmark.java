package basalt.bench.published.ops;

import basalt.bench.OperationBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of a work. Subclasses whose work must be prepared call {@link #prepare} before each invocation. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class WorkBenchmark extends OperationBenchmark {
    private Work work;

    /** The work that is measured in this JVM. */
    protected abstract Work work();

    /** Builds it. */
    @Setup
    public void build() {
        work = work();
    }

    /** Prepares the next run. */
    protected final void prepare() {
        work.prepare().run();
    }

    /** Discards it. */
    @TearDown
    public void close() {
        work.close().run();
    }

    /** The measured operation. */
    @Benchmark
    public long run() {
        return work.run().getAsLong();
    }
}
