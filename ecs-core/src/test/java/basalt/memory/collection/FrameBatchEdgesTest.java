package basalt.memory.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import org.junit.jupiter.api.Test;

class FrameBatchEdgesTest {
    /** A size above the address space counts as no memory: the result is null. */
    @Test
    void shouldReturnNullWhenTheTotalSizeOverflows() {
        try (FrameArena arena = new FrameArena(MemorySource.direct(), 1 << 20)) {
            for (long bytes : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 2, Long.MAX_VALUE / 100, 1L << 40}) {
                assertNull(FrameBatch.tryIn(arena, 1000, bytes, 64));
                assertThrows(NativeMemoryException.class, () -> FrameBatch.in(arena, 1000, bytes, 64));
            }
            assertNull(FrameBatch.tryIn(arena, Integer.MAX_VALUE, 1, 4096));
            assertThrows(IllegalArgumentException.class, () -> FrameBatch.tryIn(arena, 0, Long.MAX_VALUE, 64));
            assertThrows(IllegalArgumentException.class, () -> FrameBatch.tryIn(arena, 1, -1, 64));
            assertThrows(IllegalArgumentException.class, () -> FrameBatch.tryIn(arena, 1, Long.MAX_VALUE, 3));
            assertThrows(IllegalArgumentException.class, () -> FrameBatch.tryIn(null, 9, Long.MAX_VALUE, 64));
            assertEquals(0, arena.usedBytes());
            assertNotNull(FrameBatch.tryIn(arena, 3, 5, 64));
        }
    }
}
