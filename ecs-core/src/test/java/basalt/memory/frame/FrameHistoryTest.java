package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // open meters and scopes need no name
class FrameHistoryTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldKeepAsManyFramesAsItsCapacity() {
        arena.allocate(1, 1);
        arena.reset();
        long start = System.nanoTime();
        FrameHistory history = arena.keepHistory(3);
        assertEquals(0, history.size());
        assertEquals(3, history.capacity());
        for (int i = 1; i <= 5; i++) {
            try (MemoryScope scope = arena.open()) {
                arena.allocate(i * 10, 1);
            }
            arena.allocate(i, 1);
            arena.reset();
            assertEquals(Math.min(i, 3), history.size());
            assertEquals(i, history.epoch(0));
        }
        for (int ago = 0; ago < 3; ago++) {
            assertEquals(5 - ago, history.epoch(ago));
            assertEquals((5 - ago) * 11, history.allocatedBytes(ago));
            assertEquals((5 - ago) * 10, history.highWaterBytes(ago));
            assertEquals(2, history.stats(ago).allocations());
            assertEquals("frame", history.stats(ago).name());
        }
        long sum = history.nanos(0) + history.nanos(1) + history.nanos(2);
        assertTrue(sum > 0 && sum <= System.nanoTime() - start, "they follow one another: " + sum);
        assertThrows(IndexOutOfBoundsException.class, () -> history.epoch(3));
        assertThrows(IndexOutOfBoundsException.class, () -> history.nanos(-1));
    }

    @Test
    void shouldStartAnew() {
        FrameHistory old = arena.keepHistory(2);
        arena.reset();
        FrameHistory fresh = arena.keepHistory(1);
        arena.reset();
        assertEquals(1, old.size());
        assertEquals(0, old.epoch(0));
        assertEquals(1, fresh.epoch(0));
    }

    @Test
    void shouldRejectWrongCapacity() {
        for (int wrong : new int[] {0, -1, (1 << 20) + 1, Integer.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> arena.keepHistory(wrong));
        }
    }
}
