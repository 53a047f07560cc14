package basalt.bench.access;

import basalt.bench.OperationBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Reads one float and writes another of each of 100,000 entities, in ascending order, by the rows that each access
 * checks, and by those of a kernel, which are not checked. The time is that of one entity.
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
     * World and handle: the checks of a row, without the row.
     *
     * @param state the world
     */
    @Benchmark
    public void handle(ColdRows state) {
        state.byHandle();
    }

    /**
     * A cursor's rows.
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
     * A selection's rows.
     *
     * @param state the world
     */
    @Benchmark
    public void selection(ColdRows state) {
        state.bySelection();
    }

    /**
     * The twin: the rows of a kernel.
     *
     * @param state the world
     */
    @Benchmark
    public void kernel(ColdRows state) {
        state.byKernel();
    }
}
