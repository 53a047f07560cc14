package basalt.storage;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The parts of a world that files contain besides its rows and its time. What was loaded waits until the program makes
 * the part that it belongs to. For the world's thread.
 */
public final class SavedParts {
    private final List<WeakReference<Part>> parts = new ArrayList<>();
    private final List<SavedRecord> waiting = new ArrayList<>();

    /** An object without parts. */
    public SavedParts() {}

    /** A part of a world that files contain. */
    public interface Part {
        /**
         * Makes the records of its state.
         *
         * @param to takes them
         */
        void save(Consumer<SavedRecord> to);

        /**
         * How well a record fits this part.
         *
         * @param saved the record
         * @return a higher number for one that fits better; 0 if it is not one of this part
         */
        int fit(SavedRecord saved);

        /**
         * Takes the state from a record.
         *
         * @param saved a record that fits
         */
        void load(SavedRecord saved);
    }

    /**
     * Adds a part, which takes the one of the waiting records that fits best. It is kept as long as it is reachable.
     *
     * @param part the part
     */
    public void add(Part part) {
        parts.removeIf(reference -> reference.get() == null);
        parts.add(new WeakReference<>(part));
        SavedRecord best = null;
        int bestFit = 0;
        for (SavedRecord saved : waiting) {
            int fit = part.fit(saved);
            if (fit > bestFit) {
                best = saved;
                bestFit = fit;
            }
        }
        if (best != null) {
            part.load(best);
            waiting.remove(best);
        }
    }

    /**
     * Removes a part.
     *
     * @param part a part that was added
     */
    public void remove(Part part) {
        parts.removeIf(reference -> reference.get() == part);
    }

    /**
     * Makes the records of all parts, and those that wait.
     *
     * @return a new list
     */
    public List<SavedRecord> save() {
        List<SavedRecord> records = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i).get();
            if (part != null) {
                part.save(records::add);
            }
        }
        records.addAll(waiting);
        return records;
    }

    /**
     * Loads a record, which waits for its part.
     *
     * @param saved the record
     */
    public void load(SavedRecord saved) {
        waiting.add(saved);
    }

    /**
     * Finds a record that waits.
     *
     * @param kind its kind
     * @param name its name
     * @return the record; null if there is none
     */
    public SavedRecord find(String kind, String name) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).kind().equals(kind) && waiting.get(i).name().equals(name)) {
                return waiting.get(i);
            }
        }
        return null;
    }

    /**
     * Removes a record that waits, because its part has taken it.
     *
     * @param saved the record, or null
     */
    public void remove(SavedRecord saved) {
        waiting.remove(saved);
    }

    /**
     * The records that wait.
     *
     * @return a copy
     */
    public List<SavedRecord> waiting() {
        return List.copyOf(waiting);
    }
}
