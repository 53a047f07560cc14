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
        Contestant.BASALT_NAME,
        Contestant.BASALT_BULK_NAME,
        Contestant.ARTEMIS_NAME,
        Contestant.DOMINION_NAME,
        Contestant.ASHLEY_NAME,
        Contestant.ZAY_ES_NAME,
        Contestant.FLEKS_NAME,
        Contestant.OBJECTS_NAME
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
