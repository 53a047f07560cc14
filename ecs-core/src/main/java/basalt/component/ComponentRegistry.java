package basalt.component;

import basalt.component.ComponentInfo.Kind;
import basalt.component.layout.ComponentAreas;
import basalt.component.layout.RecordAccess;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The components and event types by record class, and the names in use.
 *
 * <p>Lookup is lock-free. Registration checks everything before it takes a place in the layout, so a failed
 * registration changes nothing. The lock is never held while code of the user runs.
 */
final class ComponentRegistry {
    private static final ComponentRegistry PROCESS = new ComponentRegistry(new Layout(ComponentAreas.process()));

    /** The components of the library, which are registered when they are first used or looked up by name. */
    private static final List<String> OF_LIBRARY = List.of(
            "basalt.component.ChildOf",
            "basalt.component.TreeNode",
            "basalt.world.Name",
            "basalt.text.InstanceOf",
            "basalt.feed.Mirrored");

    /** So many look-ups of a class are checked for a copied constant; the check is too slow for more. */
    private static final int CHECKED_LOOKUPS = 100;

    private final Layout layout;
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

    /** The component of the class, if it is registered when the class is initialised; null if there is none. */
    Component<?> tryFind(Class<? extends Record> type) {
        requireRecord(type);
        if (find(type) == null && !type.isHidden()) {
            RecordAccess.initialise(type.getName(), type.getClassLoader());
        }
        Component<?> known = find(type);
        return known == null || known.isEvent() ? null : known;
    }

    /** The component or the event type with a name; null if there is none. */
    Component<?> named(String name) {
        if (name != null && OF_LIBRARY.contains(name)) {
            RecordAccess.initialise(name, ComponentRegistry.class.getClassLoader());
        }
        return registered(name);
    }

    private synchronized Component<?> registered(String name) {
        WeakReference<Component<?>> known = byName.get(name);
        return known == null ? null : known.get(); // null also if its class loader is garbage
    }

    /** Frees the names of the components and event types of a class loader, which stay known by their classes. */
    int release(ClassLoader loader) {
        if (loader == null || loader == ComponentRegistry.class.getClassLoader()) {
            throw new IllegalArgumentException("only the class loader of a plugin can be given up, not that of this"
                    + " library or the JVM: loader=" + loader);
        }
        synchronized (this) {
            int count = byName.size();
            byName.values().removeIf(known -> {
                Component<?> component = known.get();
                return component != null && component.type().getClassLoader() == loader;
            });
            return count - byName.size();
        }
    }

    @SuppressWarnings("unchecked") // a class's slot holds the component of this very class
    private <T extends Record> Component<T> known(Class<T> type, boolean event) {
        requireNonNull(type);
        Slot slot = slots.get(type);
        Component<T> known = (Component<T>) slot.component;
        if (known == null) {
            return register(type, null, false, event, true);
        }
        if (slot.lookups < CHECKED_LOOKUPS) {
            slot.lookups++;
            CopiedConstant.requireNoneInCaller(type);
        }
        return known;
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
        List<RecordField> fields = RecordField.allOf(type, false);
        synchronized (this) {
            return add(type, name, fields, Kind.LINK, false);
        }
    }

    private <T extends Record> Component<T> register(
            Class<T> type, String name, boolean sparse, boolean event, boolean anyOptions) {
        requireRecord(type);
        if (!type.isHidden()) {
            RecordAccess.initialise(type.getName(), type.getClassLoader());
        }
        CopiedConstant.requireNoneInCaller(type);
        Component<T> known = find(type);
        if (known == null) {
            requireNoBundle(type);
            CopiedConstant.requireNone(type);
            String wanted = name == null ? type.getName() : name;
            List<RecordField> fields = RecordField.allOf(type, event);
            if (event) {
                RecordField.requireNoList(type, fields);
            }
            synchronized (this) {
                known = find(type);
                if (known == null) {
                    return add(type, wanted, fields, event ? Kind.EVENT : Kind.COMPONENT, sparse);
                }
            }
        }
        if (!anyOptions) {
            requireSameOptions(requireComponent(known), name, sparse);
        }
        return known;
    }

