package basalt.bench.published.javascript;

import basalt.bench.published.counters.CountersBenchmark;
import basalt.bench.published.counters.Work;
import org.openjdk.jmh.annotations.Param;

/** The five cases, in the order of the table. */
public class Cases extends CountersBenchmark {
    /** The case. */
    @Param({"PACKED", "CYCLE", "SWAPS", "FRAGMENTED", "ADD_REMOVE"})
    public Work work;

    /** Number of entities; in simple_iter of each composition. In frag_iter each has a tenth of it. */
    @Param("1000")
    public int entities;

    @Override
    protected Work work() {
        return work;
    }

    @Override
    protected int entities() {
        return switch (work) {
            case SWAPS -> entities * 4;
            case FRAGMENTED -> entities / 10 * 26;
            default -> entities;
        };
    }
}
