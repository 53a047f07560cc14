package basalt.bench.field.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** C in the JVM of a benchmark. The tests that call C are skipped before JDK 22 and where there is no compiler. */
class NativeLibraryTest {
    private static final int JDK = Runtime.version().feature();

    private static NativeLibrary library() {
        try {
            return NativeLibrary.compile("rows.c");
        } catch (IOException missing) {
            String message = missing.getMessage();
            assumeTrue(!message.contains("no C compiler") && !message.contains("need JDK"), message);
            throw new AssertionError(missing);
        }
    }

    @Test
    void shouldCallFunctions() throws Throwable {
        MethodHandle copy = library().function("copy", void.class, long.class, long.class, long.class);
        MethodHandle read = library().function("read_slots", long.class, long.class, long.class, long.class, int.class);
        long memory = UnsafeApi.allocateMemory(64);
        UnsafeApi.setMemory(memory, 64, (byte) 0);
        UnsafeApi.putLong(null, memory, 5L << 32 | 1); // a handle of slot 1
        UnsafeApi.putLong(null, memory + 16, 1L << 32 | 5); // which has row 1
        UnsafeApi.putFloat(null, memory + 28, 42);

        copy.invokeExact(memory + 8, memory, 8L);
        long sum = (long) read.invokeExact(memory, memory + 8, memory + 24, 1);
        UnsafeApi.putInt(null, memory + 16, 6); // another generation
        long none = (long) read.invokeExact(memory, memory + 8, memory + 24, 1);

        assertEquals(UnsafeApi.getLong(null, memory), UnsafeApi.getLong(null, memory + 8));
        assertEquals(42, sum);
        assertEquals(0, none);
        UnsafeApi.freeMemory(memory);
    }

    @Test
    void shouldRejectUnknownFunctions() {
        NativeLibrary library = library();

        assertTrue(assertThrows(IllegalArgumentException.class, () -> library.function("nothing", void.class))
                .getMessage()
                .contains("nothing"));
    }

    @Test
    void shouldNameAMissingSource() {
        String message = assertThrows(IOException.class, () -> NativeLibrary.compile("nothing.c"))
                .getMessage();

        assumeTrue(JDK >= 22 && !message.contains("no C compiler"), message);
        assertTrue(message.contains("nothing.c"), message);
    }

    @Test
    void shouldNeedJdk22() {
        assumeTrue(JDK < 22);

        assertTrue(assertThrows(IOException.class, () -> NativeLibrary.compile("rows.c"))
                .getMessage()
                .contains("JDK 22"));
    }
}
