package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The same loop over a thousand to ten million entities. Ten million take more heap than benchmarks have, and some
 * engines' even more: {@link FieldForms} knows.
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

    /** How many entities. */
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
