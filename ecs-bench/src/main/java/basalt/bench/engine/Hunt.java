package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** A tick of predators, each of which hunts one of four times as many prey, see {@link Chase}. */
public class Hunt extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "ARRAYS"})
    public Engine engine;

    /** Number of prey. */
    @Param("2000")
    public int entities;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        return of.scene(Scenes.Workload.HUNT, entities, 0);
    }
}
