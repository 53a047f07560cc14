package basalt.bench.field;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Removes the velocity from a million entities with position and velocity. */
public class RemoveMillion extends ShotBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.BASALT_BULK_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.ARTEMIS_POOLED_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ZAY_ES_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.FLOAT_ARRAY_NAME,
        EngineKind.OBJECTS_NAME
    })
    public String engine;

    @Override
    protected String engine() {
        return engine;
    }

    /** Creates entities with a velocity. */
    @Setup(Level.Iteration)
    public void prepare() {
        if (bodies() == null) {
            open(0);
            bodies().create();
        }
        bodies().add();
        System.gc();
    }

    /** Checks that none is left. */
    @TearDown(Level.Iteration)
    public void check() {
        Answers.checkFresh(bodies(), entities, 0);
    }

    /**
     * The measured operation.
     *
     * @return number of entities with a velocity
     */
    @Benchmark
    public int remove() {
        return bodies().remove();
    }
}
