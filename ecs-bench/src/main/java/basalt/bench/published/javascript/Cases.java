package basalt.bench.published.javascript;

import basalt.bench.published.counters.Work;
import basalt.bench.published.counters.WorkBenchmark;
import org.openjdk.jmh.annotations.Param;

/** packed_5 and entity_cycle. */
public class Cases extends WorkBenchmark {
    /** The case. */
    @Param({"PACKED", "CYCLE"})
    public Work work;

    /** Number of entities. */
    @Param("1000")
    public int entities;

    @Override
    protected Work work() {
        return work;
    }

    @Override
    protected int entities() {
        return entities;
    }
}
