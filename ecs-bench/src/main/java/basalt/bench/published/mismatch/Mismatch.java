package basalt.bench.published.mismatch;

import basalt.bench.published.counters.Work;
import basalt.bench.published.counters.WorkBenchmark;
import org.openjdk.jmh.annotations.Param;

/** FilterMismatch, RareFilterMismatch and MultiSystems. */
public class Mismatch extends WorkBenchmark {
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
