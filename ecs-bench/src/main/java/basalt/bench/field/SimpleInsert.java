package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The simple_insert of ecs_bench_suite: a new world of 10,000 entities with a matrix, position, rotation and velocity.
 */
public class SimpleInsert extends TrialBenchmark {
    /** The engine that is measured. */
    @Param({
        Contestant.BASALT_NAME,
        Contestant.BASALT_BULK_NAME,
        Contestant.BASALT_RECORDS_NAME,
        Contestant.ARTEMIS_NAME,
        Contestant.DOMINION_NAME,
        Contestant.ASHLEY_NAME,
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
        return of.insert(entities);
    }
}
