package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** Entities with position and velocity are written to memory and read into a new world; not in all engines. */
public class Serialize extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "ARTEMIS", "FLEKS", "ARRAYS"})
    public Engine engine;

    /** Number of entities. */
    @Param("1000")
    public int entities;

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    Scene scene(Scenes of) {
        return of.scene(Scenes.Workload.SERIALIZE, entities, 0);
    }
}
