package basalt.world;

import basalt.component.layout.ValueType;
import basalt.internal.NoState;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.StateParts;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.LangUtil;
import org.agrona.collections.Object2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The resources of a world, such as a score, a settings object or a random generator: one object for each type, found
 * by exactly the class that it was put under.
 *
 * <pre>{@code
 * world.resources().put(new Score());                 // returns the object that was there before, here null
 * world.resources().get(Score.class).points++;
 * }</pre>
 *
 * <p>When the world closes it drops its resources, and closes those that it {@linkplain #own(Class, AutoCloseable)
 * owns}. Looking one up makes no garbage. Files and snapshots contain those that are records or {@link Restorable},
 * leave out objects of this library, such as a schedule, and refuse others, unless these are excluded.
 *
 * <p>For the world's thread. Systems that a schedule runs may look resources up, and declare the types that they use.
 * On another thread, and after the world was closed, every method throws {@link IllegalStateException}. All methods
 * throw {@link IllegalArgumentException} if a type or a value is null.
 */
public final class Resources {
    private final Store store;
    private final Map<Class<?>, Object> values = new Object2ObjectHashMap<>();

    /** The types whose objects the world closes, in the order in which they were put. */
    private final List<Class<?>> owned = new ArrayList<>();

    /** Whether a resource is being saved or restored by snapshots. */
    private boolean isCapturing;

    private final StateParts parts;
    private final State state = new State();

    Resources(Store store) {
        this.store = store;
        parts = store.rows().stateParts();
        parts.add(state);
    }

    /**
     * Puts an object under its own class.
     *
     * @return the object that was there before, or null; if the world owned it, it no longer does: close it
     * @throws IllegalArgumentException if its class has no name to look it up by, as that of a lambda
     */
    public <T> T put(T value) {
        return put(classOf(value), value);
    }

    /**
     * Puts an object under a type, such as an interface of it.
     *
     * @return the object that was there before, or null; if the world owned it, it no longer does: close it
     * @throws IllegalArgumentException if the object is not of the type
     */
    public <T> T put(Class<T> type, T value) {
        check(type, true);
        requireInstance(type, value);
        return replace(type, value);
    }

    /**
     * Puts an object under its own class, and lets the world close it.
     *
     * @return the object that was there before, or null; if the world owned it, it no longer does: close it
     * @throws IllegalArgumentException if its class has no name to look it up by, as that of a lambda
     */
    public <T extends AutoCloseable> T own(T value) {
        return own(classOf(value), value);
    }

    /**
     * Puts an object under a type, and lets the world close it before the world's memory is freed, last one first. If
     * the object is replaced or removed earlier, the caller closes it.
     *
     * @param value the object, which the world owns under no other type
     * @return the object that was there before, or null; if the world owned it, it no longer does: close it
     * @throws IllegalArgumentException if the object is not of the type, or the type is not closeable
     */
    public <T extends AutoCloseable> T own(Class<T> type, T value) {
        check(type, true);
        requireInstance(type, value);
        if (!AutoCloseable.class.isAssignableFrom(type)) { // an unchecked cast has hidden it
            throw new IllegalArgumentException("the type of a resource that the world owns must be closeable: type="
                    + type.getName() + "; name its own class");
        }
        T before = replace(type, value);
        owned.add(type);
        return before;
    }

    /**
     * The object of a type.
     *
     * @param type exactly the type that it was put under
     * @throws IllegalStateException if there is none
     */
    public <T> T get(Class<T> type) {
        T value = tryGet(type);
        if (value == null) {
            throw new IllegalStateException("the world has no resource " + type.getName()
                    + ": put one first, by resources().put(...) under exactly this type, or ask tryGet");
        }
        return value;
    }

    /**
     * The object of a type, if there is one.
     *
     * @param type exactly the type that it was put under
     * @return the object, or null
     */
    public <T> T tryGet(Class<T> type) {
        check(type, false);
        return type.cast(values.get(type));
    }

    /**
     * Removes an object.
     *
     * @param type exactly the type that it was put under
     * @return the removed object, or null; if the world owned it, it no longer does: close it
     */
    public <T> T remove(Class<T> type) {
        check(type, true);
        owned.remove(type);
        return type.cast(values.remove(type));
    }

    /** Why snapshots cannot contain a resource; null if they can. */
    private String whyNotCapturable(Class<?> type, Object value) {
        if (value instanceof Record) {
            return owned.contains(type)
                    ? " is owned by the world, and no restoration closes it: put() it and close it yourself"
                    : null;
        }
        return value instanceof Restorable
                ? null
                : " has a state that snapshots cannot contain: make it a record, let it implement Restorable";
    }

