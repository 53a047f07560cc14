package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** The schedule of ecs_bench_suite: entities of AB, ABC, ABCD, ABCE; swaps A with B, C with D, C with E. */
public class Swaps extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "BASALT_PARALLEL", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS", "ARRAYS_PARALLEL"})
    public Engine engine;

    /** Number of entities of each kind. */
    @Param("10000")
    public int entitiesOfEach;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        return of.scene(Scenes.Workload.SWAPS, entitiesOfEach, 0);
    }
}
