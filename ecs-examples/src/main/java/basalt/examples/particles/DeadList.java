package basalt.examples.particles;

import basalt.world.World;

/**
 * The particles that burn out in a tick: collected by a kernel, destroyed after it. A kernel may destroy entities itself, but
 * collecting them first is faster, since the kernel then never has to look whether its rows are still there.
 */
final class DeadList {
    private final long[] entities;
    private int count;

    /** A list for up to so many. */
    DeadList(int capacity) {
        entities = new long[capacity + 1]; // the last place is for living entities only
    }

    /**
     * Adds an entity if it is dead. There is no branch to mispredict: each entity is written, and overwritten by the next one
     * if it is alive. Nor is there a call on a row behind a branch, which the JIT would not inline if few rows take it.
     */
    void add(long entity, boolean dead) {
        entities[count] = entity;
        count += dead ? 1 : 0;
    }

    /** Destroys all, empties the list, and returns how many there were. */
    int destroyAll(World world) {
        int destroyed = count;
        for (int i = 0; i < destroyed; i++) {
            world.destroy(entities[i]);
        }
        count = 0;
        return destroyed;
    }
}
