package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.frame.FrameArena;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SliceTest {
    private static final long[] WRONG_OFFSETS = {-1, 64, 65, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 3};

    private final FrameArena arena = new FrameArena(MemorySource.direct());

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldKeepWhatIsWritten() {
        Slice slice = arena.allocate(64, 64);
        slice.putByte(0, (byte) -1);
        slice.putShort(2, (short) -2);
        slice.putInt(4, -3);
        slice.putLong(8, -4);
        slice.putFloat(16, 5.5f);
        slice.putDouble(24, 6.5);
        assertEquals(-1, slice.getByte(0));
        assertEquals(-2, slice.getShort(2));
        assertEquals(-3, slice.getInt(4));
        assertEquals(-4, slice.getLong(8));
        assertEquals(5.5f, slice.getFloat(16));
        assertEquals(6.5, slice.getDouble(24));
        assertEquals(64, slice.sizeBytes());
    }

    @Test
    void shouldReachFirstAndLastByte() {
        arena.allocate(64, 1).fill((byte) 1);
        Slice slice = arena.allocate(64, 1);
        Slice behind = arena.allocate(64, 1);
        behind.fill((byte) 3);
        slice.fill((byte) 2);
        assertEquals(2, slice.getByte(0));
        assertEquals(2, slice.getByte(63));
        assertEquals(0x0202020202020202L, slice.getLong(56));
        assertEquals(3, behind.getByte(0));
    }

    @Test
    void shouldRejectAccessOutsideItsBounds() {
        Slice slice = arena.allocate(64, 8);
        for (long offset : WRONG_OFFSETS) {
            assertOutOfBounds(() -> slice.getByte(offset), () -> slice.putByte(offset, (byte) 0));
        }
        assertOutOfBounds(() -> slice.getShort(63), () -> slice.putShort(63, (short) 0));
        assertOutOfBounds(() -> slice.getInt(61), () -> slice.putInt(61, 0));
        assertOutOfBounds(() -> slice.getLong(57), () -> slice.putLong(57, 0));
        assertOutOfBounds(() -> slice.getFloat(61), () -> slice.putFloat(61, 0));
        assertOutOfBounds(() -> slice.getDouble(57), () -> slice.putDouble(57, 0));
        for (long offset : WRONG_OFFSETS) {
            assertOutOfBounds(() -> slice.getLong(offset), () -> slice.putDouble(offset, 0));
        }
    }

    @Test
    void shouldBeWrappedByBuffer() {
        Slice slice = arena.allocate(64, 8);
        UnsafeBuffer buffer = new UnsafeBuffer();
        slice.wrapUnchecked(buffer);
        buffer.putLong(56, 42);
        assertEquals(64, buffer.capacity());
        assertEquals(42, slice.getLong(56));
    }

    @Test
    void shouldRejectWrappingMoreThanBufferHolds() {
        Slice slice = arena.allocate(Integer.MAX_VALUE + 1L, 8);
        slice.putByte(Integer.MAX_VALUE, (byte) 1);
        var e = assertThrows(IllegalArgumentException.class, () -> slice.wrapUnchecked(new UnsafeBuffer()));
        assertEquals("slice is larger than a buffer can be: sizeBytes=2147483648", e.getMessage());
    }

    @Test
    void shouldReportThatItsScopeHasEnded() {
        MemoryScope scope = arena.open();
        Slice slice = arena.allocate(64, 8);
        scope.close();
        assertDead(slice, "slice used after its scope had ended: allocate it further out, or copy it before");
        arena.open();
        arena.allocate(64, 8);
        assertDead(slice, "slice used after its scope had ended: allocate it further out, or copy it before");
    }

    @Test
    void shouldReportThatItsArenaWasClosed() {
        Slice ofFrame = arena.allocate(64, 8);
        arena.open();
        Slice ofScope = arena.allocate(64, 8);
        arena.close();
        assertDead(ofFrame, "slice used after its arena was closed");
        assertDead(ofScope, "slice used after its arena was closed");
    }

    private static void assertOutOfBounds(Runnable... accesses) {
        for (Runnable access : accesses) {
            assertThrows(IndexOutOfBoundsException.class, access::run);
        }
    }

    private static void assertDead(Slice slice, String message) {
        assertFalse(slice.isLive());
        assertEquals(64, slice.sizeBytes());
        assertTrue(slice.toString().contains("live=false"));
        List<Runnable> accesses = List.of(
                () -> slice.getByte(0),
                () -> slice.getShort(0),
                () -> slice.getInt(0),
                () -> slice.getLong(0),
                () -> slice.getFloat(0),
                () -> slice.getDouble(0),
                () -> slice.putByte(0, (byte) 0),
                () -> slice.putShort(0, (short) 0),
                () -> slice.putInt(0, 0),
                () -> slice.putLong(0, 0),
                () -> slice.putFloat(0, 0),
                () -> slice.putDouble(0, 0),
                () -> slice.fill((byte) 0),
                () -> slice.wrapUnchecked(new UnsafeBuffer()));
        for (Runnable access : accesses) {
            assertEquals(
                    message,
                    assertThrows(IllegalStateException.class, access::run).getMessage());
        }
    }

    @Test
    void shouldReturnPartsThatDieWithTheWhole() {
        Slice slice = arena.allocate(64, 8);
        Slice part = slice.part(16, 32);
        part.putLong(24, 7);
        assertEquals(7, slice.getLong(40));
        assertEquals(32, part.sizeBytes());
        assertEquals(0, slice.part(64, 0).sizeBytes());
        assertOutOfBounds(() -> part.getLong(25), () -> part.putLong(-1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.part(33, 32));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.part(0, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.part(-1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.part(8, Long.MAX_VALUE));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.part(64, 0).getByte(0));
        arena.reset();
        assertFalse(part.isLive());
        assertThrows(IllegalStateException.class, () -> part.getByte(0));
    }

    @Test
    void shouldCopyFromAnotherAllocator() {
        Slice slice = arena.allocate(64, 8);
        slice.fill((byte) 1);
        try (Heap heap = new Heap(MemorySource.direct(), 4096, 4096)) {
            Slice block = heap.slice(heap.allocate(16));
            block.putLong(0, 42);
            block.putLong(8, 43);
            slice.copyFrom(block);
            assertEquals(42, slice.getLong(0));
            assertEquals(43, slice.getLong(8));
            assertEquals(1, slice.getByte(16));
            assertThrows(IndexOutOfBoundsException.class, () -> block.copyFrom(slice));
            heap.free(block.handle());
            assertThrows(IllegalStateException.class, () -> slice.copyFrom(block));
            Slice other = heap.slice(heap.allocate(64));
            arena.reset();
            assertThrows(IllegalStateException.class, () -> other.copyFrom(slice));
            assertThrows(IllegalStateException.class, () -> slice.copyFrom(other));
        }
    }

    @Test
    void shouldCopyWithinItself() {
        Slice slice = arena.allocate(24, 8);
        slice.putLong(0, 1);
        slice.putLong(8, 2);
        slice.part(8, 16).copyFrom(slice.part(0, 16));
        assertEquals(1, slice.getLong(8));
        assertEquals(2, slice.getLong(16));
    }

    @Test
    void shouldReturnItsHandleIfItHasOne() {
        assertEquals(0, arena.allocate(8, 8).handle());
        try (Heap heap = new Heap(MemorySource.direct(), 4096, 4096);
                PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 16, 16)) {
            long inHeap = heap.allocate(8);
            Slice block = heap.slice(inHeap);
            assertEquals(inHeap, block.handle());
            heap.free(inHeap);
            assertEquals(0, block.handle());
            long inPool = pool.allocate();
            assertEquals(inPool, pool.slice(inPool).handle());
        }
    }

    @Test
    void shouldReturnItsAlignment() {
        assertEquals(4096, arena.allocate(1, 4096).alignment());
        Slice slice = arena.allocate(4096, 4096);
        assertEquals(1, slice.part(1, 8).alignment());
        assertEquals(64, slice.part(64, 8).alignment());
    }
}
