package basalt.bench.field;

/** Entities with one component, which all get another one and lose it again. */
public interface Toggles extends AutoCloseable {
    /**
     * Adds the other component to all entities; its value is zero.
     *
     * @return how many were changed, or are seen to have it
     */
    int add();

    /**
     * Removes the other component from all entities.
     *
     * @return how many were changed, or are seen to be without it
     */
    int remove();

    /**
     * Counts, outside the measured part.
     *
     * @return how many entities have both components
     */
    int count();

    @Override
    void close();
}
