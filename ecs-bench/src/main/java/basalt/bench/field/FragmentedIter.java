package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** The fragmented_iter of ecs_bench_suite: 26 kinds of 20 entities each; doubles the common value. */
public class FragmentedIter extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        Contestant.BASALT_NAME,
        Contestant.BASALT_TEMPLATES_NAME,
        Contestant.ARTEMIS_NAME,
        Contestant.DOMINION_NAME,
        Contestant.ASHLEY_NAME,
        Contestant.ZAY_ES_NAME,
        Contestant.FLEKS_NAME,
        Contestant.FLOAT_ARRAY_NAME,
        Contestant.OBJECTS_NAME
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
