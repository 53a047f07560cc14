package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** The add_remove of ecs_bench_suite: entities get a component, then lose it. */
public class AddRemove extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "BASALT_BULK", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS"})
    public Engine engine;

    /** Number of entities. */
    @Param("10000")
    public int entities;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        return of.scene(Scenes.Workload.ADD_REMOVE, entities, 0);
    }
}