    /** Why files cannot contain a resource; null if they can. */
    private String whyNotSavable(Class<?> type, Object value) {
        if (!(value instanceof Record)) {
            return value instanceof Restorable
                    ? null
                    : " has a state that files cannot contain: make it a record, let it implement Restorable";
        }
        if (owned.contains(type)) {
            return " is owned by the world, which a file does not say: put() it and close it yourself";
        }
        if (value.getClass() != type) {
            return " was put under a type that is not its own, by which a file cannot make it: put it under "
                    + value.getClass().getSimpleName();
        }
        String field = ValueType.of(type).unsavable();
        return field == null
                ? null
                : " has a field that files cannot contain: " + field
                        + "; use primitives, strings, enums, Optional, List, Set, Map and" + " records";
    }

    /** Lets a resource write its state; returns the number of bytes. */
    private static int save(Class<?> type, Restorable resource, ExpandableArrayBuffer to) {
        int bytes = resource.save(to, 0);
        if (bytes < 0 || bytes > to.capacity()) {
            throw new IllegalStateException("resource " + type.getName() + " returned a wrong number of bytes from"
                    + " save(...): return how many it has written, 0 or more: bytes=" + bytes);
        }
        return bytes;
    }

    private List<Class<?>> byName(Set<Class<?>> except) {
        return values.keySet().stream()
                .filter(type -> !except.contains(type) && !isWithoutState(values.get(type)))
                .sorted(Comparator.comparing(Class::getName))
                .toList();
    }

    /** Restores an object that is put, if a file has its state. */
    private void restore(Class<?> type, Object value) {
        SavedRecord saved = parts.find(SavedRecord.RESTORABLE, type.getName());
        if (saved != null && value instanceof Restorable resource) {
            resource.restore(new UnsafeBuffer(saved.bytes()), 0, saved.bytes().length);
        }
        parts.taken(saved);
        parts.taken(parts.find(SavedRecord.RECORD, type.getName()));
    }

    private static boolean isWithoutState(Object value) {
        return value.getClass().isAnnotationPresent(NoState.class);
    }

    private boolean isCaptured(Map.Entry<Class<?>, Object> entry) {
        return entry.getValue() instanceof Record && !parts.isExcluded(entry.getKey());
    }

    /** The resources in snapshots and files: records, and the states of those that are {@link Restorable}. */
    private final class State implements StatePart {
        private final ExpandableArrayBuffer saved = new ExpandableArrayBuffer();
        private final UnsafeBuffer restored = new UnsafeBuffer(0, 0);
        private final Predicate<Map.Entry<Class<?>, Object>> isLater = this::isLater;

        @Override
        public void requireKeepable(Set<Class<?>> excluded, boolean isFile) {
            Class<?> first = null; // by name, so that the error is the same each time; a capture makes no garbage
            for (Class<?> type : values.keySet()) {
                if (!excluded.contains(type)
                        && whyNotKeepable(type, isFile) != null
                        && (first == null || type.getName().compareTo(first.getName()) < 0)) {
                    first = type;
                }
            }
            if (first != null) {
                throw new IllegalStateException("resource " + first.getName() + whyNotKeepable(first, isFile)
                        + ", or leave it out with " + StateParts.exclusion(first, isFile));
            }
        }

        private String whyNotKeepable(Class<?> type, boolean isFile) {
            Object value = values.get(type);
            if (isWithoutState(value)) {
                return null;
            }
            return isFile ? whyNotSavable(type, value) : whyNotCapturable(type, value);
        }

        /** Makes the records of files of all resources except those that are excluded. */
        @Override
        public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
            isCapturing = true;
            try {
                for (Class<?> type : byName(excluded)) {
                    to.accept(record(type, values.get(type)));
                }
            } finally {
                isCapturing = false;
            }
        }

        private SavedRecord record(Class<?> type, Object value) {
            ExpandableArrayBuffer state = new ExpandableArrayBuffer(); // zeroed: files have no bytes of others
            boolean isRecord = value instanceof Record;
            int length = isRecord
                    ? ValueType.of(type).encode(value, state, 0)
                    : Resources.save(type, (Restorable) value, state);
            byte[] bytes = new byte[length];
            state.getBytes(0, bytes);
            return new SavedRecord(isRecord ? SavedRecord.RECORD : SavedRecord.RESTORABLE, type.getName(), bytes);
        }

        /** A record is made from the file if the program has named its type. */
        @Override
        public int fit(SavedRecord record) {
            return record.kind().equals(SavedRecord.RECORD) && parts.resource(record.name()) != null ? 1 : 0;
        }

        @Override
        public void load(SavedRecord record) {
            Class<?> type = parts.resource(record.name());
            byte[] bytes = record.bytes();
            values.put(type, ValueType.of(type).decode('R', new UnsafeBuffer(bytes), 0, bytes.length));
        }

