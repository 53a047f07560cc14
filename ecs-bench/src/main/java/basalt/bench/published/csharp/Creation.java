package basalt.bench.published.csharp;

import basalt.bench.MillionBenchmark;
import basalt.bench.published.Library;
import basalt.bench.published.counters.Counters;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Creates entities in a new world. */
@State(Scope.Thread)
public class Creation extends MillionBenchmark {
    /** What is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS"})
    public Library library;

    /** Number of components of each entity. */
    @Param({"1", "2", "3"})
    public int components;

    /** Number of entities. */
    @Param("100000")
    public int entities;

    private Counters counters;

    /** Opens a world. */
    @Setup(Level.Iteration)
    public void open() {
        counters = Counters.open(library, entities);
        System.gc();
    }

    /** Counts the entities. */
    @TearDown(Level.Iteration)
    public void close() {
        Check.same("entities", entities, counters.count(components));
        counters.close();
    }

    /** The measured operation. */
    @Benchmark
    public void run() {
        counters.create(components, entities);
    }
}
