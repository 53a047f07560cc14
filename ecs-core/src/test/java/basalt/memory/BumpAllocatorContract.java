package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of all allocators that allocate in chunks and free everything at once. */
public abstract class BumpAllocatorContract {
    protected static final long KIB = 1024;
    protected static final long MIB = 1024 * KIB;

    /** An allocator, where it allocates, and how it frees everything, ready to allocate again. */
    public record Subject(Allocator figures, Supplier<SliceAllocator> slices, Runnable freeing) {
        Slice allocate(long bytes, int alignment) {
            return slices.get().allocate(bytes, alignment);
        }

        Slice tryAllocate(long bytes, int alignment) {
            return slices.get().tryAllocate(bytes, alignment);
        }

        void freeAll() {
            freeing.run();
        }

        long usedBytes() {
            return figures.usedBytes();
        }

        long reservedBytes() {
            return figures.reservedBytes();
        }

        long highWaterBytes() {
            return figures.highWaterBytes();
        }

        void close() {
            figures.close();
        }
    }

    protected final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private Subject subject;

    protected abstract Subject create(MemorySource source, long capBytes);

    /** The allocator's name in messages. */
    protected abstract String label();

    /** The message of a slice that is used after one call of {@link Subject#freeAll()}. */
    protected abstract String deadMessage();

    /** The closed allocator's name in messages of its slices. */
    protected String closedLabel() {
        return label();
    }

    @BeforeEach
    void createSubject() {
        subject = create(memory, Long.MAX_VALUE);
    }

