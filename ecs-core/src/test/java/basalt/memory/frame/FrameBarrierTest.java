package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.Deadline;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.region.ScratchArena;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameBarrierTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @AfterEach
    void closeArena() {
        arena.close();
        assertNull(failure.get());
    }

    private interface Work {
        void run() throws Exception;
    }

    private Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void shouldEndFramesAloneWhereNoOtherTakesPart() {
        FrameBarrier barrier = new FrameBarrier();
        try (FrameParticipant frame = barrier.join(arena)) {
            Slice shared = frame.share(arena.allocate(8, 8));
            shared.putLong(0, 1);
            frame.endFrame();
            assertEquals(1, barrier.frame());
            assertEquals(1, arena.epoch());
            assertFalse(shared.isLive());
            var e = assertThrows(IllegalStateException.class, () -> shared.getLong(0));
            assertTrue(e.getMessage().contains("its frame had ended"), e.getMessage());
            assertTrue(frame.tryEndFrame(0));
            assertEquals(2, arena.epoch());
        }
        assertEquals(0, barrier.participants());
        arena.reset();
    }

    @Test
    void shouldKeepTheArenaFromEndingItsFrameAlone() {
        FrameBarrier barrier = new FrameBarrier();
        FrameParticipant frame = barrier.join(arena);
        assertThrows(IllegalStateException.class, arena::reset);
        assertThrows(IllegalStateException.class, arena::close);
        assertThrows(IllegalStateException.class, () -> barrier.join(arena));
        assertThrows(IllegalStateException.class, () -> new FrameBarrier().join(arena));
        assertEquals(1, barrier.participants());
        long mark = arena.mark();
        assertThrows(IllegalStateException.class, frame::endFrame);
        assertEquals(0, barrier.frame());
        arena.release(mark);
        frame.endFrame();
        frame.close();
        frame.close();
        assertThrows(IllegalStateException.class, frame::endFrame);
        assertThrows(IllegalStateException.class, () -> frame.share(arena.allocate(8, 8)));
        arena.reset();
    }

    @Test
    void shouldShareOnlyWhatLivesForTheFrame() {
        FrameBarrier barrier = new FrameBarrier();
        try (FrameParticipant frame = barrier.join(arena);
                ScratchArena other = new ScratchArena(MemorySource.direct(), "other", 1 << 20)) {
            assertThrows(IllegalArgumentException.class, () -> frame.share(other.allocate(8, 8)));
            long mark = arena.mark();
            Slice inMark = arena.allocate(8, 8);
            assertThrows(IllegalArgumentException.class, () -> frame.share(inMark));
            arena.release(mark);
            Slice old = arena.allocate(8, 8);
            frame.endFrame();
            assertThrows(IllegalStateException.class, () -> frame.share(old));
        }
        assertThrows(IllegalArgumentException.class, () -> barrier.join(null));
        assertThrows(IllegalArgumentException.class, () -> barrier.join(arena, null));
        assertThrows(IllegalArgumentException.class, () -> new FrameBarrier(null));
    }

    @Test
    void shouldGoOnWithoutTheOthersWhenTheyTakeTooLong() throws Exception {
        FrameBarrier barrier = new FrameBarrier();
        CountDownLatch joined = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (FrameParticipant frame = barrier.join(arena)) {
            Thread slow = start(() -> {
                try (FrameArena own = new FrameArena(MemorySource.direct());
                        FrameParticipant slowFrame = barrier.join(own)) {
                    joined.countDown();
                    leave.await();
                    slowFrame.endFrame();
                }
            });
            joined.await();
            Slice mine = frame.share(arena.allocate(8, 8));
            assertFalse(frame.tryEndFrame(1));
            assertTrue(mine.isLive());
            assertEquals(0, barrier.frame());
            leave.countDown();
            frame.endFrame();
            assertFalse(mine.isLive());
            slow.join();
            assertEquals(1, barrier.frame());
        }
    }

    @Test
    void shouldNotWaitForThreadsThatHaveEnded() throws Exception {
        FrameBarrier barrier = new FrameBarrier();
        List<FrameArena> abandoned = new ArrayList<>();
        try (FrameParticipant frame = barrier.join(arena, new YieldingIdleStrategy())) {
            CountingMemory memory = new CountingMemory(MemorySource.direct());
            start(() -> {
                        abandoned.add(new FrameArena(memory));
                        barrier.join(abandoned.get(0));
                    })
                    .join();
            assertEquals(2, barrier.participants());
            frame.endFrame();
            assertEquals(1, barrier.participants());
            assertEquals(1, barrier.frame());
            assertEquals(0, memory.outstanding());
        }
    }

    @Test
    void shouldActBetweenFrames() {
        AtomicInteger ends = new AtomicInteger();
        FrameBarrier[] barrier = new FrameBarrier[1];
        Slice[] shared = new Slice[1];
        barrier[0] = new FrameBarrier(() -> {
            assertEquals(ends.getAndIncrement(), barrier[0].frame());
            assertTrue(shared[0].isLive(), "all that was shared is still there");
            if (ends.get() == 2) {
                throw new UnsupportedOperationException("second");
            }
        });
        try (FrameParticipant frame = barrier[0].join(arena)) {
            for (int i = 1; i <= 3; i++) {
                shared[0] = frame.share(arena.allocate(8, 8));
                if (i == 2) {
                    assertThrows(UnsupportedOperationException.class, frame::endFrame);
                } else {
                    frame.endFrame();
                }
                assertEquals(i, arena.epoch(), "the frame has ended nevertheless");
            }
        }
        assertEquals(3, ends.get());
    }

    @Test
    void shouldNotCountTheArrivalOfWhatHasFailedWhileWaiting() throws Exception {
        FrameBarrier barrier = new FrameBarrier();
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (FrameParticipant frame = barrier.join(arena)) {
            Slice mine = frame.share(arena.allocate(8, 8));
            Thread failing = start(() -> {
                try (FrameArena own = new FrameArena(MemorySource.direct())) {
                    FrameParticipant other = barrier.join(own, new Failing());
                    assertThrows(UnsupportedOperationException.class, other::endFrame);
                    assertEquals(0, own.epoch());
                    assertThrows(UnsupportedOperationException.class, other::endFrame, "as before, and not twice");
                    failed.countDown();
                    end.await();
                    other.close();
                }
            });
            failed.await();
            assertFalse(frame.tryEndFrame(100_000), "the other one has not ended it");
            assertTrue(mine.isLive());
            end.countDown();
            failing.join();
            frame.endFrame();
        }
        assertEquals(1, barrier.frame());
    }

    /** A way of waiting, which is broken. */
    private static final class Failing implements IdleStrategy {
        @Override
        public void idle(int workCount) {
            throw new UnsupportedOperationException("idle");
        }

        @Override
        public void idle() {
            throw new UnsupportedOperationException("idle");
        }

        @Override
        public void reset() {}
    }

    @Test
    void shouldKeepWhatWasSharedWhenItsThreadLeaves() throws Exception {
        FrameBarrier barrier = new FrameBarrier();
        AtomicReference<Slice> shared = new AtomicReference<>();
        CountDownLatch joined = new CountDownLatch(1);
        Deadline deadline = new Deadline("what was shared");
        try (FrameParticipant frame = barrier.join(arena)) {
            Thread leaving = start(() -> {
                try (FrameArena own = new FrameArena(MemorySource.direct())) {
                    try (FrameParticipant other = barrier.join(own)) {
                        Slice slice = own.allocate(8, 8);
                        slice.putLong(0, 42);
                        shared.set(other.share(slice));
                        joined.countDown();
                    }
                    assertEquals(1, barrier.frame(), "it has waited for the end of the frame");
                }
            });
            joined.await();
            for (int i = 0; i < 1000; i++) {
                assertEquals(42, shared.get().getLong(0));
                deadline.pause();
            }
            frame.endFrame();
            assertFalse(shared.get().isLive());
            leaving.join();
        }
    }

    @Test
    void shouldEndTheFrameWhenTheOnlyOneLeavesThatHasShared() {
        FrameBarrier barrier = new FrameBarrier();
        FrameParticipant frame = barrier.join(arena);
        Slice shared = frame.share(arena.allocate(8, 8));
        frame.close();
        assertFalse(shared.isLive());
        arena.reset();
    }

    @Test
    void shouldNoticeTheDeadWithoutPatience() throws Exception {
        FrameBarrier barrier = new FrameBarrier();
        try (FrameParticipant frame = barrier.join(arena)) {
            start(() -> barrier.join(new FrameArena(MemorySource.direct()))).join();
            assertTrue(frame.tryEndFrame(0));
        }
    }

    @Test
    void shouldNotBeEndedByItsOwnAction() {
        FrameParticipant[] participant = new FrameParticipant[1];
        List<Throwable> seen = new ArrayList<>();
        FrameBarrier barrier = new FrameBarrier(() -> {
            seen.add(assertThrows(IllegalStateException.class, () -> participant[0].endFrame()));
            seen.add(assertThrows(IllegalStateException.class, () -> participant[0].tryEndFrame(1)));
        });
        try (FrameParticipant frame = barrier.join(arena)) {
            participant[0] = frame;
            frame.endFrame();
            assertEquals(1, barrier.frame());
            assertEquals(1, arena.epoch());
            frame.endFrame();
        }
        assertEquals(4, seen.size());
    }

    @Test
    void shouldTellAllThatWasThrown() {
        FrameBarrier barrier = new FrameBarrier(() -> {
            throw new UnsupportedOperationException("action");
        });
        try (FrameParticipant frame = barrier.join(arena)) {
            arena.promotions().promote(arena.allocate(8, 8), (bytes, alignment) -> {
                throw new UnsupportedOperationException("target");
            });
            var e = assertThrows(UnsupportedOperationException.class, frame::endFrame);
            assertEquals("action", e.getMessage());
            assertEquals("target", e.getSuppressed()[0].getMessage());
        }
    }

    @Test
    void shouldNotTakeTheArenaOfWorld() {
        try (World world = World.create()) {
            assertThrows(IllegalStateException.class, () -> new FrameBarrier().join(world.frame()));
        }
    }

    @Test
    void shouldShareWhatKeptMarksHold() {
        FrameBarrier barrier = new FrameBarrier();
        try (FrameParticipant frame = barrier.join(arena)) {
            arena.keep(arena.mark());
            Slice shared = frame.share(arena.allocate(8, 8));
            assertTrue(shared.isLive());
            FrameScope scope = arena.open();
            arena.keep(arena.mark());
            Slice inScope = arena.allocate(8, 8);
            assertThrows(IllegalArgumentException.class, () -> frame.share(inScope));
            scope.close();
            assertThrows(IllegalArgumentException.class, () -> frame.share(inScope));
            frame.share(arena.allocate(8, 8));
            frame.endFrame();
        }
    }

    @Test
    void shouldRejectOtherThreads() throws Exception {
        FrameBarrier barrier = new FrameBarrier();
        try (FrameParticipant frame = barrier.join(arena)) {
            start(() -> {
                        assertThrows(IllegalStateException.class, frame::endFrame);
                        assertThrows(IllegalStateException.class, frame::close);
                        assertThrows(IllegalStateException.class, () -> new FrameBarrier().join(arena));
                    })
                    .join();
        }
    }

    /** Threads that come and go, each reads what the others have written in the same frame. */
    @Test
    void shouldKeepWhatIsSharedUntilAllHaveEndedTheFrame() throws Exception {
        int threads = 4;
        int frames = 2_000;
        Deadline deadline = new Deadline("frame barrier");
        AtomicInteger inFrame = new AtomicInteger();
        FrameBarrier barrier = new FrameBarrier(() -> assertEquals(0, inFrame.get(), "a thread is still in the frame"));
        AtomicReferenceArray<Slice> published = new AtomicReferenceArray<>(threads);
        AtomicReferenceArray<Long> publishedIn = new AtomicReferenceArray<>(threads);
        CountDownLatch joined = new CountDownLatch(threads);
        List<Thread> all = new ArrayList<>();
        for (int me = 0; me < threads; me++) {
            int index = me;
            all.add(start(() -> {
                Random random = new Random(index);
                try (FrameArena own = new FrameArena(MemorySource.direct());
                        FrameParticipant frame = barrier.join(own)) {
                    joined.countDown();
                    joined.await();
                    int mine = frames - index * 100; // some leave earlier
                    for (int i = 0; i < mine; i++) {
                        inFrame.incrementAndGet();
                        long number = barrier.frame();
                        Slice slice = own.allocate(64 + random.nextInt(4000), 8);
                        slice.putLong(0, number * threads + index);
                        Slice shared = frame.share(slice);
                        published.set(index, shared);
                        publishedIn.set(index, number);
                        int other = random.nextInt(threads - (i >= frames - 300 ? 3 : 0));
                        if (i < frames - 300) {
                            while (publishedIn.get(other) == null || publishedIn.get(other) != number) {
                                deadline.pause();
                            }
                            assertEquals(
                                    number * threads + other,
                                    published.get(other).getLong(0));
                        }
                        Slice old = published.get(index);
                        assertEquals(number, barrier.frame());
                        inFrame.decrementAndGet();
                        while (!frame.tryEndFrame(random.nextInt(20_000))) {
                            assertTrue(old.isLive());
                            deadline.pause();
                        }
                        assertFalse(old.isLive());
                    }
                }
            }));
        }
        for (Thread thread : all) {
            while (thread.isAlive()) {
                deadline.pause();
            }
        }
        assertNull(failure.get());
        assertEquals(frames, barrier.frame());
        assertEquals(0, barrier.participants());
    }
}
