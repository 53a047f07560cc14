package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of all allocators with handles. */
abstract class HandleAllocatorContract {
    static final int QUEUE_CAPACITY = 4;

    final CountingMemory memory = new CountingMemory(MemorySource.direct());
    HandleAllocator allocator;

    abstract HandleAllocator create(MemorySource source, long capBytes, int queueCapacity);

    /** The allocator's name in messages. */
    abstract String name();

    @BeforeEach
    void setUp() {
        allocator = create(memory, Long.MAX_VALUE, QUEUE_CAPACITY);
    }

    @AfterEach
    void tearDown() {
        allocator.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldTakeNoMemoryBeforeTheFirstAllocation() {
        assertEquals(new HandleAllocator.Stats(0, 0, 0, 0, 0), allocator.stats());
        assertEquals(0, allocator.trim());
        assertEquals(0, allocator.drain());
        assertEquals(0, memory.allocations());
    }

    @Test
    void shouldKeepWhatIsWrittenApart() {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long handle = allocator.allocate(64, 8);
            allocator.slice(handle).fill((byte) i);
            handles.add(handle);
        }
        for (int i = 0; i < 100; i++) {
            Slice slice = allocator.slice(handles.get(i));
            assertEquals(64, slice.sizeBytes());
            assertEquals(0, slice.addressUnchecked() % 64);
            assertTrue(memory.owns(slice.addressUnchecked(), 64));
            assertEquals((byte) i, slice.getByte(0));
            assertEquals((byte) i, slice.getByte(63));
        }
        assertEquals(100, allocator.stats().liveBlocks());
        assertEquals(6400, allocator.stats().usedBytes());
        assertEquals(memory.allocatedBytes(), allocator.stats().reservedBytes());
    }