    @AfterEach
    void closeSubject() {
        subject.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldTakeNoMemoryBeforeTheFirstAllocation() {
        subject.freeAll();
        assertEquals(0, memory.allocations());
        assertEquals(0, subject.reservedBytes());
        assertEquals(0, subject.usedBytes());
        assertEquals(0, subject.highWaterBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})
    void shouldAlignAddress(int alignment) {
        for (long bytes : new long[] {1, 3, 64, 4095, 4096, 4097, 65_535, 65_536, 65_537, 3_000_001}) {
            subject.allocate(1, 1);
            for (Slice slice : List.of(subject.allocate(bytes, alignment), subject.tryAllocate(bytes, alignment))) {
                assertEquals(0, slice.addressUnchecked() % alignment);
                assertTrue(memory.owns(slice.addressUnchecked(), bytes));
                assertEquals(bytes, slice.sizeBytes());
            }
        }
    }

    @Test
    void shouldCountGapsOfAlignmentAsUsed() {
        subject.allocate(1, 1);
        assertEquals(1, subject.usedBytes());
        subject.allocate(8, 8);
        assertEquals(16, subject.usedBytes());
        subject.allocate(10, 4096);
        assertEquals(4106, subject.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -4096, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        subject.allocate(100, 8);
        String message = "bytes must be > 0: bytes=" + bytes;
        assertEquals(message, illegalArgument(() -> subject.allocate(bytes, 8)));
        assertEquals(message, illegalArgument(() -> subject.tryAllocate(bytes, 8)));
        assertEquals(100, subject.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldRejectAlignmentOutOfRange(int alignment) {
        String message = "alignment must be a power of two from 1 to 4096: alignment=" + alignment;
        assertEquals(message, illegalArgument(() -> subject.allocate(8, alignment)));
        assertEquals(message, illegalArgument(() -> subject.tryAllocate(8, alignment)));
        assertEquals(0, subject.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 60, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void shouldRefuseMoreThanTheAddressSpace(long bytes) {
        subject.allocate(100, 8);
        for (int alignment : new int[] {1, 4096}) {
            var e = assertThrows(NativeMemoryException.class, () -> subject.allocate(bytes, alignment));
            assertTrue(e.requestedBytes() >= bytes);
            assertNull(subject.tryAllocate(bytes, alignment));
        }
        assertEquals(100, subject.usedBytes());
        assertEquals(64 * KIB, subject.reservedBytes());
        assertEquals(64 * KIB, memory.allocatedBytes());
        subject.allocate(100, 8);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectCapBelowOne(long capBytes) {
        assertEquals("capBytes must be > 0: capBytes=" + capBytes, illegalArgument(() -> create(memory, capBytes)));
    }

    @Test
    void shouldRejectMissingSource() {
        assertEquals(
                "source must not be null; MemorySource.direct() is the usual one",
                illegalArgument(() -> create(null, 1)));
    }

    @Test
    void shouldDoubleChunksUpToOneMebibyte() {
        long reservedBytes = 0;
        for (long chunkBytes : new long[] {64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, MIB, MIB, MIB}) {
            reservedBytes += chunkBytes;
            for (long filled = 0; filled < chunkBytes; filled += 32 * KIB) {
                subject.allocate(32 * KIB, 64);
                assertEquals(reservedBytes, subject.reservedBytes());
            }
        }
        assertEquals(7, memory.allocations());
        assertEquals(reservedBytes, subject.usedBytes());
    }

    @Test
    void shouldGiveALargeRequestItsOwnChunk() {
        subject.allocate(10 * MIB + 1, 8);
        assertEquals(10 * MIB + 4 * KIB, subject.reservedBytes());
        subject.allocate(8 * KIB, 8);
        assertEquals(10 * MIB + 4 * KIB + 64 * KIB, subject.reservedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100, 4096, 64 * KIB, 64 * KIB + 1, 100 * KIB + 7, 3 * MIB + 4095})
    void shouldUseAllOfItsCap(long capBytes) {
        Subject capped = create(memory, capBytes);
        while (capped.tryAllocate(1000, 1) != null) {
            assertTrue(capped.reservedBytes() <= capBytes);
        }
        while (capped.tryAllocate(1, 1) != null) {
            assertTrue(capped.reservedBytes() <= capBytes);
        }
        assertEquals(capBytes, capped.reservedBytes());
        var e = assertThrows(NativeMemoryException.class, () -> capped.allocate(1, 1));
        assertEquals(1, e.requestedBytes());
        assertEquals(capBytes, e.allocatedBytes());
        assertTrue(e.getMessage().startsWith(label() + " is at its cap of " + capBytes + " bytes"), e.getMessage());
        capped.close();
        assertEquals(capBytes, memory.peakBytes());
    }

    @Test
    void shouldContinueAfterTheCapHasDenied() {
        Subject capped = create(memory, 100 * KIB);
        Slice first = capped.allocate(60 * KIB, 8);
        first.fill((byte) 7);
        long usedBytes = capped.usedBytes();
        assertThrows(NativeMemoryException.class, () -> capped.allocate(37 * KIB, 8));
        assertNull(capped.tryAllocate(37 * KIB, 8));
        assertNull(capped.tryAllocate(Long.MAX_VALUE, 8));
        assertEquals(usedBytes, capped.usedBytes());
        assertEquals(64 * KIB, capped.reservedBytes());
        assertEquals(7, first.getByte(60 * KIB - 1));
        assertNotNull(capped.tryAllocate(36 * KIB, 8));
        capped.close();
    }

    @Test
    void shouldGiveKeptChunksBackWhenTheCapRequiresIt() {
        Subject capped = create(memory, MIB);
        for (int i = 0; i < 16; i++) {
            capped.allocate(50 * KIB, 8);
        }
        capped.freeAll();
        assertTrue(capped.reservedBytes() > 500 * KIB);
        capped.allocate(MIB, 8).fill((byte) 1);
        assertEquals(MIB, capped.reservedBytes());
        capped.close();
        assertEquals(MIB, memory.peakBytes());
    }

    /** After a refusal, a smaller chunk is requested, so a single refusal may have no effect. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldLoseNothingWhenTheSourceRefusesAnyAllocation(int failures) {
        for (int nth = 1; nth <= 12; nth++) {
            FailingMemory failing = new FailingMemory(memory, nth, failures);
            Subject refused = create(failing, Long.MAX_VALUE);
            int refusals = 0;
            for (int round = 0; round < 2; round++) {
                refusals += fill(refused, round == 0 ? 30_000 : 300_000);
                refused.freeAll();
            }
            assertTrue(refusals == failures || refusals == failures - 1, "refusals=" + refusals);
            assertTrue(failing.hasFailed());
            refused.close();
            assertEquals(0, memory.outstanding());
        }
    }

    @Test
    void shouldTakeASmallerChunkWhenTheSourceHasNoMore() {
        MemoryTag tag = new MemoryTracker(memory).tag("level").budget(100 * KIB, 100 * KIB);
        for (MemorySource source : List.of(new MemoryTracker(memory).root().budget(100 * KIB, 100 * KIB), tag)) {
            Subject capped = create(source, Long.MAX_VALUE);
            capped.allocate(60 * KIB, 8).fill((byte) 1);
            assertEquals(64 * KIB, capped.reservedBytes());
            Slice slice = capped.allocate(30 * KIB + 1, 8);
            slice.fill((byte) 2);
            assertEquals(96 * KIB, capped.reservedBytes(), "no second chunk of 64 or 128 KiB, but one of 32");
            assertNull(capped.tryAllocate(4097, 8));
            var e = assertThrows(NativeMemoryException.class, () -> capped.allocate(4097, 8));
            assertEquals(8 * KIB, e.requestedBytes(), "the size of the last attempt");
            assertEquals(96 * KIB, capped.reservedBytes());
            assertNotNull(capped.tryAllocate(4096, 8));
            assertEquals(100 * KIB, source.allocatedBytes());
            assertEquals(2, slice.getByte(30 * KIB));
            capped.freeAll();
            capped.allocate(60 * KIB, 8);
            assertEquals(100 * KIB, capped.reservedBytes(), "all of it is kept");
            capped.close();
        }
    }

    /** Fills and checks 60 slices, retries refused requests, and counts the refusals. */
    private int fill(Subject refused, long bytes) {
        int refusals = 0;
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            long usedBytes = refused.usedBytes();
            long reservedBytes = refused.reservedBytes();
            Slice slice = null;
            while (slice == null) {
                try {
                    slice = i % 2 == 0 ? refused.allocate(bytes, 64) : refused.tryAllocate(bytes, 64);
                } catch (NativeMemoryException e) {
                    assertEquals(0, i % 2);
                }
                if (slice == null) {
                    refusals++;
                    assertEquals(usedBytes, refused.usedBytes());
                    assertEquals(reservedBytes, refused.reservedBytes());
                }
            }
            slice.fill((byte) i);
            slices.add(slice);
        }
        for (int i = 0; i < 60; i++) {
            assertEquals((byte) i, slices.get(i).getByte(0));
            assertEquals((byte) i, slices.get(i).getByte(bytes - 1));
        }
        return refusals;
    }

    @Test
    void shouldRejectSourceThatBreaksItsContract() {
        Subject misled = create(ForwardingMemory.broken(), MIB);
        assertTrue(illegalState(() -> misled.allocate(8, 8)).startsWith("memory source broke its contract"));
        assertTrue(illegalState(() -> misled.tryAllocate(8, 8)).startsWith("memory source broke its contract"));
        assertEquals(0, misled.usedBytes());
        assertEquals(0, misled.reservedBytes());
        misled.close();
    }

    @Test
    void shouldFreeEverythingAtOnceAndKeepTheMemory() {
        Slice small = subject.allocate(1000, 8);
        Slice large = subject.allocate(100_000, 8);
        long address = small.addressUnchecked();
        long reservedBytes = subject.reservedBytes();
        subject.freeAll();
        assertEquals(0, subject.usedBytes());
        assertEquals(reservedBytes, subject.reservedBytes());
        assertEquals(0, memory.frees());
        assertDead(deadMessage(), small);
        assertDead(deadMessage(), large);
        assertEquals(address, subject.allocate(1000, 8).addressUnchecked());
        assertDead(deadMessage(), small);
    }

    @Test
    void shouldNeverReviveSlices() {
        List<Slice> old = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            old.add(subject.allocate(8, 8));
            subject.freeAll();
            subject.allocate(8, 8);
            old.forEach(slice -> assertFalse(slice.isLive()));
            subject.freeAll();
        }
    }

    @Test
    void shouldTakeNothingFromTheSourceInSteadyState() {
        long allocations = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 40; i++) {
                subject.allocate(50_000, 64);
                subject.allocate(i * 30_000L + 1, 64);
            }
            subject.freeAll();
            if (round == 0) {
                allocations = memory.allocations();
            }
        }
        assertEquals(allocations, memory.allocations());
        assertEquals(0, memory.frees());
    }

    @Test
    void shouldTrackItsHighWaterMark() {
        subject.allocate(1000, 8);
        assertEquals(1000, subject.highWaterBytes());
        subject.allocate(200_000, 8);
        assertEquals(201_000, subject.highWaterBytes());
        subject.freeAll();
        subject.allocate(300, 8);
        assertEquals(201_000, subject.highWaterBytes());
        subject.close();
        assertEquals(201_000, subject.highWaterBytes());
    }

    @Test
    void shouldGiveEverythingBackOnCloseOnce() {
        Slice slice = subject.allocate(1, 1);
        subject.allocate(5_000_000, 64);
        subject.close();
        assertEquals(0, memory.allocatedBytes());
        assertEquals(2, memory.frees());
        assertEquals(0, subject.reservedBytes());
        assertEquals(0, subject.usedBytes());
        subject.close();
        assertEquals(2, memory.frees());
        assertDead("slice used after " + closedLabel() + " was closed", slice);
    }

    @Test
    void shouldRejectUseAfterClose() {
        subject.allocate(8, 8);
        subject.close();
        String message = label() + " is closed: create a new one";
        assertEquals(message, illegalState(() -> subject.allocate(8, 8)));
        assertEquals(message, illegalState(() -> subject.tryAllocate(8, 8)));
        assertEquals(message, illegalState(subject::freeAll));
    }

    @Test
    void shouldRejectOtherThreads() {
        subject.allocate(8, 8);
        List<String> messages = new ArrayList<>();
        List<Runnable> operations = List.of(
                () -> subject.allocate(8, 8), () -> subject.tryAllocate(8, 8), subject::freeAll, subject::close);
        onOtherThread(operations, messages);
        assertEquals(operations.size(), messages.size());
        messages.forEach(message -> assertEquals(wrongThreadMessage(), message));
        assertEquals(8, subject.usedBytes());
    }

    protected String wrongThreadMessage() {
        return label() + " used by thread intruder but created by thread "
                + Thread.currentThread().getName() + ": give each thread an allocator of its own";
    }

    protected static void onOtherThread(List<Runnable> operations, List<String> messages) {
        Elsewhere.run("intruder", () -> operations.forEach(operation -> messages.add(illegalState(operation))));
    }

    protected static void assertDead(String message, Slice slice) {
        assertFalse(slice.isLive());
        assertEquals(message, illegalState(() -> slice.getByte(0)));
        assertEquals(message, illegalState(() -> slice.putByte(0, (byte) 0)));
    }

    protected static String illegalArgument(Runnable action) {
        return assertThrows(IllegalArgumentException.class, action::run).getMessage();
    }

    protected static String illegalState(Runnable action) {
        return assertThrows(IllegalStateException.class, action::run).getMessage();
    }
}
