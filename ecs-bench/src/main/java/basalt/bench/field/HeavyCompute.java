package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** The heavy_compute of ecs_bench_suite: inverts 1,000 matrices a hundred times, and rotates a position by each. */
public class HeavyCompute extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        Contestant.BASALT_NAME,
        Contestant.ARTEMIS_NAME,
        Contestant.DOMINION_NAME,
        Contestant.ASHLEY_NAME,
        Contestant.ZAY_ES_NAME,
        Contestant.FLEKS_NAME,
        Contestant.FLOAT_ARRAY_NAME,
        Contestant.OBJECTS_NAME
    })
    public String engine;

    /** Number of entities. */
    @Param("1000")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected Trial scene(Engine of) {
        return of.heavy(entities);
    }
}
