package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Scopes and marks: one LIFO order. */
class FrameArenaScopeTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldUnwindWhatWasLeftOpen() {
        Internal.of(arena).allocateUnchecked(64, 8);
        long mark = arena.mark();
        Internal.of(arena).allocateUnchecked(64, 8);
        MemoryScope scope = arena.open();
        Slice slice = arena.allocate(1_000_000, 8);
        long inner = arena.mark();

        assertFalse(Internal.of(arena).unwind(mark));

        assertEquals(64, arena.usedBytes());
        assertThrows(IllegalStateException.class, () -> slice.getLong(0));
        assertThrows(IllegalStateException.class, scope::close);
        assertThrows(IllegalStateException.class, () -> arena.release(inner));
        assertThrows(IllegalStateException.class, () -> Internal.of(arena).unwind(mark));
        arena.reset();
    }

    @Test
    void shouldNotEndWhatWasOpenedWhereAnUnwoundScopeWas() {
        long outer = arena.mark();
        MemoryScope scope = arena.open();
        Internal.of(arena).unwind(outer);
        long first = arena.mark();
        long second = arena.mark(); // as deep as the scope was

        var thrown = assertThrows(IllegalStateException.class, scope::close);

        assertTrue(thrown.getMessage().startsWith("scope is closed already"), thrown.getMessage());
        arena.release(second);
        arena.release(first);
    }

    @Test
    void shouldUnwindWhenNothingWasLeftOpen() {
        try (MemoryScope outer = arena.open()) {
            long mark = arena.mark();
            Internal.of(arena).allocateUnchecked(64, 8);

            assertTrue(Internal.of(arena).unwind(mark));

            assertEquals(0, arena.usedBytes(), outer::toString);
            assertThrows(IllegalStateException.class, () -> Internal.of(arena).unwind(mark));
            assertThrows(IllegalStateException.class, () -> Internal.of(arena).unwind(0));
        }
    }

    @Test
    void shouldKeepWhatWasAllocatedSinceTheMark() {
        MemoryScope scope = arena.open();
        long mark = arena.mark();
        Slice kept = arena.allocate(64, 8);
        kept.putLong(0, 7);
        arena.keep(mark);
        assertThrows(IllegalStateException.class, () -> arena.release(mark));
        assertThrows(IllegalStateException.class, () -> arena.keep(mark));
        Slice later = arena.allocate(64, 8);
        assertEquals(7, kept.getLong(0));
        assertEquals(128, arena.usedBytes());
        assertTrue(later.isLive());

        scope.close();

        assertEquals(0, arena.usedBytes());
        assertFalse(kept.isLive());
        assertFalse(later.isLive());
        arena.reset();
    }

    @Test
    void shouldKeepMarksInsideOfMarks() {
        long outer = arena.mark();
        long inner = arena.mark();
        Slice kept = arena.allocate(64, 8);
        assertThrows(IllegalStateException.class, () -> arena.keep(outer), "out of order");
        arena.keep(inner);
        arena.keep(outer);
        assertTrue(kept.isLive());
        long next = arena.mark();
        arena.allocate(1_000_000, 8);
        arena.release(next);
        assertEquals(64, arena.usedBytes());
        assertTrue(kept.isLive());

        arena.reset();

        assertFalse(kept.isLive());
        assertEquals(0, arena.usedBytes());
        assertThrows(IllegalStateException.class, () -> arena.release(outer));
    }

    @Test
    void shouldReleaseAMarkWithWhatWasKeptInIt() {
        long outer = arena.mark(); // before the first chunk
        for (int i = 0; i < 100; i++) {
            long mark = arena.mark();
            arena.allocate(10_000, 8);
            arena.keep(mark);
        }
        assertEquals(1_000_000, arena.usedBytes());
        arena.release(outer);
        assertEquals(0, arena.usedBytes());
        arena.reset();
    }

    @Test
    void shouldGoBackToBeforeTheFirstChunk() {
        long mark = arena.mark();
        long first = Internal.of(arena).allocateUnchecked(64, 8);
        arena.release(mark);
        assertEquals(0, arena.usedBytes());
        assertEquals(first, Internal.of(arena).allocateUnchecked(64, 8));
    }

    @Test
    void shouldReuseScopeObjects() {
        MemoryScope first = arena.open();
        MemoryScope second = arena.open();
        second.close();
        first.close();
        assertSame(first, arena.open());
        assertSame(second, arena.open());
    }

    @Test
    void shouldEndScopesAndMarksInOneOrder() {
        MemoryScope outer = arena.open();
        long mark = arena.mark();
        MemoryScope inner = arena.open();
        long address = Internal.of(arena).allocateUnchecked(8, 8);
        String innermost = " out of order: end what was opened later first, ";
        assertEquals(
                "scope closed" + innermost + "depth=1, innermost is a scope at depth 3", illegalState(outer::close));
        assertEquals(
                "mark released" + innermost + "innermost is a scope at depth 3",
                illegalState(() -> arena.release(mark)));
        assertEquals(address + 8, Internal.of(arena).allocateUnchecked(8, 8), "nothing was released");
        inner.close();
        assertTrue(illegalState(outer::close).endsWith("innermost is a mark at depth 2"));
        arena.release(mark);
        assertTrue(illegalState(() -> arena.release(mark)).startsWith("mark is not open in this arena"));
        outer.close();
        String closed = "scope is closed already: open() gives a new one, depth=1";
        assertEquals(closed, illegalState(outer::close));
        long next = arena.mark(); // now at the depth where the scope was
        assertNotEquals(mark, next);
        assertEquals(closed, illegalState(outer::close));
        assertThrows(IllegalStateException.class, () -> arena.release(mark));
        arena.release(next);
    }

    @Test
    void shouldRejectForeignMarks() {
        try (FrameArena other = new FrameArena(MemorySource.direct())) {
            long mine = arena.mark();
            for (long mark : new long[] {other.mark(), 0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertTrue(illegalState(() -> arena.release(mark)).startsWith("mark is not open in this arena"));
            }
            arena.release(mine);
        }
    }

    @Test
    void shouldNestDeeply() {
        int depth = 1000;
        MemoryScope[] scopes = new MemoryScope[depth];
        long[] marks = new long[depth];
        for (int i = 0; i < depth; i++) {
            scopes[i] = arena.open();
            marks[i] = arena.mark();
            arena.allocate(500, 8);
        }
        for (int i = depth - 1; i >= 0; i--) {
            arena.release(marks[i]);
            scopes[i].close();
            assertEquals(500L * i > 0, arena.usedBytes() > 0);
        }
    }

    @Test
    void shouldRejectResetWhileSomethingIsOpen() {
        MemoryScope scope = arena.open();
        long mark = arena.mark();
        Slice slice = arena.allocate(8, 8);
        assertEquals(
                "reset with 2 open scopes or marks: close each scope and release each mark first, innermost is a"
                        + " mark at"
                        + " depth 2",
                illegalState(arena::reset));
        assertTrue(slice.isLive());
        assertEquals(0, arena.epoch());
        arena.release(mark);
        assertTrue(illegalState(arena::reset).startsWith("reset with 1 open"));
        scope.close();
        arena.reset();
        assertEquals(1, arena.epoch());
    }

    private static String illegalState(Runnable action) {
        return assertThrows(IllegalStateException.class, action::run).getMessage();
    }

    @Test
    void shouldAllocateInTheInnermostScopeOnly() {
        MemoryScope outer = arena.open();
        Slice slice = outer.allocate(8, 8);
        assertEquals(8, outer.tryAllocate(8, 8).sizeBytes());
        MemoryScope inner = arena.open();
        var e = assertThrows(IllegalStateException.class, () -> outer.allocate(8, 8));
        assertTrue(e.getMessage().contains("innermost is a scope at depth 2"), e.getMessage());
        assertThrows(IllegalStateException.class, () -> outer.tryAllocate(8, 8));
        long mark = arena.mark();
        assertThrows(IllegalStateException.class, () -> inner.allocate(8, 8));
        arena.keep(mark);
        Slice innerSlice = inner.allocate(8, 8);
        inner.close();
        assertFalse(innerSlice.isLive());
        assertTrue(slice.isLive());
        e = assertThrows(IllegalStateException.class, () -> inner.allocate(8, 8));
        assertTrue(e.getMessage().contains("closed already"), e.getMessage());
        outer.close();
    }
}
