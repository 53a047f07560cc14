package basalt.bench.access;

import basalt.bench.OperationBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Reads one float and writes another of each of 100,000 entities, in ascending order, by rows whose accesses are
 * checked, and by unchecked rows of a kernel. The time is per entity.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Places.COUNT)
public class ColdLoop extends OperationBenchmark {
    /**
     * The row of each handle.
     *
     * @param state the world
     */
    @Benchmark
    public void row(ColdRows state) {
        state.byRow();
    }

    /**
     * World and handle: the same checks, without a row.
     *
     * @param state the world
     */
    @Benchmark
    public void handle(ColdRows state) {
        state.byHandle();
    }

    /**
     * The rows of a cursor.
     *
     * @param state the world
     */
    @Benchmark
    public void cursor(ColdRows state) {
        state.byCursor();
    }

    /**
     * The rows of {@code forEach}.
     *
     * @param state the world
     */
    @Benchmark
    public void forEach(ColdRows state) {
        state.byForEach();
    }

    /**
     * The rows of a selection.
     *
     * @param state the world
     */
    @Benchmark
    public void selection(ColdRows state) {
        state.bySelection();
    }

    /**
     * The baseline: the rows of a kernel.
     *
     * @param state the world
     */
    @Benchmark
    public void kernel(ColdRows state) {
        state.byKernel();
    }
}
