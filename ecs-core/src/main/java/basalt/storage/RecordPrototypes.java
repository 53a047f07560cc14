package basalt.storage;

import java.util.Arrays;
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
    /** The classes that a prototype is looked for. */
    private Class<?>[] wanted = new Class<?>[4];

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
        if (last.isInUse || !matches(last.types, a, b, c, d)) {
            wanted[0] = a;
            wanted[1] = b;
            wanted[2] = c;
            wanted[3] = d;
            last = find(b == null ? 1 : c == null ? 2 : d == null ? 3 : 4);
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

    /** The prototype for a spawn from any number of records, to be filled with them. */
    public RecordPrototype take(Record[] values) {
        if (last.isInUse || !matches(last.types, values)) {
            wanted = wanted.length < values.length ? new Class<?>[values.length] : wanted;
            for (int i = 0; i < values.length; i++) {
                wanted[i] = values[i].getClass();
            }
            last = find(values.length);
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
    /** The prototype for the first of the wanted classes. */
    private RecordPrototype find(int count) {
        for (int i = slot(hash(wanted, count)); table[i] != null; i = next(i)) {
            if (isWanted(table[i].types, count)) {
                return free(i);
            }
        }
        return add(Arrays.copyOf(wanted, count));
    }

    private boolean isWanted(Class<?>[] types, int count) {
        return Arrays.equals(types, 0, types.length, wanted, 0, count);
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
        int i = slot(hash(prototype.types, prototype.types.length));
        while (table[i] != null) {
            i = next(i);
        }
        table[i] = prototype;
    }

    private static int hash(Class<?>[] types, int count) {
        int hash = 0;
        for (int i = 0; i < count; i++) {
            hash = 31 * hash + types[i].hashCode();
        }
        return hash;
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
                Pools.requireNoLink(images[i].component());
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
