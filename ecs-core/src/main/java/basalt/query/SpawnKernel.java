package basalt.query;

import basalt.friend.Friend;
import basalt.memory.collection.FrameLongList;
import basalt.runtime.KernelDriver;
import basalt.runtime.Population;
import basalt.runtime.SpawnPlan;

/**
 * A template's compiled loop over the entities it has just made: made once, run for each burst. See {@link RowKernel}
 * for what the JIT makes of it. For the world's thread only.
 */
public final class SpawnKernel {
    private final Population population;
    private final KernelDriver driver;

    static {
        Friend.install(SpawnKernel.class, SpawnPlan.class, new Friend<>() {
            @Override
            public SpawnKernel outside(SpawnPlan plan) {
                return new SpawnKernel(plan);
            }
        });
    }

    private SpawnKernel(SpawnPlan plan) {
        RowBody initialiser = KernelDriver.require((RowBody) plan.initialiser());
        this.population = plan.population();
        population.checkKernel();
        this.driver = plan.specialised()
                ? RowDriver.specialised(initialiser)
                : new RowDriver(initialiser, new CheckedRow(population.writes()));
    }

    /**
     * Makes entities with the template's values, and runs the initialiser over them in ascending row order. What the
     * initialiser throws reaches the caller; the entities exist then, with the template's values where it had not got
     * to.
     *
     * @param count how many, 0 or more
     * @throws IllegalArgumentException if the count is negative
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; none was made then
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public void spawn(int count) {
        population.spawn(count, driver);
    }

    /**
     * As {@link #spawn(int)}, and appends the handles of the new entities to a list, in ascending order of their
     * indices, before the initialiser runs.
     *
     * @param count how many, 0 or more
     * @param handles takes the handles; must have room for all of them
     * @throws IllegalArgumentException if the count is negative, or the list null or without room; nothing has changed
     *     then
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; no entity was made then, and
     *     the list is as before
     * @throws IllegalStateException on a wrong thread, after the world was closed, or if the list's frame or scope has
     *     ended
     */
    public void spawn(int count, FrameLongList handles) {
        population.spawn(count, driver, handles);
    }

    /**
     * As {@link #spawn(int)}, as many as an array is long, and fills the array with the handles of the new entities, in
     * ascending order of their indices, before the initialiser runs.
     *
     * @param handles takes the handles
     * @throws IllegalArgumentException if the array is null
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; no entity was made then, and
     *     the array is as before
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public void spawn(long[] handles) {
        population.spawn(driver, handles);
    }

    /**
     * Whether the kernel has a driver class for its body.
     *
     * @return false where the runtime cannot define hidden classes, or that is switched off
     */
    public boolean isSpecialised() {
        return Specialisation.isSpecialised(driver);
    }
}