        @Override
        public void save(StateBuffer to) {
            isCapturing = true;
            try {
                saveAll(to);
            } finally {
                isCapturing = false;
            }
        }

        private void saveAll(StateBuffer to) {
            for (Map.Entry<Class<?>, Object> entry : values.entrySet()) {
                if (isCaptured(entry)) {
                    to.putLong(1);
                    to.putObject(entry.getKey());
                    to.putObject(entry.getValue());
                } else if (entry.getValue() instanceof Restorable resource && !parts.isExcluded(entry.getKey())) {
                    int bytes = Resources.save(entry.getKey(), resource, saved);
                    to.putLong(2);
                    to.putObject(entry.getKey());
                    to.putObject(resource);
                    to.putBuffer(saved, bytes);
                }
            }
            to.putLong(0);
        }

        /** Puts back the records and the restorable objects that were there, and restores the states of the latter. */
        @Override
        public void restore(StateBuffer from) {
            isCapturing = true;
            try {
                restoreAll(from);
            } finally {
                isCapturing = false;
            }
        }

        private void restoreAll(StateBuffer from) {
            values.entrySet().removeIf(isLater);
            for (long kind = from.getLong(); kind != 0; kind = from.getLong()) {
                Class<?> type = (Class<?>) from.getObject();
                Object value = from.getObject();
                values.put(type, value);
                if (value instanceof Restorable resource && kind == 2) {
                    from.getBuffer(restored);
                    try {
                        resource.restore(restored, 0, restored.capacity());
                    } finally {
                        restored.wrap(0, 0); // the resource may have kept it
                    }
                }
            }
        }

        /** Whether a resource is removed before the saved ones are put back. The world still closes what it owns. */
        private boolean isLater(Map.Entry<Class<?>, Object> entry) {
            return isCaptured(entry)
                    || entry.getValue() instanceof Restorable
                            && !parts.isExcluded(entry.getKey())
                            && !owned.contains(entry.getKey());
        }
    }

    /**
     * Drops all resources and closes the owned ones. All are closed; the first failure is thrown, with the others
     * suppressed.
     */
    void close() {
        List<AutoCloseable> closing = new ArrayList<>();
        owned.forEach(type -> closing.add(0, (AutoCloseable) values.get(type)));
        owned.clear();
        values.clear();
        Throwable problem = null;
        for (AutoCloseable resource : closing) {
            try {
                resource.close();
            } catch (Throwable e) {
                Throwable unchecked = unchecked(e, resource);
                if (problem == null) {
                    problem = unchecked;
                } else if (problem != unchecked) {
                    problem.addSuppressed(unchecked);
                }
            }
        }
        if (problem != null) {
            LangUtil.rethrowUnchecked(problem);
        }
    }

    private static Throwable unchecked(Throwable e, AutoCloseable resource) {
        return e instanceof RuntimeException || e instanceof Error
                ? e
                : new IllegalStateException(
                        "resource " + resource.getClass().getName()
                                + " could not be closed with its world: close it yourself, and put() it instead of"
                                + " own()",
                        e);
    }

    private <T> T replace(Class<T> type, T value) {
        restore(type, value);
        owned.remove(type);
        return type.cast(values.put(type, value));
    }

    /** Systems look resources up. Only the world's thread puts and removes them. */
    private void check(Class<?> type, boolean replaces) {
        if (replaces) {
            store.checkOwner(
                    "resources.put(...), own(...) or remove(...)",
                    "change the object that is there, put another one before the tick, or declare the system"
                            + " exclusive()");
            if (isCapturing) {
                throw new IllegalStateException(
                        "a resource cannot be put or removed while snapshots save or restore the"
                                + " resources; do it afterwards");
            }
        }
        if (type == null) {
            store.checkAccess();
            throw new IllegalArgumentException("a resource's type must not be null: type=null");
        }
        store.checkResource(type);
    }

    @SuppressWarnings("unchecked") // the class of a T is a class of Ts
    private static <T> Class<T> classOf(T value) {
        if (value == null) {
            throw new IllegalArgumentException("a resource must not be null; remove(type) takes one out");
        }
        Class<?> type = value.getClass();
        if (value instanceof Class<?> || type.isHidden() || type.isAnonymousClass()) {
            throw new IllegalArgumentException("a resource is found by its class, and no code would look for "
                    + type.getName() + ": name its type, put(Type.class, value)");
        }
        return (Class<T>) type;
    }

    private static void requireInstance(Class<?> type, Object value) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("a resource must be an instance of its type " + type.getName()
                    + ": value is "
                    + (value == null ? "null" : "of class " + value.getClass().getName()));
        }
    }
}
