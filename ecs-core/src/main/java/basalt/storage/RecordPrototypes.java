package basalt.storage;

import java.util.stream.Stream;

/**
 * The prototypes of the combinations of records that entities were spawned from, by the records' classes in the order
 * in which they were given. For the store's thread only.
 *
 * <p>A prototype that is in use is replaced by another one: that of a spawn whose records' accessors spawn from the
 * same classes, or that of a spawn that has thrown. The prototype of the last spawn is tried first. The others are in
 * an open-addressing hash table that is at most half full. At {@link #MAX} combinations the table is emptied, so that
 * programs that give many components in any order do not fill the heap.
 */
public final class RecordPrototypes {
    /** The maximum number of combinations in the table. */
    static final int MAX = 1024;

    private static final int FIRST_LENGTH = 16;

    private final Pools pools;
    private RecordPrototype last;
    private RecordPrototype[] table = new RecordPrototype[FIRST_LENGTH];
    private int count;

    /** An object without prototypes. */
    public RecordPrototypes(Rows rows) {
        pools = rows.pools();
        last = new RecordPrototype(new Class<?>[0], pools);
    }

    /**
     * The prototype for a spawn from one to four records, to be filled with them.
     *
     * @param b the second record's class; null if there is none
     * @param c the third record's class; null if there is none
     * @param d the fourth record's class; null if there is none
     */
    public RecordPrototype take(Class<?> a, Class<?> b, Class<?> c, Class<?> d) {
        RecordPrototype found = last;
        if (found.isInUse || !matches(found.types, a, b, c, d)) {
            found = find(a, b, c, d);
            last = found;
        }
        found.isInUse = true;
        return found;
    }

    /** The prototype for a spawn from any number of records, to be filled with them. */
    public RecordPrototype take(Record[] values) {
        RecordPrototype found = last;
        if (found.isInUse || !matches(found.types, values)) {
            found = find(values);
            last = found;
        }
        found.isInUse = true;
        return found;
    }

    private RecordPrototype find(Class<?> a, Class<?> b, Class<?> c, Class<?> d) {
        for (int i = slot(hash(hash(hash(hash(0, a), b), c), d)); table[i] != null; i = next(i)) {
            if (matches(table[i].types, a, b, c, d)) {
                return free(i);
            }
        }
        return add(
                b == null
                        ? new Class<?>[] {a}
                        : c == null
                                ? new Class<?>[] {a, b}
                                : d == null ? new Class<?>[] {a, b, c} : new Class<?>[] {a, b, c, d});
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

    private RecordPrototype find(Record[] values) {
        int hash = 0;
        for (Record value : values) {
            hash = hash(hash, value.getClass());
        }
        for (int i = slot(hash); table[i] != null; i = next(i)) {
            if (matches(table[i].types, values)) {
                return free(i);
            }
        }
        Class<?>[] types = new Class<?>[values.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = values[i].getClass();
        }
        return add(types);
    }

    private static boolean matches(Class<?>[] types, Record[] values) {
        if (types.length != values.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (types[i] != values[i].getClass()) {
                return false;
            }
        }
        return true;
    }

    /** The prototype at a place of the table; if it is in use, another one that replaces it. */
    private RecordPrototype free(int place) {
        if (table[place].isInUse) {
            table[place] = new RecordPrototype(table[place].types, pools);
        }
        return table[place];
    }

    private RecordPrototype add(Class<?>[] types) {
        RecordPrototype added = new RecordPrototype(types, pools); // may initialise a record's class, which may spawn
        if (count == MAX) {
            table = new RecordPrototype[FIRST_LENGTH];
            count = 0;
        } else if (2 * (count + 1) > table.length) {
            grow();
        }
        put(added);
        count++;
        return added;
    }

    private void grow() {
        RecordPrototype[] old = table;
        table = new RecordPrototype[2 * old.length];
        for (RecordPrototype prototype : old) {
            if (prototype != null) {
                put(prototype);
            }
        }
    }

    private void put(RecordPrototype prototype) {
        int hash = 0;
        for (Class<?> type : prototype.types) {
            hash = hash(hash, type);
        }
        int i = slot(hash);
        while (table[i] != null) {
            i = next(i);
        }
        table[i] = prototype;
    }

    /** Adds a class to the hash of those before it. */
    private static int hash(int before, Class<?> type) {
        return type == null ? before : 31 * before + type.hashCode();
    }

    private int slot(int hash) {
        return (hash ^ hash >>> 16) & table.length - 1;
    }

    private int next(int slot) {
        return slot + 1 & table.length - 1;
    }

    int count() {
        return count;
    }

    /**
     * The prototype of entities that are spawned from records of known classes, in a known order. Each spawn fills it
     * with its records.
     */
    public static final class RecordPrototype {
        final Class<?>[] types;
        final RowImage[] images;
        private final Prototype prototype;

        private final boolean hasReferences;

        boolean isInUse;

        RecordPrototype(Class<?>[] types, Pools pools) {
            this.types = types;
            images = new RowImage[types.length];
            for (int i = 0; i < types.length; i++) {
                images[i] = new RowImage(ColumnSet.ofRecords(types[i]));
                ColumnCheck.requireNoLink(images[i].component());
                requireOnce(images, i);
            }
            prototype = Prototype.refilled(images, pools);
            hasReferences = Stream.of(images).anyMatch(image -> image.columns().hasReferences());
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
