package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/** The simple_iter of ecs_bench_suite: 10,000 entities, each velocity is added to its position. */
public class SimpleIter extends MoveBenchmark {
    /** The engine that is measured. */
    @Param({
        Contestant.BASALT_NAME,
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
    protected int entities() {
        return entities;
    }
}
