package basalt.bench.engine;

import basalt.bench.MillionBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Creates entities with position and velocity in a new world, and gives all six floats a value. */
@State(Scope.Thread)
public class Create extends MillionBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "BASALT_BULK", "BASALT_RECORDS", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS"})
    public Engine engine;

    /** Number of entities. */
    @Param("1000000")
    public int entities;

    private Bodies bodies;

    /** Prepares an empty world. */
    @Setup(Level.Iteration)
    public void prepare() {
        bodies = engine.scenes().bodies(entities);
        System.gc();
    }

    /** Checks every value. */
    @TearDown(Level.Iteration)
    public void check() {
        try (Bodies plain = Engine.ARRAYS.scenes().bodies(entities)) {
            plain.create();
            Values.check(plain, bodies);
        }
        bodies.close();
    }

    /** The measured operation. */
    @Benchmark
    public int run() {
        return bodies.create();
    }
}
