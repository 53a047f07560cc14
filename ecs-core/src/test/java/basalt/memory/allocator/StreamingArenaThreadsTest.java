package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which thread owns parts and views, and what other threads may do during a callback or a call of the source. */
class StreamingArenaThreadsTest {
    /** Blocks the thread that allocates or frees a given size. */
    private static final class BlockingMemory extends ForwardingMemory {
        BlockingMemory() {
            super(MemorySource.direct());
        }

        private volatile long stopAtBytes;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public long allocate(long bytes, int alignment) {
            stop(bytes);
            return super.allocate(bytes, alignment);
        }

        @Override
        public void free(long address, long bytes) {
            stop(bytes);
            super.free(address, bytes);
        }

        private void stop(long bytes) {
            if (bytes == stopAtBytes) {
                reached.countDown();
                await(goOn);
            }
        }
    }

    private final BlockingMemory source = new BlockingMemory();
    private final StreamingArena arena = new StreamingArena(source, 100);
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        other.shutdown();
        arena.close();
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldBeLoadedByOneThreadAtATime() throws Exception {
        long handle = arena.reserve(16, 0);
        Slice mine = arena.part(handle, 0, 8);
        List<Runnable> uses = List.of(
                () -> arena.part(handle, 8, 8),
                () -> arena.handOver(handle),
                () -> arena.loaded(handle, 1),
                () -> arena.ready(handle),
                () -> arena.release(handle),
                () -> arena.tryRelease(handle),
                arena::close);
        for (Runnable use : uses) {
            String message = elsewhere(() -> illegalState(use));
            assertTrue(message.startsWith("entry is being loaded by thread "), message);
        }
        mine.putLong(0, 5);
        arena.loaded(handle, 8);
        arena.handOver(handle);
        assertFalse(mine.isLive());
        assertThrows(IllegalStateException.class, () -> mine.putLong(0, 6));

        elsewhere(() -> {
            arena.part(handle, 8, 8).putLong(0, 7);
            arena.loaded(handle, 8);
            arena.ready(handle);
            return null;
        });
        try (StreamingView view = arena.access(handle)) {
            assertEquals(5, view.slice().getLong(0));
            assertEquals(7, view.slice().getLong(8));
        }
    }

    @Test
    void shouldBeLoadedByAnyThreadWhileNoneHoldsAPart() throws Exception {
        long handle = arena.reserve(16, 0);
        elsewhere(() -> {
            arena.loaded(handle, 16);
            return null;
        });
        arena.ready(handle);
        assertTrue(elsewhere(() -> arena.tryRelease(handle)));
    }

    @Test
    void shouldBeLoadedByAnotherThreadAfterItsLoaderHasEnded() throws Exception {
        long[] handles = {arena.reserve(16, 0), arena.reserve(16, 0), arena.reserve(16, 0)};
        Slice[] parts = new Slice[handles.length];
        Thread loader = new Thread(() -> {
            for (int i = 0; i < parts.length; i++) {
                parts[i] = arena.part(handles[i], 0, 16);
                parts[i].putLong(0, i);
            }
        });
        loader.start();
        loader.join();

        arena.release(handles[0]);
        Slice mine = arena.part(handles[1], 8, 8);
        mine.putLong(0, 9);
        assertFalse(parts[0].isLive());
        assertFalse(parts[1].isLive());
        assertTrue(mine.isLive());
        arena.loaded(handles[1], 16);
        arena.ready(handles[1]);
        try (StreamingView view = arena.access(handles[1])) {
            assertEquals(1, view.slice().getLong(0));
            assertEquals(9, view.slice().getLong(8));
        }
        arena.close();
        assertFalse(parts[2].isLive());
    }

