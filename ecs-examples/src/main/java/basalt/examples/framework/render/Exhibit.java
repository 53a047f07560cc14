package basalt.examples.framework.render;

import basalt.examples.framework.program.Experiment;
import basalt.world.WorldMemory;

/** An experiment that can be watched. For the thread that made it. */
public interface Exhibit extends Experiment {
    /**
     * What it looks like.
     *
     * @return the scene, whose queries are of its world
     */
    Scene scene();

    /**
     * How long a tick is.
     *
     * @return seconds
     */
    float tickSeconds();

    /**
     * What its world holds of native memory.
     *
     * @return the figures of this moment
     */
    WorldMemory memory();

    /** Makes more entities, if there are not the most already. */
    void spawn();
}
