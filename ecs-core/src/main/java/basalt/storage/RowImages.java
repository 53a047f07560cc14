package basalt.storage;

import java.util.Arrays;

/**
 * The images that calls on one thread fill with records, one for each component, so that the calls make no garbage. A
 * call that an accessor of the same component makes meanwhile gets an image of its own.
 */
public final class RowImages {
    private RowImage[] byId = new RowImage[0];

    /** An object without images. */
    public RowImages() {}

    /**
     * An image to be filled with a record.
     *
     * @param value the record; its class is registered as a component if necessary
     * @return an image of its component; call {@link RowImage#release()} after use
     * @throws IllegalArgumentException if the record is null or that of an event type
     */
    public RowImage take(Record value) {
        return take(ColumnSet.of(value));
    }

    /**
     * An image with the columns of a component.
     *
     * @param set its columns
     * @return an image; call {@link RowImage#release()} after use
     */
    public RowImage take(ColumnSet set) {
        RowImage image = set.id() < byId.length ? byId[set.id()] : null;
        if (image == null || image.isInUse) {
            image = add(set);
        }
        image.isInUse = true;
        return image;
    }

    /** Replaces an image that is in use by another one. */
    private RowImage add(ColumnSet set) {
        if (set.id() >= byId.length) {
            byId = Arrays.copyOf(byId, set.id() + 1);
        }
        byId[set.id()] = new RowImage(set);
        return byId[set.id()];
    }
}