    @Test
    void shouldConfineAViewToItsThread() throws Exception {
        long handle = ready(16);
        StreamingView mine = arena.access(handle);
        Slice slice = mine.slice();
        String message = elsewhere(() -> illegalState(mine::close));
        assertTrue(message.startsWith("streaming view used by thread "), message);
        assertTrue(elsewhere(() -> illegalState(mine::slice)).startsWith("streaming view used by thread "));
        if (Strict.ON) {
            assertTrue(
                    elsewhere(() -> illegalState(() -> slice.getLong(0))).startsWith("streaming view used by thread "));
        }
        slice.putLong(0, 3);
        assertEquals(3L, elsewhere(() -> {
            try (StreamingView theirs = arena.access(handle)) {
                return theirs.slice().getLong(0);
            }
        }));
        assertEquals(1, arena.snapshot().pinned());
        mine.close();
    }

    @Test
    void shouldServeOtherThreadsDuringACallbackAndReserveTheRoom() throws Exception {
        long pinned = ready(20);
        long victim = ready(50);
        long young = ready(10);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        arena.onEvict(gone -> {
            told.countDown();
            await(goOn);
        });
        StreamingView view = arena.access(pinned);
        Future<Long> reserved = other.submit(() -> arena.reserve(60, 0)); // 20 of them from the free room
        await(told);

        assertEquals(new StreamingSnapshot(100, 80, 80, 1, 0, 2, 1, 1, 0, 0), arena.snapshot());
        assertEquals(StreamingState.EVICTING, arena.state(victim));
        assertEquals(
                "entry is EVICTING, its memory is being freed: reserve a new one",
                illegalState(() -> arena.release(victim)));
        assertThrows(IllegalStateException.class, () -> arena.access(victim));
        assertThrows(IllegalStateException.class, () -> arena.priority(victim, 3));
        assertFalse(arena.tryRelease(victim));
        assertEquals(null, arena.tryAccess(victim));
        arena.access(young).close();
        arena.onEvict(gone -> {});
        assertEquals(0, arena.tryReserve(11, 0), "the room is reserved, and only 10 can be evicted");
        view.close();
        assertTrue(illegalState(arena::close).startsWith("streaming arena closed while another thread"));

        goOn.countDown();
        long handle = reserved.get();
        assertEquals(StreamingState.LOADING, arena.state(handle));
        assertEquals(new StreamingSnapshot(100, 90, 90, 0, 1, 2, 0, 0, 1, 1), arena.snapshot());
        arena.reserve(10, 0);
        assertEquals(1, arena.snapshot().evictions(), "unneeded room is free for all threads");
    }

    @Test
    void shouldServeOtherThreadsDuringACallOfTheSource() throws Exception {
        long handle = ready(20);
        source.stopAtBytes = 50;
        Future<Long> reserved = other.submit(() -> arena.reserve(50, 0));
        await(source.reached);

        assertEquals(new StreamingSnapshot(100, 70, 20, 1, 0, 1, 0, 0, 0, 0), arena.snapshot());
        arena.access(handle).close();
        assertEquals(0, arena.tryReserve(51, 0), "counted before the source has granted it");
        assertTrue(illegalState(arena::close).startsWith("streaming arena closed while another thread"));
        source.goOn.countDown();
        assertEquals(StreamingState.LOADING, arena.state(reserved.get()));
    }

    @Test
    void shouldCountMemoryUntilTheSourceHasItBack() throws Exception {
        long handle = arena.reserve(60, 0);
        source.stopAtBytes = 60;
        Future<?> released = other.submit(() -> arena.release(handle));
        await(source.reached);

        assertEquals(new StreamingSnapshot(100, 60, 60, 0, 0, 0, 0, 1, 0, 0), arena.snapshot());
        assertEquals(0, arena.tryReserve(41, 0));
        assertTrue(illegalState(arena::close).startsWith("streaming arena closed while another thread"));
        source.goOn.countDown();
        released.get();
        arena.reserve(100, 0);
    }

    private long ready(long bytes) {
        long handle = arena.reserve(bytes, 0);
        arena.loaded(handle, bytes);
        arena.ready(handle);
        return handle;
    }

    private <T> T elsewhere(Callable<T> action) throws Exception {
        return other.submit(action).get();
    }

    private static String illegalState(Runnable action) {
        return assertThrows(IllegalStateException.class, action::run).getMessage();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