    @Test
    void shouldNeverGiveOutTheSameHandleTwice() {
        Set<Long> handles = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            long handle = allocator.allocate(64, 8);
            assertNotEquals(0, handle);
            assertTrue(handles.add(handle));
            if (i % 3 != 0) {
                allocator.free(handle);
            }
            if (i % 100 == 0) {
                allocator.trim();
            }
        }
    }

    @Test
    void shouldRejectDoubleFree() {
        long handle = allocator.allocate(64, 8);
        allocator.free(handle);
        int index = (int) handle;
        String figures = ": index=" + Integer.toUnsignedString(index) + ", handleGeneration=1, currentGeneration=";
        String remedy = "; free each handle once, and check stored handles with isLive(handle)";

        var e = assertThrows(DeadHandleException.class, () -> allocator.free(handle));
        assertEquals("handle is dead, its index is free" + figures + 2 + remedy, e.getMessage());
        assertEquals(handle, e.handle());
        assertEquals(index, e.index());
        assertEquals(1, e.handleGeneration());
        assertEquals(2, e.currentGeneration());

        long next = allocator.allocate(64, 8);
        assertEquals(index, (int) next, "the block that was freed last comes first");
        e = assertThrows(DeadHandleException.class, () -> allocator.free(handle));
        assertEquals(
                "handle is dead, its index belongs to another allocation now" + figures + 3 + remedy, e.getMessage());
        assertTrue(allocator.isLive(next));
        assertEquals(1, allocator.stats().liveBlocks());
    }

    @Test
    void shouldRejectHandlesThatWereNeverGivenOut() {
        long handle = allocator.allocate(64, 8);
        long free = allocator.allocate(64, 8);
        allocator.free(free);
        List<Long> forged =
                new ArrayList<>(List.of(0L, 1L, -1L, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32 | 7));
        forged.remove(handle);
        forged.add(free + (1L << 32)); // the table's value for the free block
        forged.add(handle + (2L << 32));
        for (int bit = 0; bit < 64; bit++) {
            forged.add(handle ^ 1L << bit);
        }
        for (long value : forged) {
            assertFalse(allocator.isLive(value));
            var e = assertThrows(DeadHandleException.class, () -> allocator.slice(value));
            assertThrows(DeadHandleException.class, () -> allocator.free(value));
            assertEquals(value, e.handle());
            assertTrue(
                    e.getMessage()
                            .contains("handleGeneration=" + Integer.toUnsignedString((int) (value >>> 32))
                                    + ", currentGeneration=" + Integer.toUnsignedString(e.currentGeneration())),
                    e.getMessage());
        }
        var e = assertThrows(DeadHandleException.class, () -> allocator.free(handle ^ 1L << 31));
        assertTrue(e.getMessage().contains("its index was never used here"), e.getMessage());
        e = assertThrows(DeadHandleException.class, () -> allocator.free(0));
        assertTrue(e.getMessage().startsWith("0 is not a handle, "), e.getMessage());
        assertTrue(allocator.isLive(handle));
        assertEquals(1, allocator.stats().liveBlocks());
    }

    @Test
    void shouldEndSlicesWhenTheirBlockIsFreed() {
        long handle = allocator.allocate(64, 8);
        Slice slice = allocator.slice(handle);
        slice.putLong(0, 42);
        allocator.free(handle);
        var e = assertThrows(DeadHandleException.class, () -> slice.getLong(0));
        assertEquals(
                "slice used after its block was freed, its index is free: index="
                        + Integer.toUnsignedString((int) handle)
                        + ", handleGeneration=1, currentGeneration=2; copy what must live longer",
                e.getMessage());
        long next = allocator.allocate(64, 8);
        assertFalse(slice.isLive());
        assertThrows(DeadHandleException.class, () -> slice.putLong(0, 1));
        assertTrue(allocator.slice(next).isLive());
    }

    @Test
    void shouldNotReviveHandlesByTrimming() {
        long handle = allocator.allocate(64, 8);
        Slice slice = allocator.slice(handle);
        allocator.free(handle);
        long reservedBytes = allocator.stats().reservedBytes();
        assertEquals(reservedBytes, allocator.trim());
        assertEquals(0, memory.outstanding());
        assertThrows(DeadHandleException.class, () -> allocator.free(handle));
        assertThrows(DeadHandleException.class, () -> slice.getByte(0));

        List<Long> next = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            next.add(allocator.allocate(64, 8));
        }
        assertFalse(next.contains(handle));
        assertFalse(allocator.isLive(handle));
        assertThrows(DeadHandleException.class, () -> slice.getByte(0));
    }

    @Test
    void shouldTrackItsHighWaterMark() {
        long first = allocator.allocate(64, 8);
        long second = allocator.allocate(64, 8);
        allocator.free(second);
        allocator.free(first);
        allocator.free(allocator.allocate(64, 8));
        assertEquals(0, allocator.stats().usedBytes());
        assertEquals(128, allocator.stats().highWaterBytes());
        allocator.close();
        assertEquals(128, allocator.stats().highWaterBytes());
    }

    @Test
    void shouldDrainBlocksThatAnEndedThreadHasFreed() throws InterruptedException {
        long first = allocator.allocate(64, 8);
        long second = allocator.allocate(64, 8);
        onAnotherThread(() -> {
            assertTrue(allocator.offerFree(first));
            assertTrue(allocator.offerFree(second));
        });
        assertTrue(allocator.isLive(first), "until the owner drains it");
        assertEquals(2, allocator.stats().liveBlocks());
        assertEquals(2, allocator.drain());
        assertFalse(allocator.isLive(first));
        assertEquals(0, allocator.stats().liveBlocks());
        assertEquals(0, allocator.drain());
        allocator.trim();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldReturnFalseWhenTheQueueIsFull() {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i <= QUEUE_CAPACITY; i++) {
            handles.add(allocator.allocate(64, 8));
        }
        long last = handles.remove(QUEUE_CAPACITY);
        handles.forEach(handle -> assertTrue(allocator.offerFree(handle)));
        assertFalse(allocator.offerFree(last));
        assertFalse(allocator.offerFree(last));
        assertTrue(allocator.isLive(last));
        assertEquals(QUEUE_CAPACITY, allocator.drain());
        assertTrue(allocator.offerFree(last));
        assertEquals(1, allocator.drain());
        assertEquals(0, allocator.stats().liveBlocks());
        assertEquals(0, allocator.stats().refusedFrees());
    }

    @Test
    void shouldReportDoubleFreeWhenDrainedAndFreeAllOthers() {
        long first = allocator.allocate(64, 8);
        long second = allocator.allocate(64, 8);
        long third = allocator.allocate(64, 8);
        assertTrue(allocator.offerFree(first));
        assertTrue(allocator.offerFree(first));
        assertTrue(allocator.offerFree(second));
        assertTrue(allocator.offerFree(third));
        allocator.free(third);

        var e = assertThrows(DeadHandleException.class, allocator::drain);
        assertEquals(first, e.handle());
        assertEquals(2, e.currentGeneration());
        assertEquals(
                "2 dead handles were offered from other threads, all others were freed; the first one, its index is"
                        + " free:"
                        + " index=" + Integer.toUnsignedString((int) first)
                        + ", handleGeneration=1, currentGeneration=2; free each handle once, on one thread",
                e.getMessage());
        assertEquals(0, allocator.stats().liveBlocks());
        assertEquals(2, allocator.stats().refusedFrees());
        assertEquals(0, allocator.drain(), "said once");
    }

    @Test
    void shouldNotFreeTheNextAllocationByALateFreeFromAnotherThread() {
        long stale = allocator.allocate(64, 8);
        allocator.free(stale);
        long next = allocator.allocate(64, 8);
        assertTrue(allocator.offerFree(stale));
        allocator.trim();
        assertTrue(allocator.isLive(next));
        var e = assertThrows(DeadHandleException.class, allocator::drain, "found by trim, reported by drain");
        assertEquals(3, e.currentGeneration());
        assertTrue(allocator.isLive(next));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2L << 32, Long.MIN_VALUE})
    void shouldRejectOfferOfImpossibleHandles(long value) {
        var e = assertThrows(IllegalArgumentException.class, () -> allocator.offerFree(value));
        assertEquals("not a handle: handle=" + value, e.getMessage());
        assertEquals(0, allocator.drain());
    }

    @Test
    void shouldSurviveForgedHandlesInTheQueue() {
        long handle = allocator.allocate(64, 8);
        assertTrue(allocator.offerFree(-1));
        assertTrue(allocator.offerFree(1L << 32 | 0x7FFF_FFFF));
        assertTrue(allocator.offerFree(handle));
        var e = assertThrows(DeadHandleException.class, allocator::drain);
        assertEquals(-1, e.handle());
        assertEquals(0, e.currentGeneration());
        assertFalse(allocator.isLive(handle));
    }

    @Test
    void shouldDrainBeforeTakingMoreMemory() {
        List<Long> handles = new ArrayList<>();
        while (memory.allocations() < 2) {
            handles.add(allocator.allocate(64, 8));
        }
        int perSlab = handles.size() - 1;
        while (handles.size() < 2 * perSlab) {
            handles.add(allocator.allocate(64, 8)); // until the second slab is full too
        }
        assertEquals(2, memory.allocations());
        long given = handles.get(0);
        assertTrue(allocator.offerFree(given));
        long next = allocator.allocate(64, 8);
        assertEquals((int) given, (int) next);
        assertEquals(2, memory.allocations());
        allocator.allocate(64, 8);
        assertEquals(3, memory.allocations(), "no other block is left");
    }

    @Test
    void shouldGiveEverythingBackOnCloseOnce() {
        long handle = allocator.allocate(64, 8);
        Slice slice = allocator.slice(handle);
        assertTrue(allocator.offerFree(handle));
        allocator.close();
        assertEquals(0, memory.outstanding());
        assertEquals(0, allocator.stats().usedBytes());
        assertEquals(0, allocator.stats().reservedBytes());
        long frees = memory.frees();
        allocator.close();
        assertEquals(frees, memory.frees());
        assertFalse(slice.isLive());
        var e = assertThrows(IllegalStateException.class, () -> slice.getByte(0));
        assertEquals("slice used after its " + name() + " was closed", e.getMessage());
        assertTrue(allocator.toString().endsWith(", closed]"), allocator::toString);
    }

    @Test
    void shouldRejectUseAfterClose() {
        long handle = allocator.allocate(64, 8);
        allocator.close();
        List<Runnable> uses = List.of(
                () -> allocator.allocate(64, 8),
                () -> allocator.tryAllocate(64, 8),
                () -> allocator.slice(handle),
                () -> allocator.free(handle),
                () -> allocator.offerFree(handle),
                allocator::drain,
                allocator::trim);
        for (Runnable use : uses) {
            var e = assertThrows(IllegalStateException.class, use::run);
            assertEquals(name() + " is closed: create a new one", e.getMessage());
            assertSame(IllegalStateException.class, e.getClass());
        }
        assertFalse(allocator.isLive(handle));
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldRejectOtherThreads() throws InterruptedException {
        long handle = allocator.allocate(64, 8);
        List<Runnable> uses = List.of(
                () -> allocator.allocate(64, 8),
                () -> allocator.tryAllocate(64, 8),
                () -> allocator.slice(handle),
                () -> allocator.free(handle),
                () -> allocator.isLive(handle),
                allocator::drain,
                allocator::trim,
                allocator::close);
        HandleAllocator.Stats before = allocator.stats();
        String owner = Thread.currentThread().getName();
        onAnotherThread(() -> {
            for (Runnable use : uses) {
                var e = assertThrows(IllegalStateException.class, use::run);
                assertEquals(
                        name() + " used by thread intruder but created by thread " + owner
                                + ": give each thread an allocator of its own",
                        e.getMessage());
            }
        });
        assertEquals(before, allocator.stats());
        assertTrue(allocator.isLive(handle));
    }

    @Test
    void shouldBeUnchangedWhenTheSourceRefuses() {
        for (int n = 1; n <= 6; n++) {
            FailingMemory failing = new FailingMemory(memory, n);
            try (HandleAllocator refused = create(failing, Long.MAX_VALUE, QUEUE_CAPACITY)) {
                int refusals = 0;
                for (int i = 0; i < 6000; i++) {
                    HandleAllocator.Stats before = refused.stats();
                    long handle;
                    try {
                        handle = refused.allocate(64, 8);
                    } catch (NativeMemoryException e) {
                        refusals++;
                        assertEquals(before, refused.stats());
                        handle = refused.allocate(64, 8); // a second try may succeed
                    }
                    refused.slice(handle).putLong(56, i);
                }
                assertEquals(1, refusals);
                assertEquals(6000 * 64, refused.stats().usedBytes());
            }
            assertEquals(0, memory.outstanding());
        }
    }

    @Test
    void shouldReturnZeroWhenTheSourceRefuses() {
        FailingMemory failing = new FailingMemory(memory, 1);
        try (HandleAllocator refused = create(failing, Long.MAX_VALUE, QUEUE_CAPACITY)) {
            assertEquals(0, refused.tryAllocate(64, 8));
            assertEquals(new HandleAllocator.Stats(0, 0, 0, 0, 0), refused.stats());
            assertNotEquals(0, refused.tryAllocate(64, 8));
        }
    }

    @Test
    void shouldNeverExceedItsCap() {
        long capBytes = 200_000;
        try (HandleAllocator capped = create(memory, capBytes, QUEUE_CAPACITY)) {
            List<Long> handles = new ArrayList<>();
            for (long handle = capped.tryAllocate(64, 8); handle != 0; handle = capped.tryAllocate(64, 8)) {
                handles.add(handle);
            }
            assertTrue(handles.size() > 1500, () -> handles.size() + " blocks");
            assertTrue(memory.peakBytes() <= capBytes);
            HandleAllocator.Stats before = capped.stats();
            var e = assertThrows(NativeMemoryException.class, () -> capped.allocate(64, 8));
            assertTrue(e.getMessage().startsWith(name() + " is at its cap of 200000 bytes: "), e.getMessage());
            assertTrue(e.requestedBytes() >= 64);
            assertEquals(capped.stats().reservedBytes(), e.allocatedBytes());
            assertEquals(before, capped.stats());

            capped.free(handles.get(700));
            assertEquals((int) (long) handles.get(700), (int) capped.allocate(64, 8));
            assertEquals(0, capped.tryAllocate(64, 8));
            assertTrue(capped.offerFree(handles.get(3)));
            assertEquals((int) (long) handles.get(3), (int) capped.tryAllocate(64, 8), "the queue is drained first");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 20) + 1})
    void shouldRejectQueueCapacityOutOfRange(int capacity) {
        var e = assertThrows(IllegalArgumentException.class, () -> create(memory, Long.MAX_VALUE, capacity));
        assertEquals("queueCapacity must be from 1 to 1048576: queueCapacity=" + capacity, e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectCapBelowOne(long capBytes) {
        var e = assertThrows(IllegalArgumentException.class, () -> create(memory, capBytes, 1));
        assertEquals("capBytes must be > 0: capBytes=" + capBytes, e.getMessage());
    }

    @Test
    void shouldRejectMissingSource() {
        assertThrows(IllegalArgumentException.class, () -> create(null, Long.MAX_VALUE, 1));
    }

    /** Runs an action on a thread and waits until the thread has ended; rethrows what it throws. */
    static void onAnotherThread(Runnable action) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        thrown[0] = e;
                    }
                },
                "intruder");
        thread.start();
        thread.join();
        if (thrown[0] != null) {
            throw new AssertionError(thrown[0]);
        }
    }
}
