package basalt.bench.published.mismatch;

import basalt.bench.published.counters.CountersBenchmark;
import basalt.bench.published.counters.Work;
import org.openjdk.jmh.annotations.Param;

/** FilterMismatch, RareFilterMismatch and MultiSystems. */
public class Mismatch extends CountersBenchmark {
    /** The case. */
    @Param({"MISMATCH", "RARE", "MULTI"})
    public Work work;

    /** Number of entities. */
    @Param("100000")
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
