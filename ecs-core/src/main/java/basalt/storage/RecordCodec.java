package basalt.storage;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.EnumColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.RecordAccess;
import basalt.internal.Handles;
import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

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
abstract class RecordCodec {
    private static final MethodType READ =
            MethodType.methodType(void.class, Record.class, long[].class, Object[].class);
    private static final MethodType WRITE = MethodType.methodType(void.class, long[].class, long.class, int.class);

    /** The parameters of {@link #make}: {@link RecordAccess#MAX_PARAMETERS} depends on their number. */
    private static final List<Class<?>> PLACE = List.of(long.class, int.class, References.class);

    /** Rows with more lanes than so many are written by a loop. */
    private static final int MOST_STEPS = 32;

    /** Reads all fields, in their order. An accessor may be user code that throws, or that uses the world. */
    abstract void read(Record value, long[] bits, Object[] references);

    /** Writes raw bits to a row: the same as {@link RowImage.Lanes#write}, compiled for one component. */
    abstract void write(long[] bits, long origin, int row);

    /** Makes the record of a row. The constructor, which may be user code, is called after all reads. */
    abstract Record make(long origin, int index, References references);

    /** The handle of {@link #make}. */
    abstract MethodHandle maker();

    /** The codec of a component, in a class of its own if possible and wanted. */
    static RecordCodec of(ColumnSet set, boolean hidden) {
        RecordAccess access = set.access();
        Codec handles = new Codec(reads(set, access), writes(set.valueLanes()), makes(set, access));
        return HiddenCopy.of(MethodHandles.lookup(), Driver.class, Codec.class, handles, new Driver(handles), hidden);
    }

    private static MethodHandle reads(ColumnSet set, RecordAccess access) {
        List<MethodHandle> steps = new ArrayList<>();
        int lane = 0;
        int reference = 0;
        int list = set.referenceSlots().length;
        for (Column column : set.component().columns()) {
            MethodHandle read = access.accessors().get(steps.size());
            Class<?> type = read.type().returnType();
            MethodHandle put;
            if (column.kind() == ColumnKind.REFERENCE) {
                put = own("putReference", reference++);
            } else if (column instanceof StringColumn) {
                put = own("putList", list++);
                read = MethodHandles.filterReturnValue(read, method(ColumnSet.class, "requireString"))
                        .asType(read.type().changeReturnType(Object.class));
            } else if (column instanceof VariableColumn) {
                put = own("putList", list++);
                read = MethodHandles.filterReturnValue(
                        read.asType(read.type().changeReturnType(Object.class)),
                        MethodHandles.insertArguments(method(ColumnSet.class, "requireArray"), 0, column));
            } else if (type.isArray()) {
                put = own(
                        "putVector",
                        VectorField.read(column, type, set.valueLanes().position(lane)));
            } else {
                put = own("putBits", set.valueLanes().position(lane));
                read = MethodHandles.filterReturnValue(read, bits(type));
            }
            lane += ColumnSet.laneCount(column);
            MethodType valueOf = MethodType.methodType(put.type().parameterType(0), Record.class);
            steps.add(MethodHandles.filterArguments(put, 0, MethodHandles.explicitCastArguments(read, valueOf)));
        }
        return Handles.inOrder(READ, steps);
    }

    /** The raw bits of values of a type. */
    private static MethodHandle bits(Class<?> type) {
        MethodHandle bits = type == float.class
                ? method(Float.class, "floatToRawIntBits")
                : type == double.class
                        ? method(Double.class, "doubleToRawLongBits")
                        : type.isEnum()
                                ? method(ColumnMemory.class, "ordinal")
                                : MethodHandles.identity(type == char.class ? short.class : type);
        return MethodHandles.explicitCastArguments(bits, MethodType.methodType(long.class, type));
    }

