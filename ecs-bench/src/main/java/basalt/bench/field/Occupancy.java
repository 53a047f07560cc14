package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** A million entities; a random part of them has a velocity. */
public class Occupancy extends MoveBenchmark {
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
    @Param("1000000")
    public int entities;

    /** Percentage of entities with a velocity. */
    @Param({"100", "50", "10", "1"})
    public int percent;

    @Override
    protected int movingPercent() {
        return percent;
    }

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected int entities() {
        return entities;
    }
}
