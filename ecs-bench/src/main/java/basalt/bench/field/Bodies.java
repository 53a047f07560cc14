package basalt.bench.field;

/**
 * Entities with a position and, where they have one, a velocity, three floats each. What a method has changed, an
 * engine's systems can see when it returns.
 */
public interface Bodies extends AutoCloseable {
    /** How many floats {@link #value} can tell of each entity: three of the position, three of the velocity. */
    int FIELDS = 6;

    /**
     * Creates all entities, with all their values; there are none before.
     *
     * @return how many
     */
    int create();

    /**
     * Destroys all entities.
     *
     * @return how many are left
     */
    int destroy();

    /**
     * Adds a velocity, with its values, to all entities; none has one before.
     *
     * @return how many have one
     */
    int add();

    /**
     * Removes the velocity from all entities; all have one before.
     *
     * @return how many still have one
     */
    int remove();

    /** Adds each velocity to its position. */
    void move();

    /** Puts each position back to where it was at first. */
    void rewind();

    /**
     * Counts, outside of what is measured.
     *
     * @return how many entities live
     */
    int count();

    /**
     * Counts, outside of what is measured.
     *
     * @return how many entities have position and velocity
     */
    int moving();

    /**
     * Tells a value, outside of what is measured.
     *
     * @param entity the number of an entity, in the order of their creation
     * @param field 0 to 2 of its position, 3 to 5 of its velocity
     * @return the value, 0 if the entity has no velocity
     */
    float value(int entity, int field);

    /**
     * Returns what of the memory outside of the heap is in use.
     *
     * @return bytes
     */
    default long nativeBytes() {
        return 0;
    }

    /**
     * Returns how much address space is reserved outside of the heap; only what is in use of it takes memory.
     *
     * @return bytes
     */
    default long reservedBytes() {
        return 0;
    }

    @Override
    void close();
}