    /** The values of raw bits, as one type of numbers. */
    private static MethodHandle value(Class<?> type) {
        MethodHandle value = type == float.class
                ? method(Float.class, "intBitsToFloat")
                : type == double.class ? method(Double.class, "longBitsToDouble") : MethodHandles.identity(type);
        return MethodHandles.explicitCastArguments(value, MethodType.methodType(type, long.class));
    }

    private static MethodHandle method(Class<?> type, String name) {
        return Handles.method(MethodHandles.lookup(), type, name);
    }

    /** A method of this class with a known last argument. */
    private static MethodHandle own(String name, Object last) {
        MethodHandle method = method(RecordCodec.class, name);
        return MethodHandles.insertArguments(method, method.type().parameterCount() - 1, last);
    }

    private static void putReference(Object value, long[] bits, Object[] references, int at) {
        references[at] = value;
    }

    private static void putList(Object array, long[] bits, Object[] references, int at) {
        references[at] = array;
    }

    private static void putBits(long value, long[] bits, Object[] references, int at) {
        bits[at] = value;
    }

    private static void putVector(Object array, long[] bits, Object[] references, VectorField field) throws Throwable {
        ColumnSet.requireLength(field.column(), array);
        for (int i = 0; i < field.length(); i++) {
            bits[field.at(i)] = (long) field.element().invokeExact(array, i);
        }
    }

    private static MethodHandle writes(RowImage.Lanes lanes) {
        if (lanes.count() > MOST_STEPS) {
            return own("writeAll", lanes);
        }
        List<MethodHandle> steps = new ArrayList<>();
        for (int lane = 0; lane < lanes.count(); lane++) {
            MethodHandle write = method(RecordCodec.class, "writeLane");
            steps.add(MethodHandles.insertArguments(
                    write, WRITE.parameterCount(), lane, lanes.offset(lane), lanes.shift(lane)));
        }
        return Handles.inOrder(WRITE, steps);
    }

    private static void writeAll(long[] bits, long origin, int row, RowImage.Lanes lanes) {
        lanes.write(origin, row, bits);
    }

    private static void writeLane(long[] bits, long origin, int row, int lane, int offset, int shift) {
        ColumnMemory.putBits(origin, row, offset, shift, bits[lane]);
    }

    private static MethodHandle makes(ColumnSet set, RecordAccess access) {
        MethodHandle constructor = access.constructor();
        List<MethodHandle> fields = new ArrayList<>();
        for (Column column : set.component().columns()) {
            fields.add(get(column, constructor.type().parameterType(fields.size())));
        }
        return Handles.of(constructor.asType(constructor.type().changeReturnType(Record.class)), PLACE, fields);
    }

    private static MethodHandle get(Column column, Class<?> type) {
        if (column instanceof ReferenceColumn<?> reference) {
            return own("reference", reference.slot());
        }
        if (column instanceof StringColumn string) {
            return own("string", string.offset());
        }
        if (column instanceof VariableColumn list) {
            return own("list", new ListField(list, type.getComponentType()));
        }
        if (type.isArray()) {
            return own("vector", VectorField.made(column, type));
        }
        boolean isShort = type == char.class || type.isEnum() && column.kind() == ColumnKind.INT16;
        String stored = isShort ? "short" : type.isEnum() ? "byte" : type.getName();
        MethodHandle get =
                method(ColumnMemory.class, "get" + Character.toUpperCase(stored.charAt(0)) + stored.substring(1));
        get = MethodHandles.insertArguments(get, 2, column.offset());
        get = MethodHandles.filterArguments(get, 1, method(RecordCodec.class, "row"));
        if (type.isEnum()) {
            MethodHandle constant = method(EnumColumn.class, "constant").bindTo(column);
            get = MethodHandles.filterReturnValue(get.asType(get.type().changeReturnType(int.class)), constant);
        }
        get = MethodHandles.explicitCastArguments(get, get.type().changeReturnType(type));
        return MethodHandles.dropArguments(get, 2, References.class);
    }

    private static int row(int index) {
        return index & ROW_MASK;
    }

