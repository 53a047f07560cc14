package basalt.examples.framework.render;

import basalt.examples.framework.program.Experiment;
import basalt.world.WorldMemory;

/** An experiment that a renderer can draw. Used by the thread that created it only. */
public interface RenderedExperiment extends Experiment {
    /**
     * What to draw.
     *
     * @return the scene; its queries belong to the world of the experiment
     */
    Scene scene();

    /**
     * The length of a tick.
     *
     * @return seconds
     */
    float tickSeconds();

    /**
     * The native memory of its world.
     *
     * @return the current statistics
     */
    WorldMemory memory();

    /** Spawns more entities, up to the maximum. */
    void spawn();
}
