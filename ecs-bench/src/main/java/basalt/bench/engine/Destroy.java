package basalt.bench.engine;

import basalt.bench.MillionBenchmark;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Destroys all entities, which have position and velocity. */
@State(Scope.Thread)
public class Destroy extends MillionBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "BASALT_BULK", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS"})
    public Engine engine;

    /** Number of entities. */
    @Param("1000000")
    public int entities;

    private Bodies bodies;

    /** Fills the world, which is used again. */
    @Setup(Level.Iteration)
    public void prepare() {
        if (bodies == null) {
            bodies = engine.scenes().bodies(entities);
        }
        bodies.create();
        System.gc();
    }

    /** Checks that nothing is left. */
    @TearDown(Level.Iteration)
    public void check() {
        Check.same("values", 0, bodies.values().length);
    }

    /** Discards the world. */
    @TearDown
    public void close() {
        bodies.close();
    }

    /** The measured operation. */
    @Benchmark
    public int run() {
        return bodies.destroy();
    }
}
