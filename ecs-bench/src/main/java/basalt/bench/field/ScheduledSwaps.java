package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** The schedule of ecs_bench_suite: 10,000 entities each of AB, ABC, ABCD, ABCE; swaps A with B, C with D, C with E. */
public class ScheduledSwaps extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ZAY_ES_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.FLOAT_ARRAY_NAME,
        EngineKind.OBJECTS_NAME
    })
    public String engine;

    /** Number of entities of each kind. */
    @Param("10000")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected Trial scene(Engine of) {
        return of.swaps(entities);
    }
}
