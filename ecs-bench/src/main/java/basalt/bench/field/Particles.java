package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** A tick of 10,000 particles: move, decrement health, destroy the dead, spawn as many, count. */
public class Particles extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.ARTEMIS_POOLED_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ASHLEY_POOLED_NAME,
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
        return of.particles(entities);
    }
}
