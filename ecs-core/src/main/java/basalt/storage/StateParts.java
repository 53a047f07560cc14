package basalt.storage;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.LongArrayList;

/**
 * The parts of a world's state besides its rows, in snapshots and in files. A part is kept as long as it is reachable.
 * One that was added after a snapshot is told when the snapshot is restored. What was loaded from a file waits until
 * the program makes the part that it belongs to.
 *
 * <pre>
 *   in a snapshot: number of the part, bytes, what the part has written; again for each part; 0
 * </pre>
 *
 * <p>For the world's thread.
 */
public final class StateParts {
    private final List<WeakReference<StatePart>> parts = new ArrayList<>();

    /** For each part its number, which is never that of another one. */
    private final LongArrayList numbers = new LongArrayList();

    private long lastNumber;

    /** The types of resources, components and events that snapshots leave out, or whose references they do. */
    private Set<Class<?>> excluded = Set.of();

    private final List<SavedRecord> waiting = new ArrayList<>();
    private boolean skipsUnknown;

    /** The ids of the components and event types that the world has used, by their names, which files have. */
    private final Map<String, Integer> used = new HashMap<>();

    private Map<String, Class<?>> resources = Map.of();

    public StateParts() {}

    /** Adds a part, which takes the one of the waiting records that fits best. */
    public void add(StatePart part) {
        remove(null);
        parts.add(new WeakReference<>(part));
        numbers.addLong(++lastNumber);
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

    public void remove(StatePart part) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).get() == part) {
                parts.remove(i);
                numbers.removeAt(i);
            }
        }
    }

    /** What snapshots leave out from now on. */
    public void exclude(Set<Class<?>> types) {
        excluded = types;
    }

    public boolean isExcluded(Class<?> type) {
        return excluded.contains(type);
    }

    /** Throws if the world has used another component or event type of this name, whose class loader was given up. */
    public void requireNoOther(ComponentInfo type) {
        if (used.computeIfAbsent(type.name(), name -> type.id()) != type.id()) {
            throw new IllegalStateException("the world has used " + type.name() + " of a class loader that was given"
                    + " up: save the world, and load it with the new class");
        }
    }

    /** Throws if objects of a component or an event type cannot be kept. */
    public static void requireCodecs(String kind, Component<?> type, Set<Class<?>> except, boolean isFile) {
        if (!type.hasReferences() || except.contains(type.type())) {
            return;
        }
        for (Column column : type.columns()) {
            try {
                if (column instanceof ReferenceColumn<?> reference) {
                    reference.codec();
                }
            } catch (IllegalStateException e) {
                throw new IllegalStateException(
                        kind + type.name() + " has objects that " + (isFile ? "files" : "snapshots")
                                + " cannot contain: " + e.getMessage() + "; or exclude the references with "
                                + exclusion(type.type(), isFile),
                        e);
            }
        }
    }

    /** The call that leaves a type out. */
    public static String exclusion(Class<?> type, boolean isFile) {
        return (isFile ? "SaveOptions.exclude(" : "Saves.snapshots(world, capacity, ") + type.getSimpleName()
                + ".class)";
    }

    /** Throws if a part has something that cannot be kept. */
    public void requireKeepable(Set<Class<?>> except, boolean isFile) {
        for (int i = 0; i < parts.size(); i++) {
            StatePart part = parts.get(i).get();
            if (part != null) {
                part.requireKeepable(except, isFile);
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

    /** Makes the records of all parts, and those that wait. */
    public List<SavedRecord> save(Set<Class<?>> except) {
        List<SavedRecord> records = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            StatePart part = parts.get(i).get();
            if (part != null) {
                part.save(records::add, except);
            }
        }
        records.addAll(waiting);
        records.sort(Comparator.comparing(SavedRecord::kind).thenComparing(SavedRecord::name));
        return records;
    }

    /** Begins a load. */
    public void beginLoad(boolean skips, Map<String, Class<?>> types) {
        skipsUnknown = skips;
        resources = types;
    }

    public boolean skipsUnknown() {
        return skipsUnknown;
    }

    /** The type of a resource that is made from a record. Returns null if the program has not named it. */
    public Class<?> resource(String name) {
        return resources.get(name);
    }

    /** Loads a record: the part takes it, or it waits. */
    public void load(SavedRecord saved) {
        for (int i = 0; i < parts.size(); i++) {
            StatePart part = parts.get(i).get();
            if (part != null && part.fit(saved) > 0) {
                part.load(saved);
                return;
            }
        }
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

    /** Removes a record that waits, because its part has taken it. */
    public void taken(SavedRecord saved) {
        waiting.remove(saved);
    }

    public List<SavedRecord> waiting() {
        return List.copyOf(waiting);
    }
}
