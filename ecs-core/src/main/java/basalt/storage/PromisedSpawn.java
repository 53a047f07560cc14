package basalt.storage;

import java.util.List;

/**
 * What is made of a reserved entity if that is more than the entity: an instance of a prefab, whose root it is. See
 * {@link RowAllocator#promises}. For the store's thread.
 */
public interface PromisedSpawn {
    /** Spawns the entity and all that belongs to it, and calls their hooks. */
    void activate(long entity);

    List<RowAllocator> allocators();
}
