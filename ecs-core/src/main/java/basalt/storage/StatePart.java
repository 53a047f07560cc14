package basalt.storage;

import java.util.Set;
import java.util.function.Consumer;

/**
 * A part of a world's state besides its rows, such as its time: snapshots keep it in a {@link StateBuffer}, and files
 * contain it as {@link SavedRecord}s, which have names, because the parts of a loaded world are made later. For the
 * world's thread.
 */
public interface StatePart {
    /** Throws if there is something that cannot be kept. */
    default void requireKeepable(Set<Class<?>> excluded, boolean isFile) {
        // all of it can be kept
    }

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

    /** Makes the records of files. */
    default void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
        // files contain nothing of it
    }

    /**
     * How well a record fits this part. Returns a higher number for one that fits better; 0 if it is not one of this
     * part, or the part finds its records itself.
     */
    default int fit(SavedRecord saved) {
        return 0;
    }

    /** Takes the state from a record that fits. */
    default void load(SavedRecord saved) {
        throw new IllegalStateException("no record fits this part: " + saved);
    }
}
