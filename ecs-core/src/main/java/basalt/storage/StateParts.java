package basalt.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a world's state besides its blocks. A part that was added after a snapshot is told when the
 * snapshot is restored.
 *
 * <pre>
 *   number of the part, bytes, what the part has written; again for each part; 0
 * </pre>
 *
 * <p>For the world's thread.
 */
public final class StateParts {
    private final List<StatePart> parts = new ArrayList<>();

    /** For each part its number, which is never that of another one. */
    private final List<Long> numbers = new ArrayList<>();

    private long lastNumber;

    /** An object without parts. */
    public StateParts() {}

    /**
     * Adds a part.
     *
     * @param part the part
     */
    public void add(StatePart part) {
        parts.add(part);
        numbers.add(++lastNumber);
    }

    /**
     * Removes a part.
     *
     * @param part a part that was added
     */
    public void remove(StatePart part) {
        int index = parts.indexOf(part);
        if (index >= 0) {
            parts.remove(index);
            numbers.remove(index);
        }
    }

    /**
     * Writes the states of all parts.
     *
     * @param to where they are written
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    public void save(StateBuffer to) {
        for (int i = 0; i < parts.size(); i++) {
            to.putLong(numbers.get(i));
            long size = to.end();
            to.putLong(0);
            parts.get(i).save(to);
            to.setLong(size, to.end() - size - Long.BYTES);
        }
        to.putLong(0);
    }

    /**
     * Allocates the memory that {@link #restore} needs.
     *
     * @param from what {@link #save} has written
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; the states are as before then
     */
    public void prepare(StateBuffer from) {
        read(from, StatePart::prepare);
    }

    /**
     * Restores the states of the parts that there were, and still are. Then the others are told.
     *
     * @param from what {@link #save} has written
     */
    public void restore(StateBuffer from) {
        long last = read(from, StatePart::restore);
        for (int i = 0; i < parts.size(); i++) {
            if (numbers.get(i) > last) {
                parts.get(i).restoreUnused();
            }
        }
    }

    private interface Reading {
        void read(StatePart part, StateBuffer from);
    }

    /** Reads the states of all parts; returns the number of the last one. */
    private long read(StateBuffer from, Reading reading) {
        long last = 0;
        for (long number = from.getLong(); number != 0; number = from.getLong()) {
            long end = from.getLong() + from.position();
            int index = numbers.indexOf(number);
            if (index >= 0) {
                reading.read(parts.get(index), from);
            }
            from.position(end);
            last = number;
        }
        return last;
    }
}
