package basalt.bench.field;

import basalt.bench.create.WorldUse;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Creates a million entities with position and velocity, and gives all six floats a value. */
public class CreateMillion extends ShotBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.BASALT_BULK_NAME,
        EngineKind.BASALT_RECORDS_NAME,
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

    /** The kind of world. */
    @Param
    public WorldUse world;

    /** Prepares an empty world. */
    @Setup(Level.Iteration)
    public void prepare() {
        if (world == WorldUse.FRESH) {
            close();
        }
        open(100);
        System.gc();
    }

    /** Checks every value, and destroys the entities unless the world is discarded. */
    @TearDown(Level.Iteration)
    public void check() {
        Answers.checkFresh(bodies(), entities, 100);
        if (world == WorldUse.REUSED) {
            bodies().destroy();
            checkEmpty();
        }
    }

    /**
     * The measured operation.
     *
     * @return number of entities
     */
    @Benchmark
    public int create() {
        return bodies().create();
    }
}
