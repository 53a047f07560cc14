package basalt.bench.published.friflo;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.bench.published.ops.TaskBenchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Use cases that need a new world for each run, which is made before; the time is that of all entities. */
public class NewWorlds extends TaskBenchmark {
    /** What is measured. */
    @Param({"CREATE_1", "CREATE_3", "DELETE_5"})
    public Case use;

    /** The library that is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    @Override
    protected Task task() {
        return use.task(library, use.entities());
    }

    /** Makes the world. */
    @Setup(Level.Invocation)
    public void open() {
        prepare();
    }
}
