package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * The values of one record: the raw bits of each lane, and the references. Can be written to any number of rows.
 *
 * <p>Templates keep their images, which then never change. The images of {@link RowImages} are used again: {@link
 * #read} or {@link #unpack} fills them.
 */
public final class RowImage {
    private static final Object[] NO_REFERENCES = {};

    private final ColumnSet set;
    private final Component<?> component;
    private final Class<?> type;

    /** Null if the image is never filled with a record. */
    private final RecordEncoder encoder;

    private final long[] values;
    private final Object[] references;

    /** Whether a call uses this image, which is one of {@link RowImages}. */
    boolean isInUse;

    /** An image with all values zero and null, to be filled with records. */
    RowImage(ColumnSet set) {
        this(set, set.encoder());
    }

    private RowImage(ColumnSet set, RecordEncoder encoder) {
        this.set = set;
        this.encoder = encoder;
        this.component = set.component();
        this.type = component.type();
        this.values = new long[set.lanes().count()];
        this.references = set.hasReferences() ? new Object[set.referenceSlots().length] : NO_REFERENCES;
    }

    public static RowImage of(Record value) {
        return of(ColumnSet.of(value), value);
    }

    public static RowImage of(Component<?> component, Record value) {
        return of(ColumnSet.of(component), value);
    }

    private static RowImage of(ColumnSet set, Record value) {
        RowImage image = new RowImage(set);
        image.read(value);
        return image;
    }

    /** The image with all values zero and null. */
    public static RowImage zero(Component<?> component) {
        return new RowImage(ColumnSet.of(component), null);
    }

    public static RowImage of(Component<?> component, long place, References references) {
        RowImage image = zero(component);
        image.set.lanes().read(Place.base(place), Place.row(place), image.values);
        for (int i = 0; i < image.references.length; i++) {
            int slot = image.set.referenceSlots()[i];
            image.references[i] = references.get(slot, Blocks.index(Place.base(place)), Place.row(place));
        }
        return image;
    }

    long entity(Column column) {
        int lane = 0;
        for (Column other : component.columns()) {
            if (other == column) {
                return value(lane);
            }
            lane += other.kind() == ColumnKind.REFERENCE ? 0 : other.length();
        }
        throw new IllegalArgumentException("no column of " + component.name() + ": " + column);
    }

    /** The image of the same values, without the handles of entities. */
    public RowImage withoutHandles() {
        RowImage copy = null;
        int lane = 0;
        for (Column column : component.columns()) {
            int lanes = column.kind() == ColumnKind.REFERENCE ? 0 : column.length();
            for (int i = 0; i < lanes; i++, lane++) {
                if (column.kind() == ColumnKind.ENTITY && value(lane) != Entity.NULL) {
                    copy = copy == null ? copy() : copy;
                    copy.value(lane, Entity.NULL);
                }
            }
        }
        return copy == null ? this : copy;
    }

    private RowImage copy() {
        RowImage copy = new RowImage(set, encoder);
        System.arraycopy(values, 0, copy.values, 0, values.length);
        System.arraycopy(references, 0, copy.references, 0, references.length);
        return copy;
    }

    /** Fills this image with the values of a record. Its accessors run here, and can be user code. */
    public void read(Record value) {
        encoder.read(value, values, references);
    }

    /** {@return bytes that {@link #pack} writes, a multiple of 8} */
    public int packedBytes() {
        return BitUtil.align(set.packed().rowBytes(), Long.BYTES);
    }

    /**
     * Writes the plain values side by side.
     *
     * <p>SAFETY: the caller has {@link #packedBytes} at the address; the packed lanes take no more.
     */
    public void pack(long address) {
        set.packed().write(address, 0, values);
    }

    /** Reads the plain values that {@link #pack} has written for this component. */
    public void unpack(long address) {
        set.packed().read(address, 0, values);
    }

    public int references() {
        return references.length;
    }

    public Object reference(int index) {
        return references[index];
    }

    /** Sets a reference. */
    public void reference(int index, Object value) {
        references[index] = value;
    }

    /** Ends a use: the image holds no references any more, and can be filled again. */
    public void release() {
        if (references.length > 0) {
            clearReferences();
        }
        isInUse = false;
    }

    void clearReferences() {
        Arrays.fill(references, null);
    }

    public Component<?> component() {
        return component;
    }

    Class<?> type() {
        return type;
    }

    ColumnSet columns() {
        return set;
    }

    /** The raw bits of a lane. */
    public long value(int declaredLane) {
        return values[set.lanes().position(declaredLane)];
    }

    public void value(int declaredLane, long bits) {
        values[set.lanes().position(declaredLane)] = bits;
    }

    /** Writes the values to rows of a block, or of a page of events. */
    public void write(long origin, int block, int word, long rows, References target) {
        set.lanes().write(origin, word, rows, values);
        if (references.length > 0) {
            writeReferences(block, word, rows, target);
        }
    }

    private void writeReferences(int block, int word, long rows, References target) {
        for (int i = 0; i < references.length; i++) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                target.set(set.referenceSlots()[i], block, row, references[i]);
            }
        }
    }

    /**
     * The images that calls on one thread fill with records, one for each component, so that the calls make no garbage.
     *
     * <p>An image that is in use is replaced by another one: that of a call whose record's accessor makes a call for
     * the same component, or that of a call that has thrown.
     *
     * <p>A small table, direct-mapped by the hash of the record's class, is faster than the way from a class to its
     * component.
     */
    public static final class RowImages {
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
}
