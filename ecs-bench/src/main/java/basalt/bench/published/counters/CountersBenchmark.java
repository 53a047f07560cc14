package basalt.bench.published.counters;

import basalt.bench.OperationBenchmark;
import basalt.bench.published.Library;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Runs all systems of a published benchmark; their results are checked before and after. */
@State(Scope.Thread)
public abstract class CountersBenchmark extends OperationBenchmark {
    /** What is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS"})
    public Library library;

    private Counters counters;

    /** The entities and the systems. */
    protected abstract Work work();

    /** Number of entities, without padding. */
    protected abstract int entities();

    /** Number of entities before each one that do not match. */
    protected int padding() {
        return 0;
    }

    /** Spawns the entities, and checks a few runs. */
    @Setup
    public void build() {
        counters = work().open(library, entities(), padding());
    }

    /** Checks a few more. */
    @TearDown
    public void close() {
        work().check(counters, entities(), padding());
        counters.close();
    }

    /** The measured operation. */
    @Benchmark
    public long run() {
        return counters.run();
    }
}
