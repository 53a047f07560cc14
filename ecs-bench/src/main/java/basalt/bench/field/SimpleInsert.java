package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The simple_insert of ecs_bench_suite: a new world of 10,000 entities with a matrix, position, rotation and velocity.
 */
public class SimpleInsert extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.BASALT_BULK_NAME,
        EngineKind.BASALT_RECORDS_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ZAY_ES_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.FLOAT_ARRAY_NAME,
        EngineKind.OBJECTS_NAME
    })
    public String engine;

    /** Number of entities. */
    @Param("10000")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected Trial scene(Engine of) {
        return of.insert(entities);
    }
}
