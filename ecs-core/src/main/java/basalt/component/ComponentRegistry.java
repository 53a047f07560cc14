package basalt.component;

import basalt.component.codec.RecordAccess;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The components and event types by record class, and the names in use.
 *
 * <p>Lookup is lock-free. Registration checks everything before it takes a place in the layout, so a failed
 * registration changes nothing. The lock is never held while code of the user runs.
 */
final class ComponentRegistry {
    private static final ComponentRegistry PROCESS = new ComponentRegistry(Layout.process());

    private final Layout layout;
    private final Map<String, String> ownerByName = new HashMap<>();
    private final Map<String, WeakReference<Component<?>>> byName = new HashMap<>();
    private final ClassValue<Slot> slots = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    ComponentRegistry(Layout layout) {
        this.layout = layout;
    }

    static ComponentRegistry process() {
        return PROCESS;
    }

    /** The component of the class, registered with default options if it is not yet. */
    <T extends Record> Component<T> of(Class<T> type) {
        return requireComponent(known(type, false));
    }

    /** The event type of the class, registered if it is not yet. */
    <T extends Record> EventType<T> eventOf(Class<T> type) {
        Component<T> known = known(type, true);
        if (!known.isEvent()) {
            throw new IllegalArgumentException("record " + type.getName()
                    + " is registered as a component, not as an event type: give the events a record of their own, with"
                    + " EventType.of(...)");
        }
        return known.eventType();
    }

    /** The component or the event type with a name; null if there is none. */
    synchronized Component<?> named(String name) {
        WeakReference<Component<?>> known = byName.get(name);
        return known == null ? null : known.get();
    }

    private <T extends Record> Component<T> known(Class<T> type, boolean event) {
        Component<T> known = find(type);
        return known != null ? known : register(type, null, false, event, true);
    }

    private static <T extends Record> Component<T> requireComponent(Component<T> known) {
        if (known.isEvent()) {
            throw new IllegalArgumentException("record " + known.type().getName()
                    + " is registered as an event type, not as a component: send it by world.events(TYPE) or commands,"
                    + " or give the component a record of its own, with Component.of(...)");
        }
        return known;
    }

    /** The component of the class with these options, registered if it is not yet. */
    <T extends Record> Component<T> register(Class<T> type, String name, boolean sparse) {
        return register(type, name == null && type != null ? type.getName() : name, sparse, false, false);
    }

    /**
     * Registers a component with the links of a type of tree. There are several of one record, told apart by their
     * names; only the one that is named like the class is found by the class.
     */
    <T extends Record> Component<T> registerLink(Class<T> type, String name) {
        List<RecordField> fields = RecordField.allOf(type);
        RecordAccess access = RecordAccess.of(type);
        synchronized (this) {
            return add(type, name, fields, access, RecordKind.LINK, false);
        }
    }

    private <T extends Record> Component<T> register(
            Class<T> type, String name, boolean sparse, boolean event, boolean anyOptions) {
        requireRecord(type);
        initialise(type);
        Component<T> known = find(type);
        if (known == null) {
            String wanted = name == null ? type.getName() : name;
            List<RecordField> fields = RecordField.allOf(type);
            RecordAccess access = RecordAccess.of(type);
            synchronized (this) {
                known = find(type);
                if (known == null) {
                    return add(type, wanted, fields, access, event ? RecordKind.EVENT : RecordKind.COMPONENT, sparse);
                }
            }
        }
        if (!anyOptions) {
            requireSameOptions(requireComponent(known), name, sparse);
        }
        return known;
    }

    private <T extends Record> Component<T> add(
            Class<T> type,
            String name,
            List<RecordField> fields,
            RecordAccess access,
            RecordKind kind,
            boolean sparse) {
        boolean event = kind == RecordKind.EVENT;
        String owner = ownerByName.get(name);
        if (owner != null) {
            throw new IllegalArgumentException("component name " + name + " is taken by " + owner + ": give "
                    + describe(type)
                    + (event
                            ? " another, since events are named like their class"
                            : " another with Component.builder(" + type.getSimpleName() + ".class).name(\"...\")"));
        }
        ColumnPlacement placement = event ? layout.placeEvent(name, fields) : layout.place(name, fields, sparse);
        RecordSchema<T> schema = new RecordSchema<>(type, name, fields, access, placement, kind);
        Component<T> component = new Component<>(schema);
        ownerByName.put(name, describe(type));
        byName.put(name, new WeakReference<>(component));
        if (kind != RecordKind.LINK || name.equals(type.getName())) {
            slots.get(type).component = component;
        }
        return component;
    }

    @SuppressWarnings("unchecked") // a class's slot holds the component of this very class
    private <T extends Record> Component<T> find(Class<T> type) {
        requireNonNull(type);
        return (Component<T>) slots.get(type).component;
    }

    private static void requireRecord(Class<?> type) {
        requireNonNull(type);
        if (!type.isRecord()) {
            throw new IllegalArgumentException("a component or an event must be a record: " + type.getName()
                    + " is not one, declare it as record " + type.getSimpleName() + "(...)");
        }
        if (Column.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException(
                    "a " + type.getSimpleName() + " describes a component and is not a value of one;"
                            + " add tags and zeroed components by world.add(entity, TYPE), or give a record such as"
                            + " new Frozen()");
        }
    }

    private static void requireNonNull(Class<?> type) {
        if (type == null) {
            throw new IllegalArgumentException(
                    "the record class of a component or an event must not be null: type=null");
        }
    }

    private static void requireSameOptions(Component<?> known, String name, boolean sparse) {
        boolean wanted = sparse && known.bytesPerRow() > 0;
        if (!known.name().equals(name) || known.isSparse() != wanted) {
            throw new IllegalArgumentException("record " + known.type().getName() + " is registered as "
                    + describeOptions(known.name(), known.isSparse()) + " already, not as "
                    + describeOptions(name, wanted)
                    + ": register it once, in a constant of the record, and use that");
        }
    }

    /** Runs the record's static initialiser, so that a record which registers itself does so with its own options. */
    private static void initialise(Class<?> type) {
        if (type.isHidden()) {
            return;
        }
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("record " + type.getName() + " is not known to its own class loader", e);
        }
    }

    private static String describe(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return "record " + type.getName() + " of class loader " + (loader == null ? "bootstrap" : loader);
    }

    private static String describeOptions(String name, boolean sparse) {
        return (sparse ? "sparse" : "dense") + " component " + name;
    }

    /** Holds the component of a class. */
    private static final class Slot {
        private volatile Component<?> component;
    }
}
