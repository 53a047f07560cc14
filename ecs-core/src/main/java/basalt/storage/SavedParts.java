package basalt.storage;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The parts of a world that files contain besides its rows and its time. What was loaded waits until the program makes
 * the part that it belongs to. For the world's thread.
 */
public final class SavedParts {
    private final List<WeakReference<Part>> parts = new ArrayList<>();
    private final List<SavedRecord> waiting = new ArrayList<>();
    private boolean skipsUnknown;

    /** An object without parts. */
    public SavedParts() {}

    /** A part of a world that files contain. */
    public interface Part {
        /** Makes the records of its state. */
        void save(Consumer<SavedRecord> to, Set<Class<?>> excluded);

        /**
         * How well a record fits this part. Returns a higher number for one that fits better; 0 if it is not one of
         * this part.
         */
        default int fit(SavedRecord saved) {
            return 0; // it finds its records itself
        }

        /** Takes the state from a record. */
        default void load(SavedRecord saved) {
            throw new IllegalStateException("no record fits this part: " + saved);
        }
    }

    /**
     * Adds a part, which takes the one of the waiting records that fits best. It is kept as long as it is reachable.
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

    public void remove(Part part) {
        parts.removeIf(reference -> reference.get() == part);
    }

    /** Makes the records of all parts, and those that wait. */
    public List<SavedRecord> save(Set<Class<?>> excluded) {
        List<SavedRecord> records = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i).get();
            if (part != null) {
                part.save(records::add, excluded);
            }
        }
        records.addAll(waiting);
        records.sort(Comparator.comparing(SavedRecord::kind).thenComparing(SavedRecord::name));
        return records;
    }

    /** Sets what parts do with records that have fields which they do not have. */
    public void skipUnknown(boolean skips) {
        skipsUnknown = skips;
    }

    /** What parts do with records that have fields which they do not have. */
    public boolean skipsUnknown() {
        return skipsUnknown;
    }

    public void load(SavedRecord saved) {
        waiting.add(saved);
    }

    /** Finds a record that waits. Returns the record; null if there is none. */
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

    public List<SavedRecord> waiting(String kind) {
        return waiting.stream().filter(saved -> saved.kind().equals(kind)).toList();
    }

    public List<SavedRecord> waiting() {
        return List.copyOf(waiting);
    }
}
