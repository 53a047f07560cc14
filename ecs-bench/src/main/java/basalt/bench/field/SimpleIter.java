package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** The simple_iter of ecs_bench_suite: 10,000 entities, each velocity is added to its position. */
public class SimpleIter extends MoveBenchmark {
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

    /** Number of entities. */
    @Param("10000")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected int entities() {
        return entities;
    }
}
