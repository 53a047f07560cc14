package basalt.bench.published.ark;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.bench.published.ops.TaskBenchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/** What can be repeated in one world; the time is that of one entity. */
@OperationsPerInvocation(Entities.VISITS)
public class Entities extends TaskBenchmark {
    static final int VISITS = 256_000;

    /** What is measured. */
    @Param({"QUERY", "QUERY_32", "QUERY_256", "RANDOM", "ADD_REMOVE", "ADD_REMOVE_LARGE"})
    public Case which;

    /** Number of entities, a divisor of 256,000. */
    @Param({"1", "16", "1024", "16000", "256000"})
    public int entities;

    /** The library that is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    @Override
    protected Task task() {
        return which.task(library, entities, VISITS / entities);
    }
}
