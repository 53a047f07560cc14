package basalt.bench.arrange;

import basalt.bench.field.c.NativeLibrary;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.agrona.UnsafeApi;

/**
 * The functions of {@code rows.c}; without a C compiler, or before JDK 22, the same loops in Java, with a line that
 * says so. Addresses are longs.
 */
final class NativeRows {
    private static final NativeLibrary LIBRARY = open();
    private static final MethodHandle MOVE_2 =
            function("move2", void.class, long.class, long.class, float.class, int.class);
    private static final MethodHandle MOVE_3 =
            function("move3", void.class, long.class, long.class, float.class, int.class);
    private static final MethodHandle READ_SLOTS =
            function("read_slots", long.class, long.class, long.class, long.class, int.class);
    private static final MethodHandle COPY = function("copy", void.class, long.class, long.class, long.class);

    private static final MethodHandle MOVE_ROWS = function(
            "move_rows", void.class, long.class, long.class, long.class, long.class, long.class, long.class, int.class);

    private NativeRows() {}

    private static NativeLibrary open() {
        try {
            return NativeLibrary.compile("rows.c");
        } catch (IOException missing) {
            System.out.printf(Locale.ROOT, "# loops in Java instead of C: %s%n", missing.getMessage());
            return null;
        }
    }

    private static MethodHandle function(String name, Class<?> result, Class<?>... parameters) {
        return LIBRARY == null ? null : LIBRARY.function(name, result, parameters);
    }

    static void move(int dimensions, long arrays, long stride, float dt, int count) {
        if (LIBRARY == null) {
            moveInJava(dimensions, arrays, stride, dt, count);
            return;
        }
        try {
            if (dimensions == 2) {
                MOVE_2.invokeExact(arrays, stride, dt, count);
            } else {
                MOVE_3.invokeExact(arrays, stride, dt, count);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void moveInJava(int dimensions, long arrays, long stride, float dt, int count) {
        for (int i = 0; i < count; i++) {
            for (int dimension = 0; dimension < dimensions; dimension++) {
                long place = arrays + dimension * stride + 4L * i;
                float speed = UnsafeApi.getFloat(null, place + dimensions * stride);
                UnsafeApi.putFloat(null, place, UnsafeApi.getFloat(null, place) + speed * dt);
            }
        }
    }

    /** Moves rows of six arrays, which follow one another, and of a table with the index of each row and back. */
    static void moveRows(long arrays, long stride, long from, long to, long indices, long rows, int count) {
        if (LIBRARY == null) {
            moveRowsInJava(arrays, stride, from, to, indices, rows, count);
            return;
        }
        try {
            MOVE_ROWS.invokeExact(arrays, stride, from, to, indices, rows, count);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void moveRowsInJava(
            long arrays, long stride, long from, long to, long indices, long rows, int count) {
        for (int array = 0; array < 6; array++) {
            copyInts(arrays + array * stride, from, to, count);
        }
        copyInts(indices, from, to, count);
        for (int i = 0; i < count; i++) {
            int row = UnsafeApi.getInt(null, to + 4L * i);
            UnsafeApi.putInt(null, rows + 4L * UnsafeApi.getInt(null, indices + 4L * row), row);
        }
    }

    private static void copyInts(long array, long from, long to, int count) {
        for (int i = 0; i < count; i++) {
            int value = UnsafeApi.getInt(null, array + 4L * UnsafeApi.getInt(null, from + 4L * i));
            UnsafeApi.putInt(null, array + 4L * UnsafeApi.getInt(null, to + 4L * i), value);
        }
    }

    static long readSlots(long handles, long slots, long values, int count) {
        if (LIBRARY == null) {
            return readSlotsInJava(handles, slots, values, count);
        }
        try {
            return (long) READ_SLOTS.invokeExact(handles, slots, values, count);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static long readSlotsInJava(long handles, long slots, long values, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long handle = UnsafeApi.getLong(null, handles + 8L * i);
            long slot = UnsafeApi.getLong(null, slots + 8L * (int) handle);
            if ((int) slot == (int) (handle >>> 32)) {
                sum += (int) UnsafeApi.getFloat(null, values + 4L * (int) (slot >>> 32));
            }
        }
        return sum;
    }

    static void copy(long to, long from, long bytes) {
        if (LIBRARY == null) {
            UnsafeApi.copyMemory(from, to, bytes);
            return;
        }
        try {
            COPY.invokeExact(to, from, bytes);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
