package basalt.examples.framework.render;

import basalt.component.Component;
import basalt.examples.framework.program.Experiment;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.World;
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
    default WorldMemory memory() {
        return world().memory();
    }

    /** Spawns more entities, up to the maximum. */
    void spawn();

    /**
     * The world, with everything that decides how the experiment continues.
     *
     * @return the world
     */
    World world();

    /**
     * The schedule, of which each tick runs one.
     *
     * @return the schedule; closed by the experiment
     */
    Schedule schedule();

    /**
     * The components of its entities.
     *
     * @return all of them, in any order
     */
    Component<?>[] components();

    /**
     * The resources that need not be saved, since they never change, or are made anew in each tick.
     *
     * @return their types
     */
    Class<?>[] derived();

    /**
     * Makes a ring of its last states.
     *
     * @param capacity the greatest number of states
     * @return the ring, without states; the caller closes it
     */
    default Snapshots snapshots(int capacity) {
        return world().snapshots(capacity, derived());
    }
}
