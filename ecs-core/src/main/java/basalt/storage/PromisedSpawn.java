package basalt.storage;

import java.util.List;

/**
 * What is made of a reserved entity if that is more than the entity: an instance of a prefab, whose root it is. See
 * {@link RowAllocator#promises}. For the store's thread.
 */
public interface PromisedSpawn {
    /**
     * Spawns the entity and all that belongs to it, and calls their hooks.
     *
     * @param entity from {@link RowAllocator#reserve}
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing was spawned then, and the
     *     reservation is cancelled
     */
    void activate(long entity);

    /**
     * The allocators of all entities that are spawned.
     *
     * @return an unmodifiable list
     */
    List<RowAllocator> allocators();
}
