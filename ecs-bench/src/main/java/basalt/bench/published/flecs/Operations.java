package basalt.bench.published.flecs;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.bench.published.ops.TaskBenchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/** Single operations; the time is that of one. */
@OperationsPerInvocation(Operations.TIMES)
public class Operations extends TaskBenchmark {
    static final int TIMES = 1000;

    /** What is measured. */
    @Param({
        "HAS", "HAS_NOT", "GET", "REF", "SET", "ADD_REMOVE", "CREATE_DELETE", "CHANGE_PARENT",
        "CHANGE_ROOT", "PARENT", "LOOKUP_10", "PREFAB_10", "MODIFIED_0", "MODIFIED_1", "MODIFIED_10", "MODIFIED_100",
        "EMIT_0", "EMIT_1", "EMIT_10", "EMIT_50", "PROPAGATE_1", "PROPAGATE_10", "PROPAGATE_100"
    })
    public Case operation;

    /** The library that is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    @Override
    protected Task task() {
        return operation.task(library, TIMES);
    }
}
