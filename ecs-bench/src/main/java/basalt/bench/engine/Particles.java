package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** Particles that move, grow old, die and are spawned again. */
public class Particles extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS"})
    public Engine engine;

    /** Number of particles. */
    @Param("10000")
    public int entities;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        return of.scene(Scenes.Workload.PARTICLES, entities, 0);
    }
}
