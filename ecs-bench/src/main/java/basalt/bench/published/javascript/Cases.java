package basalt.bench.published.javascript;

import basalt.bench.published.counters.Work;
import basalt.bench.published.counters.WorkBenchmark;
import org.openjdk.jmh.annotations.Param;

/** packed_5, frag_iter and entity_cycle. */
public class Cases extends WorkBenchmark {
    private static final int ENTITIES = 1000;
    private static final int FRAGMENTS = 2600;

    /** The case. */
    @Param({"PACKED", "FRAGMENTED", "CYCLE"})
    public Work work;

    @Override
    protected Work work() {
        return work;
    }

    @Override
    protected int entities() {
        return work == Work.FRAGMENTED ? FRAGMENTS : ENTITIES;
    }
}
