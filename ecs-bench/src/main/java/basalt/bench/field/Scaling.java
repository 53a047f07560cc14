package basalt.bench.field;

import org.openjdk.jmh.annotations.Param;

/**
 * The same loop over a thousand to ten million entities. Ten million entities need a larger heap, and do not fit for
 * some engines, see {@link FieldForms}.
 */
public class Scaling extends MoveBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ZAY_ES_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.FLOAT_ARRAY_NAME,
        EngineKind.OBJECTS_NAME
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
