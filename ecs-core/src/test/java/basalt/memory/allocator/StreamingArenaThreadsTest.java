package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How several threads use one arena. */
class StreamingArenaThreadsTest {
    private final StreamingArena arena = new StreamingArena(MemorySource.direct(), 100);
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
}
