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
        Contestant.BASALT_NAME,
        Contestant.BASALT_BULK_NAME,
        Contestant.ARTEMIS_NAME,
        Contestant.ARTEMIS_POOLED_NAME,
        Contestant.DOMINION_NAME,
        Contestant.ASHLEY_NAME,
        Contestant.ZAY_ES_NAME,
        Contestant.FLEKS_NAME,
        Contestant.FLOAT_ARRAY_NAME,
        Contestant.OBJECTS_NAME
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