    private <T extends Record> Component<T> add(
            Class<T> type, String name, List<RecordField> fields, Kind kind, boolean sparse) {
        boolean event = kind == Kind.EVENT;
        Component<?> owner = registered(name);
        if (owner != null) {
            throw taken(name, owner.type(), type, event);
        }
        Layout.Placement placement = event ? layout.placeEvent(name, fields) : layout.place(name, fields, sparse);
        Component<T> component = new Component<>(type, name, fields, placement, kind);
        byName.put(name, new WeakReference<>(component));
        if (kind != Kind.LINK || name.equals(type.getName())) {
            slots.get(type).component = component;
        }
        return component;
    }

    private static IllegalArgumentException taken(String name, Class<?> owner, Class<?> type, boolean event) {
        String another = event
                ? " another, since events are named like their class"
                : " another with Component.builder(" + type.getSimpleName() + ".class).name(\"...\")";
        String reload = owner.getName().equals(type.getName())
                ? "; to reload the class, close the worlds that use it, and drop its first class loader, whose name is"
                        + " free again once it is garbage collected (System.gc()), or call Component.release(loader)"
                : "";
        return new IllegalArgumentException("component name " + name + " is taken by " + describe(owner) + ": give "
                + describe(type) + another + reload);
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

    /** Throws if a query was made that takes the record for a bundle of components, and so does not look for it. */
    private static void requireNoBundle(Class<?> type) {
        if (RecordAccess.isBundle(type)) {
            throw new IllegalArgumentException("record " + type.getName() + " was named in a query before it was a"
                    + " component, and taken for a bundle, since its fields are records: declare Component<"
                    + type.getSimpleName() + "> TYPE = Component.of(" + type.getSimpleName()
                    + ".class) in the record, or use it before the query");
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
        private int lookups; // races only lose counts
    }

    /**
     * Finds the constant of a record that was copied from another record and not changed, such as {@code
     * Component<Position> TYPE} in {@code Velocity}. The compiler accepts it, and velocities would be written to
     * positions.
     */
    static final class CopiedConstant {
        private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        private static final Set<Class<?>> REGISTRATION = Set.of(
                CopiedConstant.class,
                ComponentRegistry.class,
                Component.class,
                Component.Builder.class,
                EventType.class);

        private CopiedConstant() {}

        /** Throws if code of a record asks for the type of another one, and the record has a copied constant. */
        static void requireNoneInCaller(Class<?> type) {
            Class<?> caller = STACK.walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(declaring -> !REGISTRATION.contains(declaring))
                    .findFirst()
                    .orElse(type));
            if (caller != type && caller.isRecord()) {
                requireNone(caller);
            }
        }

        /**
         * Throws if a record has no constant with its own type or one of its columns, and one with another's, which is
         * called TYPE or has the same name there.
         */
        static void requireNone(Class<?> record) {
            Field copied = null;
            for (Field constant : record.getDeclaredFields()) {
                Class<?> described = describedBy(constant);
                if (described == record) {
                    return;
                }
                String name = constant.getName();
                if (described != null && (name.equals("TYPE") || hasConstant(described, name))) {
                    copied = constant;
                }
            }
            if (copied != null) {
                throw new IllegalArgumentException("record " + record.getName() + " has a constant " + copied.getName()
                        + " for record " + describedBy(copied).getName() + ", and none for itself: was the line copied?"
                        + " write " + record.getSimpleName() + " there in both places, or rename the constant");
            }
        }

        private static boolean hasConstant(Class<?> record, String name) {
            return Arrays.stream(record.getDeclaredFields())
                    .anyMatch(field -> field.getName().equals(name) && isConstant(field));
        }

        private static boolean isConstant(Field field) {
            return Modifier.isStatic(field.getModifiers())
                    && (RecordType.class.isAssignableFrom(field.getType())
                            || Column.class.isAssignableFrom(field.getType()));
        }

        /** The record of a constant with a component, an event type or a column; null for others, or if unknown. */
        private static Class<?> describedBy(Field field) {
            if (!isConstant(field)) {
                return null;
            }
            Object value = value(field);
            if (value instanceof RecordType<?> type) {
                return type.type();
            } else if (value instanceof Column column) {
                return column.component().type();
            }
            return field.getGenericType() instanceof ParameterizedType type
                            && type.getActualTypeArguments()[0] instanceof Class<?> record
                            && record.isRecord()
                    ? record
                    : null;
        }

        /** The value of a constant; null if it has none yet, or cannot be read. */
        private static Object value(Field field) {
            try {
                return field.trySetAccessible() ? field.get(null) : null;
            } catch (IllegalAccessException e) {
                return null;
            }
        }
    }
}
