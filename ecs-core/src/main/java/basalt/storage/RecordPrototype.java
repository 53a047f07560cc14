package basalt.storage;

import java.util.stream.Stream;

/**
 * The prototype of entities that are spawned from records of known classes, in a known order. Each spawn fills it with
 * its records.
 */
public final class RecordPrototype {
    final Class<?>[] types;
    final RowImage[] images;
    private final Prototype prototype;

    private final boolean hasReferences;

    boolean isInUse;

    /** A prototype for records of these classes. */
    RecordPrototype(Class<?>[] types, Pools pools) {
        this.types = types;
        images = new RowImage[types.length];
        for (int i = 0; i < types.length; i++) {
            images[i] = new RowImage(ColumnSet.ofRecords(types[i]));
            LinkCheck.requireNoLink(images[i].component());
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

    /** The exception for two values of one component. */
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

    /** {@return the components and values of the next entity} */
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
