package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.BumpAllocatorContract;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScratchArenaTest extends BumpAllocatorContract {
    private final ScratchArena pool = new ScratchArena(memory, "paths", MIB);

    @Override
    protected Subject create(MemorySource source, long capBytes) {
        ScratchArena created = new ScratchArena(source, "paths", capBytes);
        return new Subject(created, () -> created, created::reset);
    }

    @Override
    protected String label() {
        return "scratch arena \"paths\"";
    }

    @Override
    protected String deadMessage() {
        return "slice used after scratch arena \"paths\" was reset: it is in epoch 1 now; copy what must live longer";
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void shouldReturnItsName() {
        assertEquals("paths", pool.name());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t\n"})
    void shouldRejectBlankNames(String name) {
        String quoted = name == null ? "null" : "\"" + name + "\"";
        assertEquals(
                "name must not be null or blank: name=" + quoted,
                illegalArgument(() -> new ScratchArena(memory, name, MIB)));
    }

    @Test
    void shouldCountEpochs() {
        assertEquals(0, pool.epoch());
        pool.reset();
        pool.reset();
        assertEquals(2, pool.epoch());
    }

    @Test
    void shouldLiveUntilReset() {
        Slice first = pool.allocate(8, 8);
        first.putLong(0, 42);
        for (int frame = 0; frame < 100; frame++) {
            pool.allocate(1000, 8).fill((byte) frame);
        }
        assertEquals(42, first.getLong(0));
        assertTrue(first.isLive());
        pool.reset();
        assertFalse(first.isLive());
    }

    @Test
    void shouldTrimUnusedChunks() {
        pool.allocate(60 * KIB, 8);
        pool.allocate(60 * KIB, 8);
        assertEquals(192 * KIB, pool.reservedBytes());
        assertEquals(0, pool.trim());
        pool.reset();
        Slice live = pool.allocate(60 * KIB, 8);
        live.fill((byte) 9);
        assertEquals(128 * KIB, pool.trim());
        assertEquals(64 * KIB, pool.reservedBytes());
        assertEquals(64 * KIB, memory.allocatedBytes());
        assertEquals(9, live.getByte(60 * KIB - 1));
        pool.reset();
        assertEquals(64 * KIB, pool.trim());
        assertEquals(0, pool.reservedBytes());
        pool.allocate(8, 8).putLong(0, 1);
    }

    @Test
    void shouldKeepArenasSeparate() {
        try (ScratchArena other = new ScratchArena(memory, "paths", MIB)) {
            Slice mine = pool.allocate(8, 8);
            Slice theirs = other.allocate(8, 8);
            other.reset();
            assertTrue(mine.isLive());
            assertFalse(theirs.isLive());
        }
    }

    @Test
    void shouldCheckItsOtherOperations() {
        List<String> messages = new ArrayList<>();
        onOtherThread(List.of(pool::trim, pool::reset), messages);
        assertEquals(List.of(wrongThreadMessage(), wrongThreadMessage()), messages);
        pool.close();
        assertEquals(label() + " is closed: create a new one", illegalState(pool::trim));
        assertEquals(0, pool.epoch());
    }

    @Test
    void shouldShowItsStats() {
        pool.allocate(100, 8);
        pool.reset();
        pool.allocate(10, 8);
        assertEquals(
                "ScratchArena[name=paths, epoch=1, depth=0, usedBytes=10, reservedBytes=65536, highWaterBytes=100]",
                pool.toString());
        pool.close();
        assertEquals(
                "ScratchArena[name=paths, epoch=1, depth=0, usedBytes=0, reservedBytes=0, highWaterBytes=100, closed]",
                pool.toString());
    }

    @Test
    void shouldFreeOnlyAllocationsOfAScope() {
        Slice kept = pool.allocate(64, 8);
        try (MemoryScope outer = pool.open()) {
            Slice result = outer.allocate(64, 8);
            MemoryScope inner = pool.open();
            Slice near = inner.tryAllocate(64, 8);
            Slice far = pool.allocate(500_000, 8);
            assertEquals(2, pool.depth());
            assertEquals(
                    "reset with 2 open scopes or marks: close each scope and release each mark first, innermost is a"
                            + " scope at depth 2",
                    illegalState(pool::reset));
            inner.close();
            assertEquals(128, pool.usedBytes());
            String message = "slice used after its scope had ended: allocate it further out, or copy it before";
            assertDead(message, near);
            assertDead(message, far);
            assertTrue(result.isLive());
        }
        assertEquals(64, pool.usedBytes());
        assertTrue(kept.isLive());
        pool.reset();
        assertFalse(kept.isLive());
    }

    @Test
    void shouldCloseWithOpenScopes() {
        MemoryScope scope = pool.open();
        pool.open().allocate(8, 8);
        pool.close();
        assertEquals(0, memory.outstanding());
        assertEquals("scratch arena \"paths\" is closed: create a new one", illegalState(scope::close));
    }
}
