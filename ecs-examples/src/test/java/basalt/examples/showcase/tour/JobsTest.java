package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobsTest {
    private final MemoryTag memory = new MemoryTracker(MemorySource.direct()).tag("jobs");
    private final Jobs jobs = new Jobs(memory, 2, 256 << 10);

    @AfterEach
    void close() {
        jobs.close();
        assertEquals(0, memory.allocatedBytes());
    }

    @Test
    void shouldAlternateThreadsAndAllocateOnDemand() {
        assertEquals(2, jobs.arenas().size());
        assertEquals(0, memory.allocatedBytes());
        Thread[] ran = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int number = i;
            jobs.start(scratch -> ran[number] = Thread.currentThread()).join();
        }
        assertNotEquals(ran[0], ran[1]);
        assertEquals(ran[0], ran[2]);
        assertNotEquals(Thread.currentThread(), ran[0]);
    }

    @Test
    void shouldFreeTheMemoryOfAJobWhenItEnds() {
        List<Slice> taken = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            jobs.start(scratch -> taken.add(scratch.allocate(50_000, 64))).join();
        }
        jobs.arenas().forEach(arena -> assertEquals(0, arena.usedBytes()));
        jobs.arenas().forEach(arena -> assertEquals(50_000, arena.highWaterBytes(), 64));
        taken.forEach(slice -> assertTrue(!slice.isLive()));
    }

    @Test
    void shouldContinueAfterAFailedJob() {
        CompletionException failure = assertThrows(
                CompletionException.class,
                () -> jobs.start(scratch -> scratch.allocate(300 << 10, 64)).join());
        assertEquals(NativeMemoryException.class, failure.getCause().getClass());
        jobs.arenas().forEach(arena -> assertEquals(0, arena.usedBytes()));
        for (int i = 0; i < 4; i++) {
            jobs.start(scratch -> scratch.allocate(1_000, 64)).join();
        }
    }

    /** If a job has closed its arena, the exception of the arena does not hide the first failure. */
    @Test
    void shouldReportTheFirstFailureOfAJob() {
        RuntimeException first = new IllegalStateException("first");
        CompletionException failure = assertThrows(
                CompletionException.class,
                () -> jobs.start(scratch -> {
                            scratch.close();
                            throw first;
                        })
                        .join());
        assertSame(first, failure.getCause());
        assertEquals(1, first.getSuppressed().length);
    }

    @Test
    void shouldEndItsThreadsIfCreationFails() throws InterruptedException {
        jobs.close();
        CompletionException failure = assertThrows(CompletionException.class, () -> new Jobs(memory, 2, 0));
        assertEquals(IllegalArgumentException.class, failure.getCause().getClass());
        Failures.assertNothingHidden(failure);
        Failures.assertThreadsEnd();
    }

    @Test
    void shouldEndItsThreadsAfterQueuedJobs() throws InterruptedException {
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 20; i++) {
            int number = i;
            jobs.start(scratch -> done.add(scratch.allocate(100, 64).isLive() ? number : -1));
        }
        jobs.close();
        jobs.close();
        assertEquals(20, done.size());
        assertFalse(done.contains(-1));
        assertEquals(
                "jobs are closed: create new ones",
                assertThrows(IllegalStateException.class, () -> jobs.start(scratch -> {}))
                        .getMessage());
        Failures.assertThreadsEnd();
    }
}
