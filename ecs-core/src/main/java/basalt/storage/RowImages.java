package basalt.storage;

import basalt.component.Component;
import java.util.Arrays;

/**
 * The images that calls on one thread fill with records, one for each component, so that the calls make no garbage.
 *
 * <p>An image that is in use is replaced by another one: that of a call whose record's accessor makes a call for the
 * same component, or that of a call that has thrown.
 *
 * <p>A small table, direct-mapped by the hash of the record's class, is faster than the way from a class to its
 * component.
 */
public final class RowImages {
    private static final int RECENT = 64;

    private RowImage[] byId = new RowImage[0];

    /** The images that were used last, by the hash of their records' classes. */
    private final RowImage[] recent = new RowImage[RECENT];

    /** An object without images. */
    public RowImages() {}

    public RowImage take(Record value) {
        if (value == null) {
            throw ColumnSet.noValue();
        }
        Class<?> type = value.getClass();
        RowImage image = recent[type.hashCode() & RECENT - 1];
        if (image == null || image.type() != type || image.isInUse) {
            image = find(type);
        }
        image.isInUse = true;
        return image;
    }

    public RowImage take(Component<?> component) {
        RowImage image = component.id() < byId.length ? byId[component.id()] : null;
        if (image == null || image.isInUse || image.component() != component) {
            image = find(ColumnSet.of(component));
        }
        image.isInUse = true;
        return image;
    }

    /** The image for a class of records. It does not get the record, which the JIT then need not make. */
    private RowImage find(Class<?> type) {
        RowImage found = find(ColumnSet.ofRecords(type));
        recent[type.hashCode() & RECENT - 1] = found;
        return found;
    }

    /** The image with these columns. One that is in use is replaced by another one. */
    private RowImage find(ColumnSet set) {
        if (set.id() >= byId.length) {
            byId = Arrays.copyOf(byId, set.id() + 1);
        }
        RowImage known = byId[set.id()];
        if (known == null || known.isInUse) {
            known = new RowImage(set);
            byId[set.id()] = known;
        }
        return known;
    }
}
