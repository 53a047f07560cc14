package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The states of an entry, each operation in each wrong state, and the figures. */
class StreamingArenaTest {
    private static final long BUDGET_BYTES = 1_000;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final StreamingArena arena = new StreamingArena(failing, BUDGET_BYTES);

    @AfterEach
    void closeArena() {
        arena.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldGoFromReservedToReleased() {
        long handle = arena.reserve(100, 3);
        assertNotEquals(0, handle);
        assertEquals(StreamingArena.State.LOADING, arena.state(handle));

        arena.part(handle, 0, 60).putLong(52, 7);
        arena.loaded(handle, 60);
        arena.part(handle, 60, 40).putLong(32, 8);
        arena.loaded(handle, 40);
        assertEquals(StreamingArena.State.LOADING, arena.state(handle));

        arena.ready(handle);
        assertEquals(StreamingArena.State.READY, arena.state(handle));
        try (StreamingView view = arena.access(handle)) {
            assertEquals(7, view.slice().getLong(52));
            assertEquals(8, view.slice().getLong(92));
            assertEquals(100, view.sizeBytes());
            assertEquals(100, view.slice().sizeBytes());
            assertEquals(handle, view.handle());
        }
        arena.release(handle);
        assertEquals(StreamingArena.State.GONE, arena.state(handle));
        assertEquals(0, memory.outstanding());
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldAlignTheAddressTo64Bytes() {
        for (int bytes = 1; bytes < 100; bytes += 7) {
            long handle = arena.reserve(bytes, 0);
            Slice part = arena.part(handle, 0, bytes);
            assertEquals(0, part.addressUnchecked() % 64);
            assertTrue(memory.owns(part.addressUnchecked(), bytes));
            arena.release(handle);
        }
    }

    @Test
    void shouldKeepPartsInsideTheEntry() {
        long handle = arena.reserve(100, 0);
        Slice tail = arena.part(handle, 90, 10);
        tail.putShort(8, (short) 1);
        assertThrows(IndexOutOfBoundsException.class, () -> tail.putShort(9, (short) 1));
        for (long[] wrong :
                new long[][] {{0, 101}, {1, 100}, {100, 1}, {-1, 1}, {Long.MAX_VALUE, 1}, {1, Long.MAX_VALUE}}) {
            assertThrows(IndexOutOfBoundsException.class, () -> arena.part(handle, wrong[0], wrong[1]));
        }
        for (long bytes : new long[] {0, -1, Long.MIN_VALUE}) {
            assertEquals("bytes must be > 0: bytes=" + bytes, illegalArgument(() -> arena.part(handle, 0, bytes)));
        }
    }

    @Test
    void shouldEndPartsWhenTheEntryIsReady() {
        long handle = arena.reserve(16, 0);
        Slice first = arena.part(handle, 0, 8);
        Slice second = arena.part(handle, 8, 8);
        arena.loaded(handle, 16);
        assertTrue(first.isLive());
        arena.ready(handle);

        assertFalse(first.isLive());
        assertEquals(
                "part used after its entry became ready: access() returns a view",
                illegalState(() -> first.putLong(0, 1)));
        assertThrows(IllegalStateException.class, () -> second.getLong(0));
    }

    @Test
    void shouldEndPartsWhenTheEntryIsReleasedOrTheArenaClosed() {
        long handle = arena.reserve(16, 0);
        Slice released = arena.part(handle, 0, 8);
        Slice closed = arena.part(arena.reserve(16, 0), 0, 8);
        arena.release(handle);
        arena.close();
        for (Slice part : List.of(released, closed)) {
            assertEquals(
                    "part used after its entry was released or its arena closed",
                    illegalState(() -> part.putLong(0, 1)));
        }
    }

    @Test
    void shouldNotBeUsedBeforeAllIsLoaded() {
        long handle = arena.reserve(16, 0);
        arena.loaded(handle, 5);
        String message = "entry is loading: call ready() first, loadedBytes=5, sizeBytes=16";
        assertEquals(message, illegalState(() -> arena.access(handle)));
        assertNull(arena.tryAccess(handle));
        assertTrue(illegalState(() -> arena.ready(handle)).endsWith("loadedBytes=5, sizeBytes=16"));
        arena.loaded(handle, 11);
        arena.ready(handle);
    }

    @Test
    void shouldNotLoadMoreThanItHolds() {
        long handle = arena.reserve(16, 0);
        arena.loaded(handle, 10);
        for (long bytes : new long[] {7, Long.MAX_VALUE}) {
            assertEquals(
                    "more was loaded than the entry holds: bytes=" + bytes + ", loadedBytes=10, sizeBytes=16",
                    illegalArgument(() -> arena.loaded(handle, bytes)));
        }
        for (long bytes : new long[] {0, -1, Long.MIN_VALUE}) {
            assertEquals("bytes must be > 0: bytes=" + bytes, illegalArgument(() -> arena.loaded(handle, bytes)));
        }
    }

    @Test
    void shouldNotLoadWhatIsReady() {
        long handle = ready(16, 0);
        List<Runnable> uses = List.of(
                () -> arena.ready(handle),
                () -> arena.part(handle, 0, 1),
                () -> arena.loaded(handle, 1),
                () -> arena.handOver(handle));
        uses.forEach(
                use -> assertEquals("entry is already ready: reserve a new one for other contents", illegalState(use)));
    }

    @Test
    void shouldNotReleaseWhatIsPinned() {
        long handle = ready(16, 0);
        StreamingView first = arena.access(handle);
        StreamingView second = arena.access(handle);
        String twice = "entry is pinned: close its views first, open views=2";
        assertEquals(twice, illegalState(() -> arena.release(handle)));
        assertEquals(twice, illegalState(() -> arena.tryRelease(handle)));
        assertEquals(twice, illegalState(arena::close));
        first.close();
        String once = "entry is pinned: close its views first, open views=1";
        assertEquals(once, illegalState(() -> arena.release(handle)));
        assertEquals(1, arena.snapshot().pinned());
        assertTrue(second.slice().isLive());
        second.close();
        arena.release(handle);
    }

    @Test
    void shouldCloseAViewOnce() {
        long handle = ready(16, 0);
        StreamingView other = arena.access(handle);
        StreamingView view = arena.access(handle);
        Slice slice = view.slice();
        view.close();

        String message = "view used after it was closed: access() returns a new one";
        assertEquals(message, illegalState(view::close));
        assertEquals(message, illegalState(view::slice));
        assertEquals(message, illegalState(() -> slice.getLong(0)));
        assertEquals(1, arena.snapshot().pinned(), "the second close must not have ended the other view's pin");
        assertTrue(other.slice().isLive());
        other.close();
        assertEquals(0, arena.snapshot().pinned());
    }

    @Test
    void shouldRejectStaleHandles() {
        long handle = ready(16, 0);
        arena.release(handle);
        long successor = arena.reserve(16, 0);
        assertNotEquals(handle, successor);

        for (long wrong : new long[] {handle, 0, -1, Long.MIN_VALUE, successor + 1, successor + (1L << 32)}) {
            List<Runnable> uses = new ArrayList<>(List.of(
                    () -> arena.part(wrong, 0, 1),
                    () -> arena.handOver(wrong),
                    () -> arena.loaded(wrong, 1),
                    () -> arena.ready(wrong),
                    () -> arena.access(wrong),
                    () -> arena.priority(wrong, 1),
                    () -> arena.release(wrong)));
            uses.forEach(use -> assertTrue(illegalState(use).startsWith("handle is stale")));
            assertEquals(StreamingArena.State.GONE, arena.state(wrong));
            assertNull(arena.tryAccess(wrong));
            assertFalse(arena.tryRelease(wrong));
        }
        assertEquals(
                "handle is stale: its entry was evicted or released, reserve it again; handle=" + handle,
                illegalState(() -> arena.release(handle)));
        assertTrue(arena.tryRelease(successor));
        assertFalse(arena.tryRelease(successor));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        String message = "bytes must be > 0: bytes=" + bytes;
        assertEquals(message, illegalArgument(() -> arena.reserve(bytes, 0)));
        assertEquals(message, illegalArgument(() -> arena.tryReserve(bytes, 0)));
        assertEquals(message.replace("bytes", "budgetBytes"), illegalArgument(() -> new StreamingArena(memory, bytes)));
    }

    @Test
    void shouldRejectMissingSourceAndCallback() {
        assertThrows(IllegalArgumentException.class, () -> new StreamingArena(null, 1));
        assertThrows(IllegalArgumentException.class, () -> arena.onEvict(null));
    }

    @ParameterizedTest
    @ValueSource(longs = {BUDGET_BYTES + 1, 1L << 40, Long.MAX_VALUE})
    void shouldRefuseMoreThanTheBudget(long bytes) {
        long handle = ready(100, 0);
        var refused = assertThrows(NativeMemoryException.class, () -> arena.reserve(bytes, 9));
        assertEquals(bytes, refused.requestedBytes());
        assertEquals(100, refused.allocatedBytes());
        assertEquals(0, arena.tryReserve(bytes, 9));
        assertEquals(StreamingArena.State.READY, arena.state(handle));
        assertEquals(new StreamingArena.Figures(BUDGET_BYTES, 100, 100, 0, 1, 0, 0, 2), arena.snapshot());
        assertEquals(1, memory.allocations());
    }

    @Test
    void shouldRefuseMoreThanTheAddressSpace() {
        try (StreamingArena boundless = new StreamingArena(memory, Long.MAX_VALUE)) {
            long handle = boundless.reserve(8, 0);
            assertThrows(NativeMemoryException.class, () -> boundless.reserve(Long.MAX_VALUE, 0));
            assertThrows(NativeMemoryException.class, () -> boundless.reserve(1L << 60, 0));
            assertEquals(0, boundless.tryReserve(1L << 60, 0));
            assertEquals(StreamingArena.State.LOADING, boundless.state(handle));
            assertEquals(8, boundless.usedBytes());
        }
    }

    @Test
    void shouldLoseNothingWhenTheSourceRefuses() {
        for (int kept = 0; kept < 3; kept++) {
            failing.failNext();
            assertThrows(NativeMemoryException.class, () -> arena.reserve(300, 0));
            failing.failNext();
            assertEquals(0, arena.tryReserve(300, 0));
            assertEquals(kept * 300L, arena.usedBytes());
            assertEquals(2 * kept + 2, arena.snapshot().refusals());
            assertEquals(kept * 300L, arena.highWaterBytes());
            arena.reserve(300, 0);
        }
        assertEquals(new StreamingArena.Figures(BUDGET_BYTES, 900, 900, 3, 0, 0, 0, 6), arena.snapshot());
    }

    @Test
    void shouldRejectSourceThatBreaksItsContract() {
        try (StreamingArena onBroken = new StreamingArena(ForwardingMemory.broken(), 100)) {
            assertThrows(IllegalStateException.class, () -> onBroken.reserve(10, 0));
            assertThrows(IllegalStateException.class, () -> onBroken.tryReserve(10, 0));
            assertEquals(0, onBroken.usedBytes());
        }
    }

    @Test
    void shouldCountStatesAndBytes() {
        assertEquals(new StreamingArena.Figures(BUDGET_BYTES, 0, 0, 0, 0, 0, 0, 0), arena.snapshot());
        long released = ready(400, 0);
        long pinned = ready(300, 0);
        arena.reserve(200, 0);
        try (StreamingView view = arena.access(pinned)) {
            assertEquals(
                    new StreamingArena.Figures(BUDGET_BYTES, 900, 900, 1, 2, 1, 0, 0),
                    arena.snapshot(),
                    view::toString);
        }
        arena.release(released);
        assertEquals(new StreamingArena.Figures(BUDGET_BYTES, 500, 900, 1, 1, 0, 0, 0), arena.snapshot());
        assertEquals(500, arena.usedBytes());
        assertEquals(900, arena.highWaterBytes());
        assertEquals(BUDGET_BYTES, arena.budgetBytes());
        assertEquals(
                "StreamingArena[budgetBytes=1000, usedBytes=500, highWaterBytes=900, loading=1, ready=1,"
                        + " pinned=0, evictions=0, refusals=0]",
                arena.toString());
    }

    @Test
    void shouldGiveEverythingBackOnCloseOnce() {
        long handle = ready(100, 0);
        arena.reserve(50, 0);
        arena.close();
        assertEquals(0, memory.outstanding());
        assertEquals(0, arena.usedBytes());
        assertEquals(150, arena.highWaterBytes());
        assertEquals(StreamingArena.State.GONE, arena.state(handle));
        arena.close();
        assertEquals(2, memory.frees());
    }

    @Test
    void shouldRejectUseAfterClose() {
        long handle = ready(100, 0);
        arena.close();
        List<Runnable> uses = List.of(
                () -> arena.reserve(1, 0),
                () -> arena.tryReserve(1, 0),
                () -> arena.part(handle, 0, 1),
                () -> arena.handOver(handle),
                () -> arena.loaded(handle, 1),
                () -> arena.ready(handle),
                () -> arena.access(handle),
                () -> arena.tryAccess(handle),
                () -> arena.priority(handle, 1),
                () -> arena.release(handle),
                () -> arena.tryRelease(handle),
                () -> arena.onEvict(evicted -> {}));
        uses.forEach(use -> assertEquals("streaming arena is closed: create a new one", illegalState(use)));
        assertFalse(arena.toString().isEmpty());
    }

    private long ready(long bytes, int priority) {
        long handle = arena.reserve(bytes, priority);
        arena.loaded(handle, bytes);
        arena.ready(handle);
        return handle;
    }

    private static String illegalArgument(Runnable action) {
        return assertThrows(IllegalArgumentException.class, action::run).getMessage();
    }

    private static String illegalState(Runnable action) {
        return assertThrows(IllegalStateException.class, action::run).getMessage();
    }
}
