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
     *
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing is destroyed then
     */
    default void update() {}

    /**
     * The entities that the rule is about.
     *
     * @param base a block's address
     * @param word the word of 64 rows
     * @param rows the rows to look at
     * @return one bit a row; other rows are destroyed without the rule
     */
    long linked(long base, int word, long rows);

    /**
     * Whether {@link #expand} adds an entity to the wave because of another one, so that it comes after that one.
     *
     * @param wave what the program destroys
     * @param place the {@link basalt.storage.Place} of an entity of the wave
     * @return true if another one of the wave takes it along
     */
    boolean isDependent(DestroyWave wave, long place);

    /**
     * Adds the entities that are destroyed with one of the wave to the wave. They are passed to this method too.
     *
     * @param wave the wave
     * @param place the {@link basalt.storage.Place} of an entity of the wave
     */
    void expand(DestroyWave wave, long place);

    /**
     * Refuses the wave, or counts the components that {@link #release} will remove, by {@link DestroyWave#willRemove}.
     *
     * @param wave the whole wave
     * @throws basalt.component.HasChildrenException if an entity must not be destroyed
     */
    void prepare(DestroyWave wave);

    /**
     * Changes the entities that stay and have links to some of the wave, which are all still alive. Structural changes
     * of the entities that stay are allowed.
     *
     * @param wave the whole wave
     */
    void release(DestroyWave wave);

    /**
     * The entity whose destruction follows that of another one, where observers are called.
     *
     * @param place the place of an entity of the wave
     * @return the place of its parent or target; 0 if there is none
     */
    long above(long place);

    /**
     * Removes an entity from the links of others. Called before each is destroyed, if observers are called.
     *
     * @param wave the whole wave
     * @param place the place of an entity of the wave
     */
    default void unlink(DestroyWave wave, long place) {}

    /**
     * Removes all entities of a wave from the links of those that stay. Called instead of {@link #unlink}.
     *
     * @param wave the whole wave, which is destroyed next
     */
    default void unlinkAll(DestroyWave wave) {}

    /**
     * Changes the entities that observers have linked to some of the wave meanwhile. Called after all of it are dead,
     * if observers were called. What observers of these changes link to the dead stays.
     *
     * @param dead the whole wave
     * @param dying gets the handles of entities that are to be destroyed too, in a wave of their own
     */
    default void settle(DestroyWave dead, LongConsumer dying) {}

    /**
     * Lists the entities that would be destroyed with another one by this rule, directly. For any thread that may read.
     *
     * @param place the place of an entity that is alive
     * @param each gets their handles
     */
    void forEachDependent(long place, LongConsumer each);
}
