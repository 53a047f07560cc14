package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
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
    void shouldReleaseOnlyWhatTheScopeAllocated() {
        Internal.of(arena).allocateUnchecked(64, 8);
        MemoryScope scope = arena.open();
        long inner = Internal.of(arena).allocateUnchecked(64, 8);
        Internal.of(arena).allocateUnchecked(1_000_000, 8);
        scope.close();
        assertEquals(64, arena.usedBytes());
        assertEquals(inner, Internal.of(arena).allocateUnchecked(64, 8));
    }

    @Test
    void shouldReleaseOnlyWhatWasAllocatedSinceTheMark() {
        Internal.of(arena).allocateUnchecked(64, 8);
        long mark = arena.mark();
        long inner = Internal.of(arena).allocateUnchecked(64, 8);
        Internal.of(arena).allocateUnchecked(1_000_000, 8);
        arena.release(mark);
        assertEquals(64, arena.usedBytes());
        assertEquals(inner, Internal.of(arena).allocateUnchecked(64, 8));
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
    void shouldNotReleaseResultsOfTheCaller() {
        try (MemoryScope outer = arena.open()) {
            Slice result = arena.allocate(8, 8);
            result.putLong(0, 42);
            try (MemoryScope inner = arena.open()) {
                assertNotSame(outer, inner);
                arena.allocate(100_000, 8).fill((byte) 1);
            }
            assertEquals(42, result.getLong(0));
        }
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
    void shouldNestDeeply() {
        int depth = 1000;
        MemoryScope[] scopes = new MemoryScope[depth];
        long[] marks = new long[depth];
        Slice[] slices = new Slice[depth];
        for (int i = 0; i < depth; i++) {
            scopes[i] = arena.open();
            marks[i] = arena.mark();
            slices[i] = arena.allocate(500, 8);
            slices[i].putInt(0, i);
        }
        for (int i = depth - 1; i >= 0; i--) {
            assertEquals(i, slices[i].getInt(0));
            arena.release(marks[i]);
            scopes[i].close();
            assertEquals(500L * i > 0, arena.usedBytes() > 0);
        }
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldRejectCloseOfOuterScopeFirst() {
        MemoryScope outer = arena.open();
        MemoryScope inner = arena.open();
        assertEquals(
                "scope closed out of order: end what was opened later first, depth=1, innermost is a scope at depth 2",
                illegalState(outer::close));
        inner.close();
        outer.close();
    }

    @Test
    void shouldRejectCloseOfScopeUnderOpenMark() {
        MemoryScope scope = arena.open();
        long mark = arena.mark();
        assertTrue(illegalState(scope::close).endsWith("innermost is a mark at depth 2"));
        arena.release(mark);
        scope.close();
    }

    @Test
    void shouldRejectCloseTwice() {
        MemoryScope scope = arena.open();
        scope.close();
        assertEquals("scope is closed already: open() gives a new one, depth=1", illegalState(scope::close));

        long mark = arena.mark(); // now at the depth where the scope was
        assertEquals("scope is closed already: open() gives a new one, depth=1", illegalState(scope::close));
        arena.release(mark);
    }

    @Test
    void shouldRejectReleaseUnderOpenScope() {
        long mark = arena.mark();
        MemoryScope scope = arena.open();
        long address = Internal.of(arena).allocateUnchecked(8, 8);
        assertEquals(
                "mark released out of order: end what was opened later first, innermost is a scope at depth 2",
                illegalState(() -> arena.release(mark)));
        assertEquals(address + 8, Internal.of(arena).allocateUnchecked(8, 8));
        scope.close();
        arena.release(mark);
    }

    @Test
    void shouldRejectReleaseOfOuterMarkFirst() {
        long outer = arena.mark();
        long inner = arena.mark();
        assertTrue(illegalState(() -> arena.release(outer)).startsWith("mark released out of order"));
        arena.release(inner);
        arena.release(outer);
    }

    @Test
    void shouldRejectReleaseTwice() {
        long mark = arena.mark();
        arena.release(mark);
        assertTrue(illegalState(() -> arena.release(mark)).startsWith("mark is not open in this arena"));
        long next = arena.mark();
        assertNotEquals(mark, next);
        assertThrows(IllegalStateException.class, () -> arena.release(mark));
        arena.release(next);
    }

    @Test
    void shouldRejectMarkOfAnotherArena() {
        try (FrameArena other = new FrameArena(MemorySource.direct())) {
            long mine = arena.mark();
            long theirs = other.mark();
            assertTrue(illegalState(() -> arena.release(theirs)).startsWith("mark is not open in this arena"));
            arena.release(mine);
            other.release(theirs);
        }
    }

    @Test
    void shouldRejectInventedMarks() {
        for (long mark : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThrows(IllegalStateException.class, () -> arena.release(mark));
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
