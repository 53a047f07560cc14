package basalt.bench.published.ark;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.bench.published.ops.TaskBenchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Creates or destroys entities; the time is that of one. */
@OperationsPerInvocation(Turnover.ENTITIES)
public class Turnover extends TaskBenchmark {
    static final int ENTITIES = 16_000;

    /** What is measured. */
    @Param({"CREATE_2", "CREATE_2_NEW", "CREATE_10", "DELETE_2", "DELETE_10"})
    public Case which;

    /** The library that is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    @Override
    protected Task task() {
        return which.task(library, ENTITIES, 1);
    }

    /** Destroys, or creates, what the last run has created or destroyed. */
    @Setup(Level.Invocation)
    public void undo() {
        prepare();
    }
}
