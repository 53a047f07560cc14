package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.VariableColumn;
import basalt.component.layout.BlockLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.ToIntFunction;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

/**
 * The values of one record: the raw bits of each lane, and its objects: the references, an array for each list, and
 * strings. Can be written to any number of rows.
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
    private final RecordCodec codec;

    private final long[] values;

    /** The references, and behind them the arrays of lists, and strings; null is an empty list. */
    private final Object[] references;

    private final boolean hasLists;

    /** Whether a call uses this image, which is one of {@link RowImages}. */
    boolean isInUse;

    /** An image with all values zero and null, to be filled with records. */
    RowImage(ColumnSet set) {
        this(set, set.codec());
    }

    private RowImage(ColumnSet set, RecordCodec codec) {
        this.set = set;
        this.codec = codec;
        this.component = set.component();
        this.type = component.type();
        this.values = new long[set.valueLanes().count()];
        this.references = set.isOwning() ? new Object[set.referenceSlots().length + set.lists().length] : NO_REFERENCES;
        this.hasLists = set.lists().length > 0;
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
        image.copyLists();
        return image;
    }

    /** Copies the arrays of lists, because their record's owner may change them while the image is kept. */
    private void copyLists() {
        for (int i = set.referenceSlots().length; i < references.length; i++) {
            references[i] = keptReference(i);
        }
    }

    private static Object copyOf(Object array) {
        if (array == null || array instanceof String) {
            return array;
        }
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    /** The image with all values zero and null. */
    public static RowImage zero(Component<?> component) {
        return new RowImage(ColumnSet.of(component), null);
    }

    public static RowImage of(Component<?> component, long place, References references) {
        RowImage image = zero(component);
        image.set.valueLanes().read(Place.base(place), Place.row(place), image.values);
        for (int i = 0; i < image.set.referenceSlots().length; i++) {
            int slot = image.set.referenceSlots()[i];
            image.references[i] = references.get(slot, Blocks.index(Place.base(place)), Place.row(place));
        }
        for (int i = 0; i < image.set.lists().length; i++) {
            VariableColumn column = image.set.lists()[i];
            long list = ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset());
            image.references[image.set.referenceSlots().length + i] =
                    references.elements().get(list, column);
        }
        return image;
    }

    long entity(Column column) {
        return value(ColumnSet.place(component, column));
    }

    /** The image of the same values, without the handles of entities. */
    public RowImage withoutHandles() {
        RowImage copy = null;
        int lane = 0;
        for (Column column : component.columns()) {
            for (int i = 0; i < ColumnSet.laneCount(column); i++, lane++) {
                if (column.kind() == ColumnKind.ENTITY && value(lane) != Entity.NULL) {
                    copy = copy == null ? copy() : copy;
                    copy.value(lane, Entity.NULL);
                }
            }
        }
        for (int i = 0; i < set.lists().length; i++) {
            int at = set.referenceSlots().length + i;
            if (set.lists()[i].elementKind() == ColumnKind.ENTITY && references[at] != null) {
                copy = copy == null ? copy() : copy;
                copy.references[at] = new long[Array.getLength(references[at])];
            }
        }
        return copy == null ? this : copy;
    }

    private RowImage copy() {
        RowImage copy = new RowImage(set, codec);
        System.arraycopy(values, 0, copy.values, 0, values.length);
        System.arraycopy(references, 0, copy.references, 0, references.length);
        return copy;
    }

    /** Fills this image with the values of a record. Its accessors run here, and can be user code. */
    public void read(Record value) {
        codec.read(value, values, references);
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

    /** Makes all plain values zero. */
    public void clearValues() {
        Arrays.fill(values, 0);
    }

    /** {@return how many objects it has: references, and behind them the arrays of lists, and strings} */
    public int references() {
        return references.length;
    }

    public Object reference(int index) {
        return references[index];
    }

    /** A reference, or a copy of the array of a list, which its record's owner may change. */
    public Object keptReference(int index) {
        return index < set.referenceSlots().length ? references[index] : copyOf(references[index]);
    }

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

    /** Whether another image of the component has the same bits, and equal objects. */
    boolean hasSameValues(RowImage other) {
        return Arrays.equals(values, other.values) && Arrays.deepEquals(references, other.references);
    }

    /** The values in the form of the record. */
    @Override
    public String toString() {
        StringJoiner fields = new StringJoiner(", ", component.shortName() + "[", "]");
        int lane = 0;
        for (Column column : component.columns()) {
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < ColumnSet.laneCount(column); i++) {
                elements.add(ColumnText.of(column, value(lane++)));
            }
            Object value = column.length() == 1 && !elements.isEmpty() ? elements.get(0) : elements;
            if (elements.isEmpty()) {
                value = ColumnText.of(column, references[ColumnSet.place(component, column)]);
            }
            fields.add(column.field() + "=" + value);
        }
        return fields.toString();
    }

    ColumnSet columns() {
        return set;
    }

    /** The raw bits of a lane. */
    public long value(int declaredLane) {
        return values[set.valueLanes().position(declaredLane)];
    }

    public void value(int declaredLane, long bits) {
        values[set.valueLanes().position(declaredLane)] = bits;
    }

    public boolean hasLists() {
        return hasLists;
    }

    /** Counts the memory that {@link #write} needs for the lists of a number of rows. */
    void need(Elements elements, int rows) {
        for (int i = 0; i < set.lists().length; i++) {
            Object value = references[set.referenceSlots().length + i];
            elements.need(value, set.lists()[i].elementKind().shift(), rows);
        }
    }

    /**
     * Writes the values to rows of a block, or of a page of events. There is memory for lists, and those that the rows
     * have are replaced.
     */
    public void write(long origin, int block, int word, long rows, References target) {
        if ((rows & rows - 1) == 0 && codec != null) {
            codec.write(values, origin, (word << 6) + Long.numberOfTrailingZeros(rows));
        } else {
            set.valueLanes().write(origin, word, rows, values);
        }
        if (references.length > 0) {
            writeReferences(block, word, rows, target);
        }
        if (hasLists) {
            writeLists(origin, word, rows, target.elements());
        }
    }

    private void writeLists(long origin, int word, long rows, Elements elements) {
        for (int i = 0; i < set.lists().length; i++) {
            VariableColumn column = set.lists()[i];
            Object value = references[set.referenceSlots().length + i];
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                long row = (word << 6) + Long.numberOfTrailingZeros(rest);
                elements.assign(
                        origin + column.offset() + (row << 3),
                        value,
                        column.elementKind().shift());
            }
        }
    }

    private void writeReferences(int block, int word, long rows, References target) {
        for (int i = 0; i < set.referenceSlots().length; i++) {
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

    /**
     * The lanes of several columns, for zeroing, reading and writing whole rows.
     *
     * <p>Lanes are ordered by size, 8 bytes first, so that each size has a loop without branches. A row's values are an
     * array of raw bits in this order; {@link #position} converts from the order of declaration. The common case, up to
     * four lanes of 4 bytes, is written without a loop, because setting up a loop would cost more.
     *
     * <p>SAFETY: the offsets are those of declared columns, and rows are below ROWS, so all accesses stay in the block
     * or page of events.
     */
    public static final class Lanes {
        private final int[] offset;
        private final int[] position;
        private final int end8;
        private final int end4;
        private final int end2;
        private final boolean isFewInts;
        private final long[] zeros;

        /** The lanes of columns with a common origin, of each so many as a function says. */
        Lanes(List<Column> columns, ToIntFunction<Column> laneCount) {
            int count = columns.stream().mapToInt(laneCount).sum();
            offset = new int[count];
            position = new int[count];
            int next = 0;
            int[] ends = new int[4];
            for (int shift = 3; shift >= 0; shift--) {
                int declared = 0;
                for (Column column : columns) {
                    for (int lane = 0; lane < laneCount.applyAsInt(column); lane++, declared++) {
                        if (column.kind().shift() == shift) {
                            offset[next] = column.laneOffset(lane);
                            position[declared] = next++;
                        }
                    }
                }
                ends[shift] = next;
            }
            end8 = ends[3];
            end4 = ends[2];
            end2 = ends[1];
            isFewInts = end8 == 0 && end4 == count && count <= 4;
            zeros = new long[count];
        }

        private Lanes(Lanes of, int[] offset) {
            this.offset = offset;
            position = of.position;
            end8 = of.end8;
            end4 = of.end4;
            end2 = of.end2;
            isFewInts = of.isFewInts;
            zeros = of.zeros;
        }

        /** The same lanes side by side, from offset 0: in row 0 they are a packed copy of a row. */
        Lanes packed() {
            int[] packed = new int[offset.length];
            int next = 0;
            for (int i = 0; i < packed.length; i++) {
                packed[i] = next;
                next += 1 << shift(i);
            }
            return new Lanes(this, packed);
        }

        int rowBytes() {
            return 8 * end8 + 4 * (end4 - end8) + 2 * (end2 - end4) + offset.length - end2;
        }

        public int count() {
            return offset.length;
        }

        /** The offset of a lane, in the order of size. */
        public int offset(int lane) {
            return offset[lane];
        }

        /** The index, in a row's values, of the n-th declared lane. */
        int position(int declared) {
            return position[declared];
        }

        void write(long origin, int row, long[] values) {
            if (isFewInts) {
                writeFewInts(origin, row, values);
                return;
            }
            int i = 0;
            for (; i < end8; i++) {
                ColumnMemory.putLong(origin, row, offset[i], values[i]);
            }
            for (; i < end4; i++) {
                ColumnMemory.putInt(origin, row, offset[i], (int) values[i]);
            }
            for (; i < end2; i++) {
                ColumnMemory.putShort(origin, row, offset[i], (short) values[i]);
            }
            for (; i < offset.length; i++) {
                ColumnMemory.putByte(origin, row, offset[i], (byte) values[i]);
            }
        }

        private void writeFewInts(long origin, int row, long[] values) {
            int lanes = offset.length;
            if (lanes > 0) {
                ColumnMemory.putInt(origin, row, offset[0], (int) values[0]);
            }
            if (lanes > 1) {
                ColumnMemory.putInt(origin, row, offset[1], (int) values[1]);
            }
            if (lanes > 2) {
                ColumnMemory.putInt(origin, row, offset[2], (int) values[2]);
            }
            if (lanes > 3) {
                ColumnMemory.putInt(origin, row, offset[3], (int) values[3]);
            }
        }

        void read(long origin, int row, long[] values) {
            int i = 0;
            for (; i < end8; i++) {
                values[i] = ColumnMemory.getLong(origin, row, offset[i]);
            }
            for (; i < end4; i++) {
                values[i] = ColumnMemory.getInt(origin, row, offset[i]);
            }
            for (; i < end2; i++) {
                values[i] = ColumnMemory.getShort(origin, row, offset[i]);
            }
            for (; i < offset.length; i++) {
                values[i] = ColumnMemory.getByte(origin, row, offset[i]);
            }
        }

        void write(long origin, int word, long rows, long[] values) {
            if ((rows & rows - 1) == 0) {
                write(origin, (word << 6) + Long.numberOfTrailingZeros(rows), values);
            } else {
                writeSeveral(origin, word, rows, values);
            }
        }

        private void writeSeveral(long origin, int word, long rows, long[] values) {
            if (rows != -1L) {
                for (long rest = rows; rest != 0; rest &= rest - 1) {
                    write(origin, (word << 6) + Long.numberOfTrailingZeros(rest), values);
                }
                return;
            }
            for (int i = 0; i < offset.length; i++) {
                if (values[i] == 0) {
                    zero64(origin, word, i);
                } else {
                    fill64(origin, word << 6, i, values[i]);
                }
            }
        }

        void zero(long origin, int word, long rows) {
            write(origin, word, rows, zeros);
        }

        void zero(long origin, int row) {
            write(origin, row, zeros);
        }

        private void zero64(long origin, int word, int lane) {
            int shift = shift(lane);
            UnsafeApi.setMemory(origin + offset[lane] + ((long) word << 6 << shift), 64L << shift, (byte) 0);
        }

        private void fill64(long origin, int first, int lane, long value) {
            int end = first + 64 & 2 * BlockLayout.ROWS - 1;
            int laneOffset = offset[lane];
            switch (shift(lane)) {
                case 3 -> {
                    for (int row = first; row < end; row++) {
                        ColumnMemory.putLong(origin, row, laneOffset, value);
                    }
                }
                case 2 -> {
                    for (int row = first; row < end; row++) {
                        ColumnMemory.putInt(origin, row, laneOffset, (int) value);
                    }
                }
                case 1 -> {
                    for (int row = first; row < end; row++) {
                        ColumnMemory.putShort(origin, row, laneOffset, (short) value);
                    }
                }
                default -> UnsafeApi.setMemory(origin + laneOffset + first, 64, (byte) value);
            }
        }

        /** log2 of the size of a lane. */
        public int shift(int lane) {
            return lane < end8 ? 3 : lane < end4 ? 2 : lane < end2 ? 1 : 0;
        }
    }
}
