package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An arena of a schedule's worker: it moves between threads, and everything that a system leaves open ends with the
 * system.
 */
class FrameArenaHandoverTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct(), Long.MAX_VALUE);
    private final ArenaAccess access = Internal.of(arena);

    FrameArenaHandoverTest() {
        access.assignToWorld();
    }

    @AfterEach
    void close() {
        access.moveToCurrentThread();
        access.close();
    }

    @Test
    void shouldBelongToTheThreadThatItWasMovedTo() {
        Slice before = arena.allocate(8, 8);
        Elsewhere.run("worker", () -> {
            assertThrows(IllegalStateException.class, () -> arena.allocate(8, 8));
            access.moveToCurrentThread();
            arena.allocate(100, 8).putLong(0, 42);
            assertTrue(access.resetAll());
        });

        assertThrows(IllegalStateException.class, () -> arena.allocate(8, 8));
        assertThrows(IllegalStateException.class, arena::open);
        assertThrows(IllegalStateException.class, () -> access.resetAll());
        access.moveToCurrentThread();
        assertThrows(IllegalStateException.class, () -> before.getLong(0), "its frame has ended");
        arena.allocate(8, 8).putLong(0, 1);
    }

    @Test
    void shouldReportWhetherSomethingWasLeftOpen() {
        assertTrue(access.resetAll());
        arena.open().close();
        arena.release(arena.mark());
        assertTrue(access.resetAll());

        arena.open();
        assertFalse(access.resetAll());
        arena.mark();
        assertFalse(access.resetAll());
        arena.meters().phase("phase").begin();
        assertFalse(access.resetAll());
        arena.meters().tag("some/tag").begin();
        assertFalse(access.resetAll());
        assertTrue(access.resetAll());
    }

    @Test
    void shouldEndAllThatIsOpenInAnyOrder() {
        FrameMeter phase = arena.meters().phase("phase");
        MemoryScope scope = arena.open();
        arena.keep(arena.mark());
        phase.begin();
        long mark = arena.mark();
        Slice slice = arena.allocate(1000, 8);
        arena.open();
        arena.meters().tag("tag").begin();

        assertFalse(access.resetAll());

        assertEquals(0, arena.usedBytes());
        assertFalse(phase.isOpen());
        assertThrows(IllegalStateException.class, scope::close);
        assertThrows(IllegalStateException.class, () -> arena.release(mark));
        assertThrows(IllegalStateException.class, () -> slice.getLong(0));
        assertEquals(1000, phase.lastFrame().allocatedBytes());
        assertDoesNotThrow(arena::reset);
    }

    @Test
    void shouldTreatKeptMarksAsClosed() {
        arena.keep(arena.mark());

        assertTrue(access.resetAll());
    }

    @Test
    void shouldChangeNothingOnAWrongThread() {
        arena.open();
        arena.meters().phase("phase").begin();
        Elsewhere.run("worker", () -> assertThrows(IllegalStateException.class, () -> access.resetAll()));

        assertTrue(arena.meters().phase("phase").isOpen());
        assertEquals(0, arena.epoch());
        assertFalse(access.resetAll());
        assertEquals(1, arena.epoch());
    }
}
