package basalt.storage;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.RecordAccess;
import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

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
    private final Codec codec;

    private final long[] values;
    private final Object[] references;

    /** Whether a call uses this image, which is one of {@link RowImages}. */
    boolean isInUse;

    /** An image with all values zero and null, to be filled with records. */
    RowImage(ColumnSet set) {
        this(set, set.codec());
    }

    private RowImage(ColumnSet set, Codec codec) {
        this.set = set;
        this.codec = codec;
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

    /** Whether the bytes behind the packed values, up to {@link #packedBytes}, are zero. */
    public boolean isPadded(long address) {
        for (int at = set.packed().rowBytes(); at < packedBytes(); at++) {
            if (UnsafeApi.getByte(null, address + at) != 0) {
                return false;
            }
        }
        return true;
    }

    public int references() {
        return references.length;
    }

    public Object reference(int index) {
        return references[index];
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

        /** The lanes of columns with a common origin. References have no lanes. */
        Lanes(List<Column> columns) {
            int count = columns.stream().mapToInt(ColumnSet::laneCount).sum();
            offset = new int[count];
            position = new int[count];
            int next = 0;
            int[] ends = new int[4];
            for (int shift = 3; shift >= 0; shift--) {
                int declared = 0;
                for (Column column : columns) {
                    for (int lane = 0; lane < ColumnSet.laneCount(column); lane++, declared++) {
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

    /**
     * Reads the records of one component, to raw bits and references, and makes them from columns.
     *
     * <p>The accessors are joined to one method handle, and the constructor and the reads of the columns, whose offsets
     * are constants, to another one. Both are constants in a {@linkplain HiddenCopy hidden copy} of the driver class,
     * so the JIT compiles them into loads and stores, and only records and their arrays are allocated. Immutable and
     * safe for all threads.
     *
     * <p>SAFETY: the offsets are those of declared columns, and a row is masked with ROW_MASK, so all reads stay in the
     * block or page of events.
     */
    abstract static class Codec {
        /** The parameters of {@link #make}: {@link RecordAccess#MAX_PARAMETERS} depends on their number. */
        private static final Class<?>[] PLACE = {long.class, int.class, References.class};

        private static final Class<?>[] VALUES = {long[].class, Object[].class};

        /** Reads all fields, in their order. An accessor may be user code that throws, or that uses the world. */
        abstract void read(Record value, long[] bits, Object[] references);

        /** Makes the record of a row. The constructor, which may be user code, is called after all reads. */
        abstract Record make(long origin, int index, References references);

        /** The codec of a component, in a class of its own if possible and wanted. */
        static Codec of(ColumnSet set, RecordAccess access, boolean hidden) {
            Handles handles = new Handles(reads(set, access), makes(set, access));
            return HiddenCopy.of(
                    MethodHandles.lookup(), Driver.class, Handles.class, handles, new Driver(handles), hidden);
        }

        /** The steps are joined from the last to the first, since each is put before the others. */
        private static MethodHandle reads(ColumnSet set, RecordAccess access) {
            List<Column> columns = set.component().columns();
            MethodHandle steps = MethodHandles.empty(MethodType.methodType(void.class, Record.class, VALUES));
            int lane = set.lanes().count();
            int reference = set.referenceSlots().length;
            for (int field = columns.size() - 1; field >= 0; field--) {
                Column column = columns.get(field);
                MethodHandle read = access.accessors().get(field);
                lane -= ColumnSet.laneCount(column);
                MethodHandle put;
                if (column.kind() == ColumnKind.REFERENCE) {
                    put = put("putReference", Object.class, --reference);
                } else if (read.type().returnType().isArray()) {
                    put = put(
                            "putVector",
                            Object.class,
                            VectorField.of(column, set.lanes().position(lane), 1));
                } else {
                    put = put("putBits", long.class, set.lanes().position(lane));
                    read = bits(read);
                }
                MethodType type = MethodType.methodType(put.type().parameterType(0), Record.class);
                read = MethodHandles.explicitCastArguments(read, type);
                steps = MethodHandles.foldArguments(steps, MethodHandles.filterArguments(put, 0, read));
            }
            return steps;
        }

        private static MethodHandle bits(MethodHandle read) {
            Class<?> type = read.type().returnType();
            if (type == float.class) {
                return MethodHandles.filterReturnValue(
                        read, find(Float.class, "floatToRawIntBits", int.class, float.class));
            }
            return type == double.class
                    ? MethodHandles.filterReturnValue(
                            read, find(Double.class, "doubleToRawLongBits", long.class, double.class))
                    : read;
        }

        /** Stores a field's value at a known place. */
        private static MethodHandle put(String name, Class<?> value, Object place) {
            Class<?> placeType = place instanceof Integer ? int.class : VectorField.class;
            return MethodHandles.insertArguments(
                    find(Codec.class, name, void.class, value, long[].class, Object[].class, placeType), 3, place);
        }

        private static MethodHandle find(Class<?> in, String name, Class<?> result, Class<?>... parameters) {
            try {
                return MethodHandles.lookup().findStatic(in, name, MethodType.methodType(result, parameters));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no column holds such values: " + name + " " + result, e);
            }
        }

        private static void putReference(Object value, long[] bits, Object[] references, int at) {
            references[at] = value;
        }

        private static void putBits(long value, long[] bits, Object[] references, int at) {
            bits[at] = value;
        }

        private static void putVector(Object array, long[] bits, Object[] references, VectorField field) {
            field.require(array);
            for (int i = 0; i < field.length(); i++) {
                bits[field.at(i)] = element(array, i);
            }
        }

        private static long element(Object array, int i) {
            return array instanceof float[] floats
                    ? Float.floatToRawIntBits(floats[i])
                    : array instanceof double[] doubles
                            ? Double.doubleToRawLongBits(doubles[i])
                            : array instanceof boolean[] booleans ? booleans[i] ? 1 : 0 : integer(array, i);
        }

        private static long integer(Object array, int i) {
            return array instanceof int[] ints
                    ? ints[i]
                    : array instanceof long[] longs
                            ? longs[i]
                            : array instanceof byte[] bytes ? bytes[i] : ((short[]) array)[i];
        }

        /** Each step adds the read of the last field that is still missing. */
        private static MethodHandle makes(ColumnSet set, RecordAccess access) {
            List<Column> columns = set.component().columns();
            MethodHandle constructor = access.constructor();
            MethodHandle makes = MethodHandles.dropArguments(
                    constructor.asType(constructor.type().changeReturnType(Record.class)), columns.size(), PLACE);
            for (int field = columns.size() - 1; field >= 0; field--) {
                Class<?> type = constructor.type().parameterType(field);
                makes = MethodHandles.foldArguments(makes, field, get(columns.get(field), type));
            }
            return makes;
        }

        private static MethodHandle get(Column column, Class<?> type) {
            if (column instanceof ReferenceColumn<?> reference) {
                return get("reference", type, int.class, reference.slot());
            }
            if (type.isArray()) {
                VectorField field =
                        VectorField.of(column, column.offset(), column.kind().laneStride());
                return get("vector", type, VectorField.class, field);
            }
            String name = type.getName();
            MethodHandle get = find(
                    ColumnMemory.class,
                    "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1),
                    type,
                    long.class,
                    int.class,
                    int.class);
            MethodHandle row = find(Codec.class, "row", int.class, int.class);
            get = MethodHandles.filterArguments(MethodHandles.insertArguments(get, 2, column.offset()), 1, row);
            return MethodHandles.dropArguments(get, 2, References.class);
        }

        private static MethodHandle get(String name, Class<?> type, Class<?> placeType, Object place) {
            MethodHandle get =
                    find(Codec.class, name, Object.class, long.class, int.class, References.class, placeType);
            get = MethodHandles.insertArguments(get, PLACE.length, place);
            return get.asType(get.type().changeReturnType(type));
        }

        private static int row(int index) {
            return index & ROW_MASK;
        }

        private static Object reference(long origin, int index, References references, int slot) {
            return references.get(slot, index >>> ROW_BITS, index & ROW_MASK);
        }

        private static Object vector(long origin, int index, References references, VectorField field) {
            Object array = Array.newInstance(field.type(), field.length());
            for (int i = 0; i < field.length(); i++) {
                set(array, i, ColumnMemory.getBits(origin, index & ROW_MASK, field.at(i), field.shift()));
            }
            return array;
        }

        private static void set(Object array, int i, long bits) {
            if (array instanceof float[] floats) {
                floats[i] = Float.intBitsToFloat((int) bits);
            } else if (array instanceof double[] doubles) {
                doubles[i] = Double.longBitsToDouble(bits);
            } else if (array instanceof boolean[] booleans) {
                booleans[i] = (bits & 1) != 0;
            } else if (array instanceof int[] ints) {
                ints[i] = (int) bits;
            } else if (array instanceof long[] longs) {
                longs[i] = bits;
            } else if (array instanceof byte[] bytes) {
                bytes[i] = (byte) bits;
            } else {
                ((short[]) array)[i] = (short) bits;
            }
        }

        /**
         * A vector field of a component's record.
         *
         * @param start where the first element is: an index of raw bits, or an offset in a block or page of events
         * @param stride the distance of an element from the one before it
         */
        private record VectorField(Column column, Class<?> type, int length, int shift, int start, int stride) {
            static VectorField of(Column column, int start, int stride) {
                ColumnKind kind = column.kind();
                return new VectorField(column, typeOf(kind), column.length(), kind.shift(), start, stride);
            }

            private static Class<?> typeOf(ColumnKind kind) {
                return switch (kind) {
                    case FLOAT32 -> float.class;
                    case FLOAT64 -> double.class;
                    case INT8 -> byte.class;
                    case INT16 -> short.class;
                    case INT32 -> int.class;
                    case BOOLEAN -> boolean.class;
                    default -> long.class;
                };
            }

            /** Throws unless an array can be stored. */
            void require(Object array) {
                if (array == null || Array.getLength(array) != length) {
                    throw new IllegalArgumentException(
                            "vector " + column.component().name() + "." + column.field()
                                    + " must have length " + length
                                    + (array == null ? ": it is null" : ": length=" + Array.getLength(array)));
                }
            }

            int at(int element) {
                return start + element * stride;
            }
        }

        /** Reads records, and makes them. */
        private record Handles(MethodHandle read, MethodHandle make) {}

        /**
         * Calls the method handles of a codec. In a hidden copy they are {@link #CONSTANT}, and the JIT inlines them.
         * The ordinary class is the fallback: CONSTANT is null.
         */
        static final class Driver extends Codec {
            private static final Handles CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), Handles.class);

            private final Handles handles;

            Driver(Handles handles) {
                this.handles = handles;
            }

            @Override
            void read(Record value, long[] bits, Object[] references) {
                MethodHandle read = CONSTANT != null ? CONSTANT.read() : handles.read();
                try {
                    read.invokeExact(value, bits, references);
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException("a record's accessor cannot throw a checked exception", e);
                }
            }

            @Override
            Record make(long origin, int index, References references) {
                MethodHandle make = CONSTANT != null ? CONSTANT.make() : handles.make();
                try {
                    return (Record) make.invokeExact(origin, index, references);
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException("a record's constructor cannot throw a checked exception", e);
                }
            }
        }
    }
}
