package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.BumpAllocatorContract;
import basalt.memory.HeapBytes;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StackAllocatorTest extends BumpAllocatorContract {
    private static final String CLOSED_FRAME =
            "slice used after its scope had ended: allocate it further out, or copy it before";

    private final StackAllocator stack = new StackAllocator(memory, 16 * MIB);

    @Override
    protected Subject create(MemorySource source, long capBytes) {
        StackAllocator created = new StackAllocator(source, capBytes);
        return new Subject() {
            private MemoryScope frame = created.open();

            @Override
            public Slice allocate(long bytes, int alignment) {
                return created.allocate(bytes, alignment);
            }

            @Override
            public Slice tryAllocate(long bytes, int alignment) {
                return created.tryAllocate(bytes, alignment);
            }

            @Override
            public void freeAll() {
                frame.close();
                frame = created.open();
            }

            @Override
            public long usedBytes() {
                return created.usedBytes();
            }

            @Override
            public long reservedBytes() {
                return created.reservedBytes();
            }

            @Override
            public long highWaterBytes() {
                return created.highWaterBytes();
            }

            @Override
            public void close() {
                created.close();
            }
        };
    }

    @Override
    protected String label() {
        return "stack allocator";
    }

    @Override
    protected String closedLabel() {
        return "its stack allocator";
    }

    @Override
    protected String deadMessage() {
        return CLOSED_FRAME;
    }

    @AfterEach
    void closeStack() {
        stack.close();
    }

    @Test
    void shouldRejectAllocationWithoutScope() {
        String message = "allocated without an open scope of the stack allocator: open() one first";
        assertEquals(message, illegalState(() -> stack.allocate(8, 8)));
        assertEquals(message, illegalState(() -> stack.tryAllocate(8, 8)));
        stack.open().close();
        assertEquals(message, illegalState(() -> stack.allocate(8, 8)));
        assertEquals(message, illegalState(() -> stack.tryAllocate(8, 8)));
        assertEquals(0, memory.allocations());
    }

    @Test
    void shouldFreeOnlyAllocationsOfTheScope() {
        try (MemoryScope outer = stack.open()) {
            Slice result = stack.allocate(64, 8);
            result.putLong(0, 42);
            MemoryScope inner = stack.open();
            assertNotSame(outer, inner);
            Slice near = stack.tryAllocate(64, 8);
            Slice far = stack.allocate(1_000_000, 8);
            far.fill((byte) 1);
            inner.close();
            assertEquals(64, stack.usedBytes());
            assertDead(CLOSED_FRAME, near);
            assertDead(CLOSED_FRAME, far);
            assertEquals(42, result.getLong(0));
            assertEquals(near.addressUnchecked(), stack.allocate(64, 8).addressUnchecked());
            assertDead(CLOSED_FRAME, near);
        }
        assertEquals(0, stack.usedBytes());
    }

    @Test
    void shouldCountDepth() {
        assertEquals(0, stack.depth());
        MemoryScope outer = stack.open();
        MemoryScope inner = stack.open();
        assertEquals(2, stack.depth());
        inner.close();
        assertEquals(1, stack.depth());
        outer.close();
        assertEquals(0, stack.depth());
    }

    @Test
    void shouldReuseScopeObjects() {
        MemoryScope first = stack.open();
        MemoryScope second = stack.open();
        second.close();
        first.close();
        assertSame(first, stack.open());
        assertSame(second, stack.open());
    }

    @Test
    void shouldNestDeeply() {
        int depth = 1000;
        MemoryScope[] frames = new MemoryScope[depth];
        Slice[] slices = new Slice[depth];
        for (int i = 0; i < depth; i++) {
            frames[i] = stack.open();
            slices[i] = stack.allocate(504, 8);
            slices[i].putInt(0, i);
        }
        for (int i = depth - 1; i >= 0; i--) {
            assertEquals(i, slices[i].getInt(0));
            frames[i].close();
            assertFalse(slices[i].isLive());
            assertEquals(504L * i, stack.usedBytes());
        }
    }

    @Test
    void shouldRejectCloseOfOuterScopeFirst() {
        MemoryScope outer = stack.open();
        MemoryScope middle = stack.open();
        MemoryScope inner = stack.open();
        Slice slice = stack.allocate(8, 8);
        assertEquals(
                "scope closed out of order: end what was opened later first, depth=1, innermost is a scope at depth 3",
                illegalState(outer::close));
        assertTrue(illegalState(middle::close).contains("depth=2, innermost is a scope at depth 3"));
        assertTrue(slice.isLive());
        assertEquals(3, stack.depth());
        inner.close();
        middle.close();
        outer.close();
    }

    @Test
    void shouldRejectCloseTwice() {
        MemoryScope outer = stack.open();
        MemoryScope inner = stack.open();
        inner.close();
        String message = "scope is closed already: open() gives a new one, depth=2";
        assertEquals(message, illegalState(inner::close));
        assertEquals(1, stack.depth());
        outer.close();
        assertThrows(IllegalStateException.class, outer::close);
    }

    @Test
    void shouldNotCloseAnotherScopeByAStaleOne() {
        MemoryScope outer = stack.open();
        MemoryScope stale = stack.open();
        stale.close();
        outer.close();
        MemoryScope other = stack.open();
        Slice slice = stack.allocate(8, 8);

        assertEquals("scope is closed already: open() gives a new one, depth=2", illegalState(stale::close));

        assertTrue(slice.isLive());
        assertEquals("MemoryScope[depth=2, open=false]", stale.toString());
        assertEquals("MemoryScope[depth=1, open=true]", other.toString());
        other.close();
    }

    @Test
    void shouldKeepStacksSeparate() {
        try (StackAllocator another = new StackAllocator(memory, MIB)) {
            MemoryScope mine = stack.open();
            MemoryScope theirs = another.open();
            Slice slice = another.allocate(8, 8);
            mine.close();
            assertTrue(slice.isLive());
            theirs.close();
            assertFalse(slice.isLive());
        }
    }

    @Test
    void shouldCloseWithOpenScopes() {
        MemoryScope frame = stack.open();
        stack.open();
        stack.allocate(8, 8);
        stack.close();
        assertEquals(0, memory.outstanding());
        assertEquals(0, stack.depth());
        String message = "stack allocator is closed: create a new one";
        assertEquals(message, illegalState(frame::close));
        assertEquals(message, illegalState(stack::open));
    }

    @Test
    void shouldCheckThreadsOfScopes() throws InterruptedException {
        MemoryScope frame = stack.open();
        List<String> messages = new ArrayList<>();
        onOtherThread(List.of(stack::open, frame::close), messages);
        assertEquals(List.of(wrongThreadMessage(), wrongThreadMessage()), messages);
        assertEquals(1, stack.depth());
        frame.close();
    }

    @Test
    void shouldRestoreTheCursorExactly() {
        Random random = new Random(7);
        Deque<MemoryScope> frames = new ArrayDeque<>();
        Deque<Long> usedBytes = new ArrayDeque<>();
        Deque<Slice> first = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            if (frames.isEmpty() || frames.size() < 40 && random.nextInt(5) < 2) {
                usedBytes.push(stack.usedBytes());
                frames.push(stack.open());
                first.push(stack.allocate(8, 8));
                first.peek().putLong(0, usedBytes.peek());
            } else if (random.nextInt(3) > 0) {
                Slice slice =
                        stack.tryAllocate(1 + (long) Math.pow(2, random.nextDouble() * 18), 1 << random.nextInt(13));
                if (slice != null) {
                    slice.fill((byte) step);
                }
            } else {
                Slice slice = first.pop();
                assertEquals(usedBytes.peek(), slice.getLong(0));
                frames.pop().close();
                assertEquals(usedBytes.pop(), stack.usedBytes());
                assertFalse(slice.isLive());
            }
            assertEquals(memory.allocatedBytes(), stack.reservedBytes());
            assertTrue(stack.usedBytes() <= stack.reservedBytes() && stack.reservedBytes() <= 16 * MIB);
            assertTrue(stack.highWaterBytes() >= stack.usedBytes());
        }
    }

    @Test
    void shouldMakeNoGarbageInSteadyState() {
        HeapBytes.assertNone(1000, this::nestOften);
    }

    private void nestOften(int count) {
        for (int i = 0; i < count; i++) {
            nest(20);
        }
    }

    private void nest(int depth) {
        MemoryScope frame = stack.open();
        if (depth > 0) {
            nest(depth - 1);
        }
        frame.close();
    }

    @Test
    void shouldShowItsStats() {
        MemoryScope frame = stack.open();
        stack.allocate(100, 8);
        assertEquals(
                "StackAllocator[depth=1, usedBytes=100, reservedBytes=65536, highWaterBytes=100]", stack.toString());
        frame.close();
        stack.close();
        assertEquals(
                "StackAllocator[depth=0, usedBytes=0, reservedBytes=0, highWaterBytes=100, closed]", stack.toString());
    }

    @Test
    void shouldAllocateInTheInnermostScopeOnly() {
        MemoryScope outer = stack.open();
        Slice slice = outer.allocate(8, 8);
        assertEquals(8, outer.tryAllocate(8, 8).sizeBytes());
        MemoryScope inner = stack.open();
        assertThrows(IllegalStateException.class, () -> outer.allocate(8, 8));
        assertThrows(IllegalStateException.class, () -> outer.tryAllocate(8, 8));
        Slice innerSlice = inner.allocate(8, 8);
        inner.close();
        assertFalse(innerSlice.isLive());
        assertTrue(slice.isLive());
        assertThrows(IllegalStateException.class, () -> inner.allocate(8, 8));
        outer.close();
    }
}
