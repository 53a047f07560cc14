package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** The fragmented_iter of ecs_bench_suite: 26 kinds of 20 entities each; doubles the common value. */
public class FragmentedIter extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.BASALT_TEMPLATES_NAME,
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
    @Param("20")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected Trial scene(Engine of) {
        return of.fragments(entities, false);
    }
}
