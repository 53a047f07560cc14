package basalt.storage;

import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.RowImage.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The components and values of new entities, flattened so that a spawn writes them in one pass. Components with
 * references or lists are kept as separate images. Immutable, except for one that is {@link #refilled}.
 */
public final class Prototype {
    private final int[] ids;
    private final Lanes lanes;
    private final long[] values;
    private final RowImage[] images;
    private final RowImage[] separate;
    private final BlockSize blockSize;
    private final boolean hasLists;

    public Prototype(List<RowImage> images, Pools pools) {
        this(images.toArray(RowImage[]::new), pools, image -> image.columns().isOwning());
    }

    private Prototype(RowImage[] images, Pools pools, Predicate<RowImage> isSeparate) {
        List<RowImage> plain = new ArrayList<>();
        List<RowImage> special = new ArrayList<>();
        for (RowImage image : images) {
            pools.register(image.columns());
            (isSeparate.test(image) ? special : plain).add(image);
        }
        this.images = images;
        ids = Stream.of(images).mapToInt(image -> image.columns().id()).sorted().toArray();
        blockSize = BlockSize.of(ids);
        lanes = new Lanes(
                plain.stream()
                        .flatMap(image -> image.component().columns().stream())
                        .toList(),
                ColumnSet::laneCount);
        values = new long[lanes.count()];
        int declared = 0;
        for (RowImage image : plain) {
            for (int lane = 0; lane < image.columns().valueLanes().count(); lane++) {
                values[lanes.position(declared++)] = image.value(lane);
            }
        }
        separate = special.toArray(RowImage[]::new);
        hasLists = special.stream().anyMatch(RowImage::hasLists);
    }

    /** A prototype whose values change: those that its images have at the time of a spawn, so nothing is flattened. */
    static Prototype refilled(RowImage[] images, Pools pools) {
        return new Prototype(images, pools, image -> true);
    }

    public int[] ids() {
        return ids;
    }

    public long entity(EntityColumn column) {
        for (RowImage image : images) {
            if (image.component() == column.component()) {
                return image.entity(column);
            }
        }
        return Entity.NULL;
    }

    BlockSize blockSize() {
        return blockSize;
    }

    /** Whether some component has references or lists, so that rows cannot be prepared before their spawn. */
    boolean hasSeparate() {
        return separate.length > 0;
    }

    /** Writes the values to the columns of rows that have no entity. There must be no separate images. */
    void writeColumns(long base, int word, long rows) {
        lanes.write(base, word, rows, values);
    }

    public boolean hasLists() {
        return hasLists;
    }

    /** {@return the images of its components; must not be modified} */
    public RowImage[] images() {
        return images;
    }

    /** Adds the components to new rows, after {@link Pools#makeRoom} and {@link Pools#reserve}. */
    void write(long base, int word, long rows, Pools pools) {
        for (int id : ids) {
            pools.insert(base, word, rows, id);
        }
        lanes.write(base, word, rows, values);
        for (RowImage image : separate) {
            image.columns().zeroLists(base, word, rows);
            pools.writeReserved(base, word, rows, image);
        }
    }
}
