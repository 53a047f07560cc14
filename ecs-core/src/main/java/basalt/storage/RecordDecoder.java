package basalt.storage;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.ReferenceColumn;
import basalt.component.layout.RecordAccess;
import basalt.internal.HiddenCopy;
import basalt.storage.RecordEncoder.VectorField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Makes the records of one component from its columns.
 *
 * <p>The constructor and the reads of the columns, whose offsets are constants, are joined to one method handle, which
 * is a constant in a {@linkplain HiddenCopy hidden copy} of the driver class. So the JIT compiles the whole into loads,
 * and only the record is allocated. Immutable and safe for all threads.
 *
 * <p>SAFETY: the offsets are those of declared columns, and a row is masked with ROW_MASK, so all reads stay in the
 * block or page of events.
 */
abstract class RecordDecoder {
    /** The parameters of {@link #decode}: {@link RecordAccess#MAX_PARAMETERS} depends on their number. */
    private static final Class<?>[] PLACE = {long.class, int.class, References.class};

    /** Makes the record of a row. All columns are read before the constructor, which may be user code, is called. */
    abstract Record decode(long origin, int index, References references);

    /** The decoder for the records of a component, in a class of its own if possible and wanted. */
    static RecordDecoder of(ColumnSet set, RecordAccess access, boolean hidden) {
        MethodHandle whole = whole(set, access);
        return HiddenCopy.of(
                MethodHandles.lookup(), Driver.class, MethodHandle.class, whole, new Driver(whole), hidden);
    }

    /** Reads all fields and calls the constructor. Each step adds the read of the last field that is still missing. */
    private static MethodHandle whole(ColumnSet set, RecordAccess access) {
        List<Column> columns = set.component().columns();
        MethodHandle constructor = access.constructor();
        MethodHandle whole = MethodHandles.dropArguments(
                constructor.asType(constructor.type().changeReturnType(Record.class)), columns.size(), PLACE);
        for (int field = columns.size() - 1; field >= 0; field--) {
            Class<?> type = constructor.type().parameterType(field);
            whole = MethodHandles.foldArguments(whole, field, read(columns.get(field), type));
        }
        return whole;
    }

    private static MethodHandle read(Column column, Class<?> type) {
        ColumnKind kind = column.kind();
        if (kind == ColumnKind.REFERENCE) {
            MethodHandle read = read("reference", Object.class, ((ReferenceColumn<?>) column).slot());
            return read.asType(read.type().changeReturnType(type));
        }
        return type.isArray()
                ? read(type.getComponentType() + "s", type, VectorField.of(column, column.offset(), kind.laneStride()))
                : read(type + "At", type, column.offset());
    }

    private static MethodHandle read(String name, Class<?> type, Object place) {
        Class<?> placeType = place instanceof Integer ? int.class : VectorField.class;
        try {
            MethodHandle read = MethodHandles.lookup()
                    .findStatic(
                            RecordDecoder.class,
                            name,
                            MethodType.methodType(type, PLACE).appendParameterTypes(placeType));
            return MethodHandles.insertArguments(read, PLACE.length, place);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no column holds values of " + type, e);
        }
    }

    private static Object reference(long origin, int index, References references, int slot) {
        return references.get(slot, index >>> ROW_BITS, index & ROW_MASK);
    }

    private static float floatAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getFloat(origin, index & ROW_MASK, offset);
    }

    private static double doubleAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getDouble(origin, index & ROW_MASK, offset);
    }

    private static byte byteAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getByte(origin, index & ROW_MASK, offset);
    }

    private static short shortAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getShort(origin, index & ROW_MASK, offset);
    }

    private static int intAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getInt(origin, index & ROW_MASK, offset);
    }

    private static long longAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getLong(origin, index & ROW_MASK, offset);
    }

    private static boolean booleanAt(long origin, int index, References references, int offset) {
        return ColumnMemory.getBoolean(origin, index & ROW_MASK, offset);
    }

    private static float[] floats(long origin, int index, References references, VectorField field) {
        float[] values = new float[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = floatAt(origin, index, references, field.at(i));
        }
        return values;
    }

    private static double[] doubles(long origin, int index, References references, VectorField field) {
        double[] values = new double[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = doubleAt(origin, index, references, field.at(i));
        }
        return values;
    }

    private static byte[] bytes(long origin, int index, References references, VectorField field) {
        byte[] values = new byte[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = byteAt(origin, index, references, field.at(i));
        }
        return values;
    }

    private static short[] shorts(long origin, int index, References references, VectorField field) {
        short[] values = new short[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = shortAt(origin, index, references, field.at(i));
        }
        return values;
    }

    private static int[] ints(long origin, int index, References references, VectorField field) {
        int[] values = new int[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = intAt(origin, index, references, field.at(i));
        }
        return values;
    }

    private static long[] longs(long origin, int index, References references, VectorField field) {
        long[] values = new long[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = longAt(origin, index, references, field.at(i));
        }
        return values;
    }

    private static boolean[] booleans(long origin, int index, References references, VectorField field) {
        boolean[] values = new boolean[field.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = booleanAt(origin, index, references, field.at(i));
        }
        return values;
    }

    /**
     * Calls the method handle of a decoder. In a hidden copy the handle is {@link #CONSTANT}, and the JIT inlines it.
     * The ordinary class is the fallback: CONSTANT is null.
     */
    static final class Driver extends RecordDecoder {
        private static final MethodHandle CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), MethodHandle.class);

        private final MethodHandle whole;

        Driver(MethodHandle whole) {
            this.whole = whole;
        }

        @Override
        Record decode(long origin, int index, References references) {
            MethodHandle known = CONSTANT != null ? CONSTANT : whole;
            try {
                return (Record) known.invokeExact(origin, index, references);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("a record's constructor cannot throw a checked exception", e);
            }
        }
    }
}
