package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The same loop over a thousand to ten million entities. Ten million entities need a larger heap, and do not fit for
 * some engines, see {@link FieldForms}.
 */
public class Scaling extends MoveBenchmark {
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
    @Param({"1000", "10000", "100000", "1000000", "10000000"})
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
