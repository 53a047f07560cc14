package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import java.util.function.IntConsumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each element is at origin + row * size + offset, and a write changes only its own bytes. */
class ColumnMemoryTest {
    private static final int OFFSET = 192;
    private static final int BYTES = OFFSET + (ROWS << 3) + 64;

    private long origin;
    private UnsafeBuffer bytes;

    @BeforeEach
    void allocate() {
        origin = MemorySource.direct().allocate(BYTES, 64);
        bytes = new UnsafeBuffer(origin, BYTES);
        bytes.setMemory(0, BYTES, (byte) 0);
    }

    @AfterEach
    void free() {
        MemorySource.direct().free(origin, BYTES);
    }

    @Test
    void shouldPlaceRawBitsBySize() {
        for (int shift = 0; shift < 4; shift++) {
            int size = shift;
            at(row -> {
                ColumnMemory.putBits(origin, row, OFFSET, size, -2);
                assertEquals(-2, ColumnMemory.getBits(origin, row, OFFSET, size));
                assertOnly(OFFSET + (row << size), 1 << size);
            });
        }
    }

    @Test
    void shouldReadTheLowestBitOfAByteAsABoolean() {
        at(row -> {
            for (int value : new int[] {0, 1, 0xFE, 0xFF}) {
                ColumnMemory.putByte(origin, row, OFFSET, (byte) value);
                assertEquals((value & 1) != 0, ColumnMemory.getBoolean(origin, row, OFFSET));
            }
            ColumnMemory.putBoolean(origin, row, OFFSET, false);
            assertEquals(0, bytes.getByte(OFFSET + row));
        });
    }

    @Test
    void shouldRejectAVectorAsAScalar() {
        assertEquals(192, ColumnMemory.scalar(1, 192));
        var e = assertThrows(IllegalArgumentException.class, () -> ColumnMemory.scalar(16, 192));
        assertTrue(e.getMessage().contains("16") && e.getMessage().contains("lane"), e::getMessage);
    }

    private void at(IntConsumer check) {
        for (int row : new int[] {0, 1, 63, 64, ROWS - 1}) {
            check.accept(row);
            bytes.setMemory(0, BYTES, (byte) 0);
        }
    }

    private void assertOnly(int from, int length) {
        for (int i = 0; i < BYTES; i++) {
            if ((i < from || i >= from + length) && bytes.getByte(i) != 0) {
                throw new AssertionError("byte " + i + " was changed, besides " + length + " from " + from);
            }
        }
    }
}
