package basalt.bench.field;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Adds a velocity, with values, to a million entities with a position. */
public class AddMillion extends ShotBenchmark {
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

    /** Creates entities without a velocity. */
    @Setup(Level.Iteration)
    public void prepare() {
        if (bodies() == null) {
            open(0);
            bodies().create();
        } else {
            bodies().remove();
        }
        System.gc();
    }

    /** Checks every value. */
    @TearDown(Level.Iteration)
    public void check() {
        Answers.checkFresh(bodies(), entities, 100);
    }

    /**
     * The measured operation.
     *
     * @return number of entities with a velocity
     */
    @Benchmark
    public int add() {
        return bodies().add();
    }
}
