package basalt.storage;

/** A part of a world's state besides its blocks, such as its time, that snapshots contain. For the world's thread. */
public interface StatePart {
    /** Writes the state. */
    void save(StateBuffer to);

    /** Allocates the memory that {@link #restore} needs. */
    default void prepare(StateBuffer from) {
        // needs no memory
    }

    void restore(StateBuffer from);

    /** Called instead of {@link #restore} if the state was saved before this part was added. */
    default void restoreUnused() {
        // keeps its state
    }
}
