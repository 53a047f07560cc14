package basalt.memory.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.BumpAllocatorContract;
import basalt.memory.HeapBytes;
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
            "slice used after its stack frame was closed: allocate it further out, or copy it before";

    private final StackAllocator stack = new StackAllocator(memory, 16 * MIB);

    @Override
    protected Subject create(MemorySource source, long capBytes) {
        StackAllocator created = new StackAllocator(source, capBytes);
        return new Subject() {
            private StackFrame frame = created.push();

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
                frame = created.push();
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
    void shouldRejectAllocationWithoutFrame() {
        String message = "allocated without an open stack frame: push() one first";
        assertEquals(message, illegalState(() -> stack.allocate(8, 8)));
        assertEquals(message, illegalState(() -> stack.tryAllocate(8, 8)));
        stack.push().close();
        assertEquals(message, illegalState(() -> stack.allocate(8, 8)));
        assertEquals(message, illegalState(() -> stack.tryAllocate(8, 8)));
        assertEquals(0, memory.allocations());
    }

    @Test
    void shouldFreeWhatTheFrameAllocatedAndNothingElse() {
        try (StackFrame outer = stack.push()) {
            Slice result = stack.allocate(64, 8);
            result.putLong(0, 42);
            StackFrame inner = stack.push();
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
        StackFrame outer = stack.push();
        StackFrame inner = stack.push();
        assertEquals(2, stack.depth());
        inner.close();
        assertEquals(1, stack.depth());
        outer.close();
        assertEquals(0, stack.depth());
    }

    @Test
    void shouldReuseFrameObjects() {
        StackFrame first = stack.push();
        StackFrame second = stack.push();
        second.close();
        first.close();
        assertSame(first, stack.push());
        assertSame(second, stack.push());
    }

    @Test
    void shouldNestDeeply() {
        int depth = 1000;
        StackFrame[] frames = new StackFrame[depth];
        Slice[] slices = new Slice[depth];
        for (int i = 0; i < depth; i++) {
            frames[i] = stack.push();
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
    void shouldRejectCloseOfOuterFrameFirst() {
        StackFrame outer = stack.push();
        StackFrame middle = stack.push();
        StackFrame inner = stack.push();
        Slice slice = stack.allocate(8, 8);
        assertEquals(
                "stack frame used out of order: close what was pushed later first, depth=1, innermost is the frame at"
                        + " depth 3",
                illegalState(outer::close));
        assertTrue(illegalState(middle::close).contains("depth=2, innermost is the frame at depth 3"));
        assertTrue(slice.isLive());
        assertEquals(3, stack.depth());
        inner.close();
        middle.close();
        outer.close();
    }

    @Test
    void shouldRejectCloseTwice() {
        StackFrame outer = stack.push();
        StackFrame inner = stack.push();
        inner.close();
        String message = "stack frame is closed already: push() gives a new one, depth=2";
        assertEquals(message, illegalState(inner::close));
        assertEquals(1, stack.depth());
        outer.close();
        assertThrows(IllegalStateException.class, outer::close);
    }

    @Test
    void shouldNotLetStaleFrameCloseAnotherOne() {
        StackFrame outer = stack.push();
        StackFrame stale = stack.push();
        stale.close();
        outer.close();
        StackFrame other = stack.push();
        Slice slice = stack.allocate(8, 8);

        assertEquals("stack frame is closed already: push() gives a new one, depth=2", illegalState(stale::close));

        assertTrue(slice.isLive());
        assertEquals("StackFrame[depth=2, open=false]", stale.toString());
        assertEquals("StackFrame[depth=1, open=true]", other.toString());
        other.close();
    }

    @Test
    void shouldKeepStacksApart() {
        try (StackAllocator another = new StackAllocator(memory, MIB)) {
            StackFrame mine = stack.push();
            StackFrame theirs = another.push();
            Slice slice = another.allocate(8, 8);
            mine.close();
            assertTrue(slice.isLive());
            theirs.close();
            assertFalse(slice.isLive());
        }
    }

    @Test
    void shouldCloseWhateverIsStillOpen() {
        StackFrame frame = stack.push();
        stack.push();
        stack.allocate(8, 8);
        stack.close();
        assertEquals(0, memory.outstanding());
        assertEquals(0, stack.depth());
        String message = "stack allocator is closed: create a new one";
        assertEquals(message, illegalState(frame::close));
        assertEquals(message, illegalState(stack::push));
    }

    @Test
    void shouldCheckThreadsOfFrames() throws InterruptedException {
        StackFrame frame = stack.push();
        List<String> messages = new ArrayList<>();
        onOtherThread(List.of(stack::push, frame::close), messages);
        assertEquals(List.of(wrongThreadMessage(), wrongThreadMessage()), messages);
        assertEquals(1, stack.depth());
        frame.close();
    }

    @Test
    void shouldGoBackExactlyWhateverWasAllocated() {
        Random random = new Random(7);
        Deque<StackFrame> frames = new ArrayDeque<>();
        Deque<Long> usedBytes = new ArrayDeque<>();
        Deque<Slice> first = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            if (frames.isEmpty() || frames.size() < 40 && random.nextInt(5) < 2) {
                usedBytes.push(stack.usedBytes());
                frames.push(stack.push());
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
        StackFrame frame = stack.push();
        if (depth > 0) {
            nest(depth - 1);
        }
        frame.close();
    }

    @Test
    void shouldShowItsStats() {
        StackFrame frame = stack.push();
        stack.allocate(100, 8);
        assertEquals(
                "StackAllocator[depth=1, usedBytes=100, reservedBytes=65536, highWaterBytes=100]", stack.toString());
        frame.close();
        stack.close();
        assertEquals(
                "StackAllocator[depth=0, usedBytes=0, reservedBytes=0, highWaterBytes=100, closed]", stack.toString());
    }

    @Test
    void shouldAllocateInTheInnermostFrameOnly() {
        StackFrame outer = stack.push();
        Slice slice = outer.allocate(8, 8);
        assertEquals(8, outer.tryAllocate(8, 8).sizeBytes());
        StackFrame inner = stack.push();
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
