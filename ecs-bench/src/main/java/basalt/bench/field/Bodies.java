package basalt.bench.field;

/**
 * Entities with a position and, where they have one, a velocity, three floats each. When a method returns, an engine's
 * systems see its changes.
 */
public interface Bodies extends AutoCloseable {
    /** The floats of each entity: three of the position, three of the velocity. */
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

    /** Resets each position. */
    void rewind();

    /**
     * Counts, outside the measured part.
     *
     * @return how many entities live
     */
    int count();

    /**
     * Counts, outside the measured part.
     *
     * @return how many entities have position and velocity
     */
    int moving();

    /**
     * Returns a value, outside the measured part.
     *
     * @param entity the number of an entity, in the order of their creation
     * @param field 0 to 2 of its position, 3 to 5 of its velocity
     * @return the value, 0 if the entity has no velocity
     */
    float value(int entity, int field);

    /**
     * Returns the memory in use outside of the heap.
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
