package basalt.bench.engine;

import org.openjdk.jmh.annotations.Param;

/** A thousand steps of arithmetic for each entity: what a second thread gains. */
public class Heavy extends SceneBenchmark {
    /** The engine that is measured. */
    @Param({"BASALT", "BASALT_PARALLEL", "ARRAYS", "ARRAYS_PARALLEL"})
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
        return of.scene(Scenes.Workload.HEAVY, entities, 0);
    }
}
