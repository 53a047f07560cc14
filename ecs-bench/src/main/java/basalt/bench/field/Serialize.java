package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The serialize_binary of ecs_bench_suite: 1,000 entities with a matrix, position, rotation and velocity are written to
 * memory and read into a new world. Engines without serialization are left out.
 */
public class Serialize extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.FLOAT_ARRAY_NAME,
        EngineKind.OBJECTS_NAME
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
        return of.serialize(entities);
    }
}
