package basalt.storage.change;

import java.util.function.LongConsumer;

/**
 * What links between entities mean for their destruction: which entities are destroyed with others, and what happens to
 * those that stay. Called for each {@link DestroyWave}, on the store's thread, in the order of these methods.
 */
public interface DestroyRule {
    /**
     * Called before {@link #linked}, and before the first entity of a wave is passed to the other methods. May take
     * memory.
     */
    default void update() {}

    /** The entities that the rule is about. */
    long linked(long base, int word, long rows);

    /** Whether {@link #expand} adds an entity to the wave because of another one, so that it comes after that one. */
    boolean isDependent(DestroyWave wave, long place);

    /** Adds the entities that are destroyed with one of the wave to the wave. They are passed to this method too. */
    void expand(DestroyWave wave, long place);

    /**
     * Refuses the wave, or counts the components that {@link #release} will remove, by {@link DestroyWave#willRemove}.
     */
    void prepare(DestroyWave wave);

    /**
     * Changes the entities that stay and have links to some of the wave, which are all still alive. Structural changes
     * of the entities that stay are allowed.
     */
    void release(DestroyWave wave);

    /**
     * The entity whose destruction follows that of another one, where observers are called. Returns the place of its
     * parent or target; 0 if there is none.
     */
    long above(long place);

    /** Removes an entity from the links of others. Called before each is destroyed, if observers are called. */
    default void unlink(DestroyWave wave, long place) {}

    /** Removes all entities of a wave from the links of those that stay. Called instead of {@link #unlink}. */
    default void unlinkAll(DestroyWave wave) {}

    /**
     * Changes the entities that observers have linked to some of the wave meanwhile. Called after all of it are dead,
     * if observers were called. What observers of these changes link to the dead stays.
     */
    default void settle(DestroyWave dead, LongConsumer dying) {}

    /**
     * Lists the entities that would be destroyed with another one by this rule, directly. For any thread that may read.
     */
    void forEachDependent(long place, LongConsumer each);
}
