package basalt.storage;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The prototypes of the combinations of records that entities were spawned from, by the records' classes in the order
 * in which they were given. For one thread: the store's, or that of a queue of commands, which uses the images only.
 *
 * <p>The records' accessors can be user code. All values are read before anything is changed. One to four records need
 * no array, so that a spawn makes no garbage. Without exception handlers the methods are small enough for the JIT to
 * inline, and then it need not make the records.
 *
 * <p>A prototype that is in use is replaced by another one: that of a spawn whose records' accessors spawn from the
 * same classes, or that of a spawn that has thrown. The prototype of the last spawn is tried first. At {@link #MAX}
 * combinations all are forgotten, so that programs that give many components in any order do not fill the heap.
 */
public final class RecordPrototypes {
    static final int MAX = 1024;

    private final Pools pools;
    private RecordPrototype last;

    /** The classes that a prototype is looked for: one list, so that a look-up makes no garbage. */
    private final ArrayList<Class<?>> wanted = new ArrayList<>(4);

    private final Map<List<Class<?>>, RecordPrototype> byTypes = new HashMap<>();

    public RecordPrototypes(Rows rows) {
        pools = rows.pools();
        last = new RecordPrototype(new Class<?>[0], pools);
    }

    public RecordPrototype fill(Record a) {
        RecordPrototype filled = take(type(a), null, null, null);
        filled.read(0, a);
        return filled;
    }

    public RecordPrototype fill(Record a, Record b) {
        RecordPrototype filled = take(type(a), type(b), null, null);
        filled.read(0, a);
        filled.read(1, b);
        return filled;
    }

    public RecordPrototype fill(Record a, Record b, Record c) {
        RecordPrototype filled = take(type(a), type(b), type(c), null);
        filled.read(0, a);
        filled.read(1, b);
        filled.read(2, c);
        return filled;
    }

    public RecordPrototype fill(Record a, Record b, Record c, Record d) {
        RecordPrototype filled = take(type(a), type(b), type(c), type(d));
        filled.read(0, a);
        filled.read(1, b);
        filled.read(2, c);
        filled.read(3, d);
        return filled;
    }

    public RecordPrototype fill(Record[] values) {
        if (values == null) {
            throw new IllegalArgumentException("spawn() got null instead of values");
        }
        for (Record value : values) {
            type(value);
        }
        RecordPrototype filled = take(values);
        for (int i = 0; i < values.length; i++) {
            filled.read(i, values[i]);
        }
        return filled;
    }

    private static Class<?> type(Record value) {
        if (value == null) {
            throw ColumnSet.noValue();
        }
        return value.getClass();
    }

    /**
     * The prototype for a spawn from one to four records, to be filled with them.
     *
     * @param b the second record's class; null if there is none
     * @param c the third record's class; null if there is none
     * @param d the fourth record's class; null if there is none
     */
    RecordPrototype take(Class<?> a, Class<?> b, Class<?> c, Class<?> d) {
        if (last.isInUse || !matches(last.types, a, b, c, d)) {
            wanted.clear();
            add(a);
            add(b);
            add(c);
            add(d);
            last = find();
        }
        last.isInUse = true;
        return last;
    }

    private static boolean matches(Class<?>[] types, Class<?> a, Class<?> b, Class<?> c, Class<?> d) {
        int n = types.length;
        return n > 0
                && n <= 4
                && types[0] == a
                && (n > 1 ? types[1] : null) == b
                && (n > 2 ? types[2] : null) == c
                && (n > 3 ? types[3] : null) == d;
    }

    /** The prototype for records of these classes, to be filled with them. */
    public RecordPrototype take(Class<?>[] types) {
        if (last.isInUse || last.types != types && !Arrays.equals(last.types, types)) {
            wanted.clear();
            Collections.addAll(wanted, types);
            last = find();
        }
        last.isInUse = true;
        return last;
    }

    RecordPrototype take(Record[] values) {
        if (last.isInUse || !matches(last.types, values)) {
            wanted.clear();
            for (Record value : values) {
                wanted.add(value.getClass());
            }
            last = find();
        }
        last.isInUse = true;
        return last;
    }

    private static boolean matches(Class<?>[] types, Record[] values) {
        boolean matches = types.length == values.length;
        for (int i = 0; matches && i < types.length; i++) {
            matches = types[i] == values[i].getClass();
        }
        return matches;
    }

    private void add(Class<?> type) {
        if (type != null) {
            wanted.add(type);
        }
    }

    /** The prototype for the wanted classes; if it is in use, another one that replaces it. */
    private RecordPrototype find() {
        RecordPrototype known = byTypes.get(wanted);
        if (known != null && !known.isInUse) {
            return known;
        }
        List<Class<?>> types = new ArrayList<>(wanted);
        RecordPrototype added =
                new RecordPrototype(types.toArray(Class<?>[]::new), pools); // may initialise a class, which may spawn
        if (byTypes.size() == MAX) {
            byTypes.clear();
        }
        byTypes.put(types, added);
        return added;
    }

    int count() {
        return byTypes.size();
    }

    /**
     * The prototype of entities that are spawned from records of known classes, in a known order. Each spawn fills it
     * with its records.
     */
    public static final class RecordPrototype {
        final Class<?>[] types;
        final RowImage[] images;
        private final Pools pools;
        private final int[] ids;
        private final boolean hasReferences;

        /** Made at the first use, on the store's thread. */
        private Prototype prototype;

        /** The last one in which all components were found. */
        private RowAllocator checked;

        boolean isInUse;

        RecordPrototype(Class<?>[] types, Pools pools) {
            this.types = types;
            images = new RowImage[types.length];
            for (int i = 0; i < types.length; i++) {
                images[i] = new RowImage(ColumnSet.ofRecords(types[i]));
                Pools.requireNoLink(images[i].component());
                requireOnce(images, i);
            }
            this.pools = pools;
            ids = Stream.of(images)
                    .mapToInt(image -> image.component().id())
                    .sorted()
                    .toArray();
            hasReferences = Stream.of(images).anyMatch(image -> image.columns().isOwning());
        }

        public Class<?>[] types() {
            return types;
        }

        /** {@return the ids of the components, ascending; must not be modified} */
        public int[] ids() {
            return ids;
        }

        public List<Component<?>> components() {
            return Stream.of(images).<Component<?>>map(RowImage::component).toList();
        }

        /** {@return the images of the records; must not be modified} */
        public RowImage[] images() {
            return images;
        }

        public boolean has(ComponentInfo component) {
            return Arrays.binarySearch(ids, component.id()) >= 0;
        }

        /** Throws unless the entities of an allocator have all components, or may have any. */
        public void requireIn(RowAllocator allocator) {
            if (allocator != checked) {
                int[] known = allocator.prototype().ids();
                for (RowImage image : images) {
                    if (Arrays.binarySearch(known, image.component().id()) < 0) {
                        throw new IllegalArgumentException("component "
                                + image.component().name() + " is none of the template or of the prefab's root, which"
                                + " have " + allocator.components() + "; make the template with it, or add it to the"
                                + " entity afterwards");
                    }
                }
                checked = allocator;
            }
        }

        /** The components of an entity that is spawned in an allocator with these values. */
        public Prototype in(RowAllocator allocator) {
            return allocator.prototype().ids().length == 0 ? prototype() : allocator.prototype();
        }

        /** Writes the values to a row that has the components. */
        public void write(long place) {
            for (RowImage image : images) {
                pools.writeReserved(Place.base(place), Place.word(place), Place.bit(place), image);
            }
        }

        private static void requireOnce(RowImage[] images, int last) {
            for (int i = 0; i < last; i++) {
                if (images[i].component() == images[last].component()) {
                    throw givenTwice(images[last]);
                }
            }
        }

        public static IllegalArgumentException givenTwice(RowImage image) {
            return new IllegalArgumentException(
                    "component " + image.component().name() + " is given twice; an entity has it once");
        }

        /** Fills the prototype with the values of a record. Its accessors run here, and can be user code. */
        public void read(int place, Record value) {
            if (value == null || value.getClass() != types[place]) {
                throw changed();
            }
            images[place].read(value);
        }

        private static IllegalArgumentException changed() {
            return new IllegalArgumentException("the array of values has changed while they were read: the accessors of"
                    + " records must not change it");
        }

        public Prototype prototype() {
            if (prototype == null) {
                prototype = Prototype.refilled(images, pools);
            }
            return prototype;
        }

        /** Ends a use: the prototype holds no references any more, and can be filled again. */
        public void release() {
            if (hasReferences) {
                for (RowImage image : images) {
                    image.clearReferences();
                }
            }
            isInUse = false;
        }
    }
}
