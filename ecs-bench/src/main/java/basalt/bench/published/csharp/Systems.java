package basalt.bench.published.csharp;

import basalt.bench.published.counters.CountersBenchmark;
import basalt.bench.published.counters.Work;
import org.openjdk.jmh.annotations.Param;

/** A system that changes the ints of 100,000 entities. */
public class Systems extends CountersBenchmark {
    /** What it changes. */
    @Param({"ONE", "TWO", "THREE", "COMPOSITIONS"})
    public Work system;

    /** Number of entities before each one that do not match. */
    @Param({"0", "10"})
    public int padding;

    /** Number of entities that match. */
    @Param("100000")
    public int entities;

    @Override
    protected Work work() {
        return system;
    }

    @Override
    protected int entities() {
        return entities;
    }

    @Override
    protected int padding() {
        return system == Work.COMPOSITIONS ? 0 : padding; // as published
    }
}
