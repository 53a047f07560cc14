package basalt.bench.published.ops;

import basalt.bench.OperationBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of a task. Subclasses whose task must be prepared call {@link #prepare} before each invocation. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class TaskBenchmark extends OperationBenchmark {
    private Task task;

    /** The task that is measured in this JVM. */
    protected abstract Task task();

    /** Builds it. */
    @Setup
    public void build() {
        task = task();
    }

    /** Prepares the next run. */
    protected final void prepare() {
        task.prepare().run();
    }

    /** Discards it. */
    @TearDown
    public void close() {
        task.close().run();
    }

    /** The measured operation. */
    @Benchmark
    public long run() {
        return task.run().getAsLong();
    }
}
