package basalt.examples.cluster;

import basalt.world.World;

/** Is called after each tick of a replica, on its thread. It looks at the world, and must not change it. */
@FunctionalInterface
public interface ObservedTick {
    /** Does nothing. */
    ObservedTick NONE = (world, tick) -> {};

    /**
     * A tick has ended.
     *
     * @param world the world, until this method returns
     * @param tick the number of the tick
     */
    void onTick(World world, long tick);
}
