package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    void shouldPlaceFloats() {
        at(row -> {
            ColumnMemory.putFloat(origin, row, OFFSET, row + 0.5f);
            assertEquals(row + 0.5f, bytes.getFloat(OFFSET + row * 4));
            assertEquals(row + 0.5f, ColumnMemory.getFloat(origin, row, OFFSET));
            assertOnly(OFFSET + row * 4, 4);
        });
    }

    @Test
    void shouldPlaceDoubles() {
        at(row -> {
            ColumnMemory.putDouble(origin, row, OFFSET, row + 0.25);
            assertEquals(row + 0.25, bytes.getDouble(OFFSET + row * 8));
            assertEquals(row + 0.25, ColumnMemory.getDouble(origin, row, OFFSET));
            assertOnly(OFFSET + row * 8, 8);
        });
    }

    @Test
    void shouldPlaceBytes() {
        at(row -> {
            ColumnMemory.putByte(origin, row, OFFSET, (byte) 0xC3);
            assertEquals((byte) 0xC3, bytes.getByte(OFFSET + row));
            assertEquals((byte) 0xC3, ColumnMemory.getByte(origin, row, OFFSET));
            assertOnly(OFFSET + row, 1);
        });
    }

    @Test
    void shouldPlaceBooleansAsBytes() {
        at(row -> {
            ColumnMemory.putBoolean(origin, row, OFFSET, true);
            assertEquals(1, bytes.getByte(OFFSET + row));
            assertTrue(ColumnMemory.getBoolean(origin, row, OFFSET));
            assertOnly(OFFSET + row, 1);
            ColumnMemory.putBoolean(origin, row, OFFSET, false);
            assertFalse(ColumnMemory.getBoolean(origin, row, OFFSET));
        });
    }

    @Test
    void shouldReadTheLowestBitOfAByteAsABoolean() {
        at(row -> {
            ColumnMemory.putByte(origin, row, OFFSET, (byte) 0xFF);
            assertTrue(ColumnMemory.getBoolean(origin, row, OFFSET));
            ColumnMemory.putByte(origin, row, OFFSET, (byte) 0xFE);
            assertFalse(ColumnMemory.getBoolean(origin, row, OFFSET));
        });
    }

    @Test
    void shouldRejectAVectorAsAScalar() {
        assertEquals(192, ColumnMemory.scalar(1, 192));
        var e = assertThrows(IllegalArgumentException.class, () -> ColumnMemory.scalar(16, 192));
        assertTrue(e.getMessage().contains("16") && e.getMessage().contains("lane"), e::getMessage);
    }

    @Test
    void shouldPlaceShorts() {
        at(row -> {
            ColumnMemory.putShort(origin, row, OFFSET, (short) 0xC35A);
            assertEquals((short) 0xC35A, bytes.getShort(OFFSET + row * 2));
            assertEquals((short) 0xC35A, ColumnMemory.getShort(origin, row, OFFSET));
            assertOnly(OFFSET + row * 2, 2);
        });
    }

    @Test
    void shouldPlaceInts() {
        at(row -> {
            ColumnMemory.putInt(origin, row, OFFSET, 0xC35A_1234);
            assertEquals(0xC35A_1234, bytes.getInt(OFFSET + row * 4));
            assertEquals(0xC35A_1234, ColumnMemory.getInt(origin, row, OFFSET));
            assertOnly(OFFSET + row * 4, 4);
        });
    }

    @Test
    void shouldPlaceLongs() {
        at(row -> {
            ColumnMemory.putLong(origin, row, OFFSET, 0xC35A_1234_5678_9ABCL);
            assertEquals(0xC35A_1234_5678_9ABCL, bytes.getLong(OFFSET + row * 8));
            assertEquals(0xC35A_1234_5678_9ABCL, ColumnMemory.getLong(origin, row, OFFSET));
            assertOnly(OFFSET + row * 8, 8);
        });
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
