package basalt.storage;

/** A part of a world's state besides its blocks, such as its time, that snapshots contain. For the world's thread. */
public interface StatePart {
    /**
     * Writes the state.
     *
     * @param to where it is written
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    void save(StateBuffer to);

    /**
     * Allocates the memory that {@link #restore} needs.
     *
     * @param from what {@link #save} has written; need not be read to its end
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; the state is as before then
     */
    default void prepare(StateBuffer from) {
        // needs no memory
    }

    /**
     * Restores the state.
     *
     * @param from what {@link #save} has written
     */
    void restore(StateBuffer from);

    /** Called instead of {@link #restore} if the state was saved before this part was added. */
    default void restoreUnused() {
        // keeps its state
    }
}
