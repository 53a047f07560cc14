package basalt.bench.field;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The add_remove of ecs_bench_suite: 10,000 entities get a component, then lose it. */
@State(Scope.Thread)
public class AddRemove extends OperationBenchmark {
    /** The engine that is measured. */
    @Param({
        EngineKind.BASALT_NAME,
        EngineKind.BASALT_BULK_NAME,
        EngineKind.ARTEMIS_NAME,
        EngineKind.ARTEMIS_POOLED_NAME,
        EngineKind.DOMINION_NAME,
        EngineKind.ASHLEY_NAME,
        EngineKind.ASHLEY_POOLED_NAME,
        EngineKind.ZAY_ES_NAME,
        EngineKind.FLEKS_NAME,
        EngineKind.FLOAT_ARRAY_NAME,
        EngineKind.OBJECTS_NAME
    })
    public String engine;

    /** Number of entities. */
    @Param("10000")
    public int entities;

    private Toggles toggles;

    /** Builds the scene and checks a round. */
    @Setup
    public void build() {
        toggles = EngineKind.engine(engine).toggles(entities);
        Answers.check(toggles, entities);
    }

    /** Checks one more round with the code that was measured. */
    @TearDown
    public void close() {
        Answers.check(toggles, entities);
        toggles.close();
    }

    /**
     * The measured operation.
     *
     * @return number of changes
     */
    @Benchmark
    public int run() {
        return toggles.add() + toggles.remove();
    }
}
