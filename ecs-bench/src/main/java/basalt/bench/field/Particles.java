package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** A tick of 10,000 particles: move, decrement health, destroy the dead, spawn as many, count. */
public class Particles extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        Contestant.BASALT_NAME,
        Contestant.ARTEMIS_NAME,
        Contestant.ARTEMIS_POOLED_NAME,
        Contestant.DOMINION_NAME,
        Contestant.ASHLEY_NAME,
        Contestant.ASHLEY_POOLED_NAME,
        Contestant.ZAY_ES_NAME,
        Contestant.FLEKS_NAME,
        Contestant.FLOAT_ARRAY_NAME,
        Contestant.OBJECTS_NAME
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
