package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.Elsewhere;
import basalt.memory.HeapBytes;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.block.ArenaAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArenaLifetimeTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());
    private final ArenaAccess.Lifetime lifetime = new ArenaAccess.Lifetime();

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void shouldBeDeadBeforeItHasBegun() {
        assertFalse(lifetime.isLive());
        assertFalse(lifetime.isInnermost(Internal.of(arena)));
        assertNull(lifetime.arena());
        assertEquals("thing is empty; fill it", message());
    }

    @Test
    void shouldEndWithTheScope() {
        MemoryScope scope = arena.open();
        lifetime.begin(Internal.of(arena));
        assertSame(Internal.of(arena), lifetime.arena());
        assertDoesNotThrow(() -> lifetime.requireLive("thing", "fill it"));
        scope.close();
        assertEquals("thing used after its scope had ended; fill it", message());
        arena.open();
        assertFalse(lifetime.isLive(), "another scope at the same depth");
        assertFalse(lifetime.isInnermost(Internal.of(arena)));
    }

    @Test
    void shouldEndWithTheMark() {
        long mark = arena.mark();
        lifetime.begin(Internal.of(arena));
        assertTrue(lifetime.isLive());
        arena.release(mark);
        assertEquals("thing used after its mark had ended; fill it", message());
    }

    @Test
    void shouldEndWithTheFrame() {
        lifetime.begin(Internal.of(arena));
        assertTrue(lifetime.isLive());
        arena.reset();
        assertEquals("thing used after its arena was reset; fill it", message());
        lifetime.begin(Internal.of(arena));
        assertTrue(lifetime.isLive());
    }

    @Test
    void shouldEndWithTheArena() {
        lifetime.begin(Internal.of(arena));
        arena.close();
        assertEquals("thing used after its arena was closed; fill it", message());
    }

    @Test
    void shouldOutliveMarksThatWereKept() {
        MemoryScope scope = arena.open();
        arena.keep(arena.mark());
        lifetime.begin(Internal.of(arena));
        assertTrue(lifetime.isInnermost(Internal.of(arena)));
        arena.keep(arena.mark());
        assertTrue(lifetime.isInnermost(Internal.of(arena)), "new allocations die with it");
        scope.close();
        assertFalse(lifetime.isLive());
    }

    @Test
    void shouldNotBeInnermostInsideOfWhatWasOpenedLater() {
        lifetime.begin(Internal.of(arena));
        assertTrue(lifetime.isInnermost(Internal.of(arena)));
        MemoryScope scope = arena.open();
        assertTrue(lifetime.isLive());
        assertFalse(lifetime.isInnermost(Internal.of(arena)));
        scope.close();
        assertTrue(lifetime.isInnermost(Internal.of(arena)));
    }

    @Test
    void shouldDistinguishArenas() {
        try (FrameArena other = new FrameArena(MemorySource.direct())) {
            lifetime.begin(Internal.of(arena));
            assertFalse(lifetime.isInnermost(Internal.of(other)));
            lifetime.begin(Internal.of(other));
            assertTrue(lifetime.isInnermost(Internal.of(other)));
            arena.reset();
            assertTrue(lifetime.isLive());
        }
        assertFalse(lifetime.isLive());
    }

    @Test
    void shouldBelongToTheThreadOfItsArena() {
        lifetime.begin(Internal.of(arena));
        Elsewhere.run(
                "other",
                () -> assertThrows(IllegalStateException.class, () -> lifetime.requireLive("thing", "fill it")));
    }

    @Test
    void shouldMakeNoGarbage() {
        HeapBytes.assertNone(10_000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                long mark = arena.mark();
                lifetime.begin(Internal.of(arena));
                lifetime.requireLive("thing", "fill it");
                arena.release(mark);
            }
        });
    }

    private String message() {
        return assertThrows(IllegalStateException.class, () -> lifetime.requireLive("thing", "fill it"))
                .getMessage();
    }
}
