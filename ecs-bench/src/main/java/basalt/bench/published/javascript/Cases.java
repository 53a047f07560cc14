package basalt.bench.published.javascript;

import basalt.bench.published.counters.CountersBenchmark;
import basalt.bench.published.counters.Work;
import org.openjdk.jmh.annotations.Param;

/** packed_5 and entity_cycle. */
public class Cases extends CountersBenchmark {
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
