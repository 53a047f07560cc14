package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of all memory sources. */
public abstract class MemorySourceContract {
    private MemorySource source;
    private long bytesBefore;

    protected abstract MemorySource createSource();

    @BeforeEach
    void setUp() {
        source = createSource();
        bytesBefore = source.allocatedBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})
    void shouldAlignAddress(int alignment) {
        for (long bytes : new long[] {1, 7, 63, 64, 65, 4095, 4096, 4097, 300_000}) {
            long first = source.allocate(bytes, alignment);
            long second = source.allocate(bytes, alignment);
            try {
                assertNotEquals(0, first);
                assertEquals(0, first % alignment);
                assertEquals(0, second % alignment);
                assertTrue(Math.abs(first - second) >= bytes, "allocations overlap");
            } finally {
                source.free(first, bytes);
                source.free(second, bytes);
            }
        }
    }

    @Test
    void shouldGiveMemoryThatHoldsWhatIsWritten() {
        long address = source.allocate(4096, 64);
        for (long i = 0; i < 4096; i++) {
            UnsafeApi.putByte(null, address + i, (byte) (i * 31));
        }
        for (long i = 0; i < 4096; i++) {
            assertEquals((byte) (i * 31), UnsafeApi.getByte(null, address + i));
        }
        source.free(address, 4096);
    }

    @Test
    void shouldCountOutstandingBytes() {
        long first = source.allocate(100, 8);
        assertEquals(bytesBefore + 100, source.allocatedBytes());
        long second = source.allocate(1, 4096);
        assertEquals(bytesBefore + 101, source.allocatedBytes());
        source.free(first, 100);
        assertEquals(bytesBefore + 1, source.allocatedBytes());
        source.free(second, 1);
        assertEquals(bytesBefore, source.allocatedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        var e = assertThrows(IllegalArgumentException.class, () -> source.allocate(bytes, 8));
        assertEquals("bytes must be > 0: bytes=" + bytes, e.getMessage());
        assertEquals(bytesBefore, source.allocatedBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, -8, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldRejectAlignmentOutOfRange(int alignment) {
        var e = assertThrows(IllegalArgumentException.class, () -> source.allocate(64, alignment));
        assertEquals("alignment must be a power of two from 1 to 4096: alignment=" + alignment, e.getMessage());
        assertEquals(bytesBefore, source.allocatedBytes());
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1L << 60, Long.MAX_VALUE - 4096 * 2, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 8, Long.MAX_VALUE})
    void shouldReportSizesWhenThereIsNoMoreMemory(long bytes) {
        long held = source.allocate(100, 8);
        try {
            var e = assertThrows(NativeMemoryException.class, () -> source.allocate(bytes, 4096));
            assertEquals(bytes, e.requestedBytes());
            assertEquals(bytesBefore + 100, e.allocatedBytes());
            assertTrue(e.getMessage().contains("requestedBytes=" + bytes), e.getMessage());
            assertTrue(e.getMessage().contains("allocatedBytes=" + (bytesBefore + 100)), e.getMessage());
            assertEquals(bytesBefore + 100, source.allocatedBytes());
        } finally {
            source.free(held, 100);
        }
    }
}
