package basalt.bench.field;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Destroys a million entities with position and velocity. */
public class DestroyMillion extends ShotBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.BASALT_BULK_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ZAY_ES_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.OBJECTS_NAME
    })
    public String engine;

    @Override
    protected String engine() {
        return engine;
    }

    /** Fills the world. */
    @Setup(Level.Iteration)
    public void prepare() {
        open(100);
        bodies().create();
        System.gc();
    }

    /** Checks that nothing is left. */
    @TearDown(Level.Iteration)
    public void check() {
        checkEmpty();
    }

    /**
     * The measured operation.
     *
     * @return number of remaining entities
     */
    @Benchmark
    public int destroy() {
        return bodies().destroy();
    }
}
