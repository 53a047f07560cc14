package basalt.storage;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.collections.LongArrayList;

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
    /** Return the parts, or null when they were collected. */
    private final List<Supplier<StatePart>> parts = new ArrayList<>();

    /** For each part its number, which is never that of another one. */
    private final LongArrayList numbers = new LongArrayList();

    private long lastNumber;

    /** An object without parts. */
    public StateParts() {}

    public void add(StatePart part) {
        add(() -> part);
    }

    /** Adds a part, and does not keep it reachable. */
    public void addWeak(StatePart part) {
        add(new WeakReference<>(part)::get);
    }

    private void add(Supplier<StatePart> part) {
        remove(null);
        parts.add(part);
        numbers.addLong(++lastNumber);
    }

    /**
     * Removes a part.
     *
     * @param part a part that was added; null for those that were collected
     */
    public void remove(StatePart part) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).get() == part) {
                parts.remove(i);
                numbers.removeAt(i);
            }
        }
    }

    public void save(StateBuffer to) {
        for (int i = 0; i < parts.size(); i++) {
            StatePart part = parts.get(i).get();
            if (part != null) {
                to.putLong(numbers.getLong(i));
                long size = to.end();
                to.putLong(0);
                part.save(to);
                to.setLong(size, to.end() - size - Long.BYTES);
            }
        }
        to.putLong(0);
    }

    /** Allocates the memory that {@link #restore} needs. */
    public void prepare(StateBuffer from) {
        read(from, StatePart::prepare);
    }

    /** Restores the states of the parts that there were, and still are. Then the others are told. */
    public void restore(StateBuffer from) {
        long last = read(from, StatePart::restore);
        for (int i = 0; i < parts.size(); i++) {
            StatePart part = parts.get(i).get();
            if (numbers.getLong(i) > last && part != null) {
                part.restoreUnused();
            }
        }
    }

    private interface Reading {
        void read(StatePart part, StateBuffer from);
    }

    private long read(StateBuffer from, Reading reading) {
        long last = 0;
        for (long number = from.getLong(); number != 0; number = from.getLong()) {
            long end = from.getLong() + from.position();
            int index = numbers.indexOf(number);
            StatePart part = index < 0 ? null : parts.get(index).get();
            if (part != null) {
                reading.read(part, from);
            }
            from.position(end);
            last = number;
        }
        return last;
    }
}
