package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** A tick of 500 predators, each of which hunts one of 2,000 prey, see {@link Hunt}. */
public class PredatorPrey extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({EngineKind.BASALT_NAME, EngineKind.ARTEMIS_NAME, EngineKind.FLOAT_ARRAY_NAME, EngineKind.OBJECTS_NAME})
    public String engine;

    /** Number of prey. */
    @Param("2000")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected Trial scene(Engine of) {
        return of.hunt(entities);
    }
}
