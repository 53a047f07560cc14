package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** The fragmented_iter of ecs_bench_suite: a loop over entities of 26 kinds with a common component. */
public class Fragmented extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "BASALT_TEMPLATES", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS", "C"})
    public Engine engine;

    /** Number of entities of each kind. */
    @Param("20")
    public int entitiesOfEach;

    /** Whether each run first destroys the entity that the last run spawned, and spawns another one. */
    @Param({"false", "true"})
    public boolean spawning;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        return of.scene(Scenes.Workload.FRAGMENTED, entitiesOfEach, spawning ? 1 : 0);
    }
}
