package basalt.bench.field;

/** Entities with one component, which get another one and lose it again. */
public interface Toggles extends AutoCloseable {
    /**
     * Adds the other component to all entities; its value is zero.
     *
     * @return number of changed entities, or of entities with it
     */
    int add();

    /**
     * Removes the other component from all entities.
     *
     * @return number of changed entities, or of entities without it
     */
    int remove();

    /**
     * Counts entities, outside the measured part.
     *
     * @return number of entities with both components
     */
    int count();

    @Override
    void close();
}
