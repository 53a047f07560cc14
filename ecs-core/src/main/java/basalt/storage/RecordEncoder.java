package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.layout.RecordAccess;
import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Reads the fields of one component's records, to raw bits and references.
 *
 * <p>The accessors are joined to one method handle, which is a constant in a {@linkplain HiddenCopy hidden copy} of the
 * driver class. So the JIT compiles it into loads and stores, and it makes no garbage. Immutable and safe for all
 * threads.
 */
abstract class RecordEncoder {
    private static final MethodType READ =
            MethodType.methodType(void.class, Record.class, long[].class, Object[].class);

    /** Reads all fields, in their order. An accessor may be user code that throws, or that uses the world. */
    abstract void read(Record value, long[] bits, Object[] references);

    /** The encoder for the records of a component, in a class of its own if possible and wanted. */
    static RecordEncoder of(ColumnSet set, RecordAccess access, boolean hidden) {
        MethodHandle read = read(set, access);
        return HiddenCopy.of(MethodHandles.lookup(), Driver.class, MethodHandle.class, read, new Driver(read), hidden);
    }

    /** Reads all fields. The steps are joined from the last to the first, since each is put before the others. */
    private static MethodHandle read(ColumnSet set, RecordAccess access) {
        List<Column> columns = set.component().columns();
        MethodHandle steps = MethodHandles.empty(READ);
        int lane = set.lanes().count();
        int reference = set.referenceSlots().length;
        for (int field = columns.size() - 1; field >= 0; field--) {
            Column column = columns.get(field);
            MethodHandle accessor = access.accessors().get(field);
            Class<?> type = accessor.type().returnType();
            MethodHandle put;
            if (column.kind() == ColumnKind.REFERENCE) {
                type = Object.class;
                put = put(type, --reference);
            } else {
                lane -= column.length();
                int start = set.lanes().position(lane);
                put = type.isArray() ? put(type, VectorField.of(column, start, 1)) : put(type, start);
            }
            MethodHandle read = accessor.asType(MethodType.methodType(type, Record.class));
            steps = MethodHandles.foldArguments(steps, MethodHandles.filterArguments(put, 0, read));
        }
        return steps;
    }

    /** Stores a field's value at a known place. */
    private static MethodHandle put(Class<?> type, Object place) {
        MethodType values = MethodType.methodType(void.class, type, long[].class, Object[].class);
        return MethodHandles.insertArguments(
                find("put", values, place instanceof Integer ? int.class : VectorField.class), 3, place);
    }

    /** A step: a method of this class whose last parameters are constants. */
    private static MethodHandle find(String name, MethodType type, Class<?>... constants) {
        try {
            return MethodHandles.lookup().findStatic(RecordEncoder.class, name, type.appendParameterTypes(constants));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no column has such values: " + name + type, e);
        }
    }

    private static void put(Object value, long[] bits, Object[] references, int at) {
        references[at] = value;
    }

    private static void put(float value, long[] bits, Object[] references, int at) {
        bits[at] = Float.floatToRawIntBits(value);
    }

    private static void put(double value, long[] bits, Object[] references, int at) {
        bits[at] = Double.doubleToRawLongBits(value);
    }

    private static void put(byte value, long[] bits, Object[] references, int at) {
        bits[at] = value;
    }

    private static void put(short value, long[] bits, Object[] references, int at) {
        bits[at] = value;
    }

    private static void put(int value, long[] bits, Object[] references, int at) {
        bits[at] = value;
    }

    private static void put(long value, long[] bits, Object[] references, int at) {
        bits[at] = value;
    }

    private static void put(boolean value, long[] bits, Object[] references, int at) {
        bits[at] = value ? 1 : 0;
    }

    private static void put(float[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    private static void put(double[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    private static void put(byte[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    private static void put(short[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    private static void put(int[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    private static void put(long[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    private static void put(boolean[] array, long[] bits, Object[] references, VectorField field) {
        field.require(array);
        for (int i = 0; i < field.length(); i++) {
            put(array[i], bits, references, field.at(i));
        }
    }

    /**
     * A vector field of a component's record.
     *
     * @param name the component and the field, for messages
     * @param length its number of elements
     * @param start where the first element is: an index of raw bits, or an offset in a block, or in a page of events
     * @param stride the distance of an element from the one before it
     */
    record VectorField(String name, int length, int start, int stride) {
        static VectorField of(Column column, int start, int stride) {
            return new VectorField(column.component().name() + "." + column.field(), column.length(), start, stride);
        }

        /** Throws unless an array can be stored. */
        void require(Object array) {
            if (array == null || Array.getLength(array) != length) {
                throw new IllegalArgumentException("vector " + name + " must have length " + length
                        + (array == null ? ": it is null" : ": length=" + Array.getLength(array)));
            }
        }

        int at(int element) {
            return start + element * stride;
        }
    }

    /** Calls the method handle of an encoder, as {@link RecordDecoder.Driver} does. */
    static final class Driver extends RecordEncoder {
        private static final MethodHandle CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), MethodHandle.class);

        private final MethodHandle whole;

        Driver(MethodHandle whole) {
            this.whole = whole;
        }

        @Override
        void read(Record value, long[] bits, Object[] references) {
            MethodHandle known = CONSTANT != null ? CONSTANT : whole;
            try {
                known.invokeExact(value, bits, references);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("a record's accessor cannot throw a checked exception", e);
            }
        }
    }
}
