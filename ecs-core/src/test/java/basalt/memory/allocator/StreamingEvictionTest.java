package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.tracking.MemoryTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which entries are evicted, the callbacks, and exceptions of callbacks and of the source. */
class StreamingEvictionTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final StreamingArena arena = new StreamingArena(failing, 100);
    private final List<Long> evicted = new ArrayList<>();

    {
        arena.onEvict(evicted::add);
    }

    @AfterEach
    void closeArena() {
        arena.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldEvictTheLowestPriorityFirst() {
        long high = ready(30, 5);
        long low = ready(30, Integer.MIN_VALUE);
        long highest = ready(40, Integer.MAX_VALUE);
        arena.reserve(60, 0);
        assertEquals(List.of(low, high), evicted);
        assertEquals(StreamingArena.State.READY, arena.state(highest));
        assertEquals(StreamingArena.State.GONE, arena.state(low));
        assertEquals(2, arena.snapshot().evictions());
    }

    @Test
    void shouldEvictNothingWhenItWouldNotSuffice() {
        long pinned = ready(41, 0);
        long first = ready(30, 0);
        long second = ready(29, 0);
        try (StreamingView view = arena.access(pinned)) {
            assertEquals(0, arena.tryReserve(60, 9), view::toString);
            var refused = assertThrows(NativeMemoryException.class, () -> arena.reserve(60, 9));
            assertEquals(60, refused.requestedBytes());
            assertEquals(100, refused.allocatedBytes());
            assertEquals(List.of(), evicted);
            assertEquals(2, arena.snapshot().refusals());
            arena.reserve(59, 9);
        }
        assertEquals(List.of(first, second), evicted);
    }

    @Test
    void shouldCallBackBeforeTheMemoryIsFreed() {
        long handle = ready(100, 0);
        List<String> seen = new ArrayList<>();
        arena.onEvict(gone -> seen.add(
                (gone == handle) + " " + arena.state(gone) + " " + memory.outstanding() + " " + arena.usedBytes()));
        arena.reserve(1, 0);
        assertEquals(List.of("true GONE 1 100"), seen);
        assertEquals(List.of(), evicted, "the previous callback was replaced");
    }

    @Test
    void shouldNotCallBackOnReleaseAndClose() {
        arena.release(ready(10, 0));
        ready(10, 0);
        arena.close();
        assertEquals(List.of(), evicted);
        assertEquals(0, arena.snapshot().evictions());
    }

    @Test
    void shouldRejectChangesByACallback() {
        long other = ready(30, 9);
        long loading = arena.reserve(10, 0);
        StreamingView view = arena.access(other);
        List<LongConsumer> changes = List.of(
                gone -> arena.reserve(1, 0),
                gone -> arena.tryReserve(1, 0),
                gone -> arena.part(loading, 0, 1),
                gone -> arena.handOver(loading),
                gone -> arena.loaded(loading, 1),
                gone -> arena.ready(loading),
                gone -> arena.access(other),
                gone -> arena.tryAccess(other),
                gone -> arena.access(gone),
                gone -> arena.priority(other, 1),
                gone -> arena.release(gone),
                gone -> arena.tryRelease(gone),
                gone -> arena.onEvict(next -> {}),
                gone -> view.close(),
                gone -> arena.close());
        for (LongConsumer change : changes) {
            long victim = ready(60, 0);
            List<String> messages = new ArrayList<>();
            arena.onEvict(gone -> messages.add(assertThrows(IllegalStateException.class, () -> change.accept(gone))
                    .getMessage()));
            arena.release(arena.reserve(60, 0));
            assertEquals(
                    List.of("streaming arena changed by an eviction callback: store the handle and act after"
                            + " reserve() has returned"),
                    messages);
            assertEquals(StreamingArena.State.GONE, arena.state(victim));
        }
        view.close();
    }

    @Test
    void shouldStayConsistentWhenACallbackThrows() {
        List<RuntimeException> thrown = new ArrayList<>();
        arena.onEvict(gone -> {
            evicted.add(gone);
            thrown.add(new NativeMemoryException("callback", 1, 2));
            throw thrown.get(thrown.size() - 1);
        });
        for (int round = 1; round <= 2; round++) {
            evicted.clear();
            thrown.clear();
            List<Long> victims = List.of(ready(50, 0), ready(50, 0));
            var first = assertThrows(
                    NativeMemoryException.class,
                    round == 1 ? () -> arena.reserve(100, 0) : () -> arena.tryReserve(100, 0));
            assertSame(thrown.get(0), first);
            assertEquals(victims, evicted);
            assertEquals(new StreamingArena.Figures(100, 0, 100, 0, 0, 0, 2 * round, 0), arena.snapshot());
            assertEquals(0, memory.outstanding());
        }
        arena.onEvict(gone -> {});
        assertNotEquals(0, arena.reserve(100, 0), "all the room is back");
    }

    @Test
    void shouldStayConsistentWhenTheSourceThrowsOnFree() {
        RuntimeException damaged = new IllegalStateException("damaged");
        MemorySource throwing = new ForwardingMemory(memory) {
            @Override
            public void free(long address, long bytes) {
                super.free(address, bytes);
                throw damaged;
            }
        };
        StreamingArena onThrowing = new StreamingArena(throwing, 100);
        long released = onThrowing.reserve(100, 0);
        assertSame(damaged, assertThrows(IllegalStateException.class, () -> onThrowing.release(released)));
        assertEquals(0, onThrowing.usedBytes());

        long victim = onThrowing.reserve(100, 0);
        onThrowing.loaded(victim, 100);
        onThrowing.ready(victim);
        assertSame(damaged, assertThrows(IllegalStateException.class, () -> onThrowing.reserve(1, 0)));
        assertEquals(StreamingArena.State.GONE, onThrowing.state(victim));

        onThrowing.reserve(50, 0);
        onThrowing.reserve(50, 0);
        for (int left = 1; left >= 0; left--) { // each call gives more back
            assertSame(damaged, assertThrows(IllegalStateException.class, onThrowing::close));
            assertEquals(left, memory.outstanding());
        }
        assertEquals(0, memory.outstanding());
        assertEquals(new StreamingArena.Figures(100, 0, 100, 0, 0, 0, 1, 0), onThrowing.snapshot());
        onThrowing.close();
    }

    @Test
    void shouldKeepTheRoomWhenTheSourceRefusesAndNoEntryIsLeft() {
        long victim = ready(60, 0);
        long pinned = ready(40, 1);
        try (StreamingView view = arena.access(pinned)) {
            failing.failNext();
            assertThrows(NativeMemoryException.class, () -> arena.reserve(60, 0), view::toString);
        }
        assertEquals(List.of(victim), evicted);
        assertTrue(arena.tryRelease(pinned));
        assertEquals(new StreamingArena.Figures(100, 0, 100, 0, 0, 0, 1, 1), arena.snapshot());
        arena.reserve(100, 0);
        assertEquals(List.of(victim), evicted);
    }

    /** An arena with a budget of 100 bytes over a source with 60. */
    private StreamingArena tight(MemorySource source) {
        StreamingArena tight =
                new StreamingArena(new MemoryTracker(source).root().budget(60, 60), 100);
        tight.onEvict(evicted::add);
        return tight;
    }

    @Test
    void shouldPassOnCallbackExceptionsWhileTheSourceRefuses() {
        try (StreamingArena tight = tight(memory)) {
            ready(tight, 60, 0);
            RuntimeException thrown = new NativeMemoryException("callback", 1, 2);
            tight.onEvict(gone -> {
                throw thrown;
            });
            assertSame(thrown, assertThrows(NativeMemoryException.class, () -> tight.tryReserve(40, 0)));
            assertEquals(new StreamingArena.Figures(100, 0, 60, 0, 0, 0, 1, 1), tight.snapshot());
            tight.onEvict(gone -> {});
            assertNotEquals(0, tight.reserve(60, 0), "all the room is back");
        }
    }

    private long ready(long bytes, int priority) {
        return ready(arena, bytes, priority);
    }

    private static long ready(StreamingArena in, long bytes, int priority) {
        long handle = in.reserve(bytes, priority);
        in.loaded(handle, bytes);
        in.ready(handle);
        return handle;
    }

    private void access(long handle) {
        arena.access(handle).close();
    }
}
