package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/**
 * Entities with a position, three floats, and some with a velocity, which is added to it: with 10,000 entities
 * that all move, the simple_iter of ecs_bench_suite.
 */
public class Move extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS", "C"})
    public Engine engine;

    /** Number of entities. */
    @Param({"1000", "10000", "100000", "1000000"})
    public int entities;

    /** Percentage of entities with a velocity, scattered. */
    @Param("100")
    public int moving;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        Bodies bodies = (Bodies) of.scene(Scenes.Workload.MOVE, entities, moving);
        bodies.create();
        return bodies;
    }
}