    private static Object reference(long origin, int index, References references, int slot) {
        return references.get(slot, index >>> ROW_BITS, index & ROW_MASK);
    }

    private static Object list(long origin, int index, References references, ListField field) {
        VariableColumn column = field.column();
        long list = ColumnMemory.getLong(origin, index & ROW_MASK, column.offset());
        return references.elements().toArray(list, column, field.type());
    }

    private static Object string(long origin, int index, References references, int offset) {
        return references.elements().string(ColumnMemory.getLong(origin, index & ROW_MASK, offset));
    }

    private static Object vector(long origin, int index, References references, VectorField field) throws Throwable {
        Object array = Array.newInstance(field.type(), field.length());
        for (int i = 0; i < field.length(); i++) {
            long bits = ColumnMemory.getBits(origin, index & ROW_MASK, field.at(i), field.shift());
            field.element().invokeExact(array, i, bits);
        }
        return array;
    }

    /** A list of a component's record, and the type of its array's elements; null for a list of strings. */
    private record ListField(VariableColumn column, Class<?> type) {}

    /**
     * A vector field of a component's record.
     *
     * @param element gets the raw bits of an element, or sets the element: {@code (Object array, int i) -> long}, or
     *     {@code (Object array, int i, long bits) -> void}
     * @param start where the first element is: an index of raw bits, or an offset in a block or page of events
     * @param stride the distance of an element from the one before it
     */
    private record VectorField(Column column, Class<?> type, MethodHandle element, int start, int stride) {
        static VectorField read(Column column, Class<?> array, int start) {
            Class<?> type = array.getComponentType();
            MethodHandle get = MethodHandles.filterReturnValue(MethodHandles.arrayElementGetter(array), bits(type));
            return new VectorField(column, type, get.asType(get.type().changeParameterType(0, Object.class)), start, 1);
        }

        static VectorField made(Column column, Class<?> array) {
            Class<?> type = array.getComponentType();
            MethodHandle set = MethodHandles.filterArguments(MethodHandles.arrayElementSetter(array), 2, value(type));
            set = set.asType(set.type().changeParameterType(0, Object.class));
            return new VectorField(
                    column, type, set, column.offset(), column.kind().laneStride());
        }

        int length() {
            return column.length();
        }

        int shift() {
            return column.kind().shift();
        }

        int at(int element) {
            return start + element * stride;
        }
    }

    /** Reads records, writes rows, and makes records. */
    private record Codec(MethodHandle read, MethodHandle write, MethodHandle make) {}

    /**
     * Calls the method handles of a codec. In a hidden copy they are {@link #CONSTANT}, and the JIT inlines them.
     * The ordinary class is the fallback: CONSTANT is null.
     */
    static final class Driver extends RecordCodec {
        private static final Codec CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), Codec.class);

        private final Codec handles;

        Driver(Codec handles) {
            this.handles = handles;
        }

        @Override
        void read(Record value, long[] bits, Object[] references) {
            MethodHandle read = CONSTANT != null ? CONSTANT.read() : handles.read();
            try {
                read.invokeExact(value, bits, references);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        @Override
        void write(long[] bits, long origin, int row) {
            MethodHandle write = CONSTANT != null ? CONSTANT.write() : handles.write();
            try {
                write.invokeExact(bits, origin, row);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        @Override
        MethodHandle maker() {
            return handles.make();
        }

        @Override
        Record make(long origin, int index, References references) {
            MethodHandle make = CONSTANT != null ? CONSTANT.make() : handles.make();
            try {
                return (Record) make.invokeExact(origin, index, references);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        /** What user code has thrown; as the cause of another exception if it cannot have declared it. */
        private static RuntimeException thrown(Throwable e) {
            if (e instanceof Error error) {
                throw error;
            }
            return e instanceof RuntimeException unchecked
                    ? unchecked
                    : new IllegalStateException("a record's method cannot throw a checked exception", e);
        }
    }
}
