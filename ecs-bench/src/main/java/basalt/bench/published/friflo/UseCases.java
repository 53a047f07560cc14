package basalt.bench.published.friflo;

import basalt.bench.published.Library;
import basalt.bench.published.ops.Task;
import basalt.bench.published.ops.TaskBenchmark;
import org.openjdk.jmh.annotations.Param;

/** Use cases that can be run again and again in one world; the time is that of all entities. */
public class UseCases extends TaskBenchmark {
    /** What is measured. */
    @Param({
        "ADD_REMOVE_1", "ADD_REMOVE_5", "NEW_WORLD", "SET_1", "SET_5", "QUERY_1", "QUERY_5", "MANY_1", "MANY_5",
        "FRAGMENTED", "LINKS_1", "LINKS_100", "RELATIONS_1", "RELATIONS_10", "CHILDREN", "COMMANDS", "EVENTS", "SEARCH",
        "RANGE"
    })
    public Case use;

    /** The library that is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    @Override
    protected Task task() {
        return use.task(library, use.entities());
    }
}
