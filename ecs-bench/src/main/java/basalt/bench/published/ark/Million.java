package basalt.bench.published.ark;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.bench.published.ops.TaskBenchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/** A query that finds a million entities; the time is that of one. */
@OperationsPerInvocation(Million.ENTITIES)
public class Million extends TaskBenchmark {
    static final int ENTITIES = 1_000_000;

    /** What is measured. */
    @Param("QUERY")
    public Case which;

    /** The library that is measured; Ashley's objects need more memory than the heap has. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION"})
    public Library library;

    @Override
    protected Task task() {
        return which.task(library, ENTITIES, 1);
    }
}
