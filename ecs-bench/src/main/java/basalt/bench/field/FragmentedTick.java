package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The fragmented_iter in a living world: each run destroys the entity that the run before has spawned, spawns another
 * one, and doubles the value that all have.
 */
public class FragmentedTick extends TrialBenchmark {
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

    /** How many entities of each kind. */
    @Param("20")
    public int entities;

    @Override
    protected String engine() {
        return engine;
    }

    @Override
    protected Trial scene(Engine of) {
        return of.fragments(entities, true);
    }
}
