package basalt.bench.field;

/**
 * Entities with a position and optionally a velocity, three floats each. When a method returns, the engine's systems
 * see its changes.
 */
public interface Bodies extends AutoCloseable {
    /** The floats of each entity: three of the position, three of the velocity. */
    int FIELDS = 6;

    /**
     * Creates all entities, with all their values, in the empty scene.
     *
     * @return number of entities
     */
    int create();

    /**
     * Destroys all entities.
     *
     * @return number of remaining entities
     */
    int destroy();

    /**
     * Adds a velocity, with its values, to all entities, which have none before.
     *
     * @return number of entities with a velocity
     */
    int add();

    /**
     * Removes the velocity from all entities, which all have one before.
     *
     * @return number of entities that still have one
     */
    int remove();

    /** Adds each velocity to its position. */
    void move();

    /** Resets each position. */
    void rewind();

    /**
     * Counts entities, outside the measured part.
     *
     * @return number of living entities
     */
    int count();

    /**
     * Counts entities, outside the measured part.
     *
     * @return number of entities with position and velocity
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
     * Returns the memory in use outside the heap.
     *
     * @return bytes
     */
    default long nativeBytes() {
        return 0;
    }

    /**
     * Returns the address space reserved outside the heap; only the part in use takes memory.
     *
     * @return bytes
     */
    default long reservedBytes() {
        return 0;
    }

    @Override
    void close();
}
