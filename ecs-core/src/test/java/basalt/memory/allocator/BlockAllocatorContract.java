package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of all allocators with handles. */
abstract class BlockAllocatorContract {
    final CountingMemory memory = new CountingMemory(MemorySource.direct());
    BlockAllocator allocator;

    abstract BlockAllocator create(MemorySource source, long capBytes);

    /** The allocator's name in messages. */
    abstract String name();

    /** How the message begins when the cap denies a request. */
    String capMessage(long capBytes) {
        return name() + " is at its cap of " + capBytes + " bytes: ";
    }

    /** Whether slices and liveness are checked for the thread only in strict mode. */
    boolean checksReadsOnlyInStrictMode() {
        return false;
    }

    /** Further operations that only the owner may use, and only before close. */
    List<Runnable> further(long handle) {
        return List.of();
    }

    @BeforeEach
    void setUp() {
        allocator = create(memory, Long.MAX_VALUE);
    }

    @AfterEach
    void tearDown() {
        allocator.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldTakeNoMemoryBeforeTheFirstAllocation() {
        assertEquals(nothing(), allocator.allocatorSnapshot());
        assertEquals(0, allocator.trim());
        assertEquals(0, memory.allocations());
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
        assertEquals(2, e.currentGeneration());

        long next = allocator.allocate(64, 8);
        assertEquals(index, (int) next, "the block that was freed last comes first");
        e = assertThrows(DeadHandleException.class, () -> allocator.free(handle));
        assertEquals(
                "handle is dead, its index belongs to another allocation now" + figures + 3 + remedy, e.getMessage());
        assertTrue(allocator.isLive(next));
        assertEquals(1, allocator.allocatorSnapshot().liveAllocations());
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
        assertEquals(1, allocator.allocatorSnapshot().liveAllocations());
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
        long reservedBytes = allocator.allocatorSnapshot().reservedBytes();
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
    void shouldGiveEverythingBackOnCloseOnce() {
        long handle = allocator.allocate(64, 8);
        Slice slice = allocator.slice(handle);
        allocator.close();
        assertEquals(0, memory.outstanding());
        assertEquals(0, allocator.allocatorSnapshot().usedBytes());
        assertEquals(0, allocator.allocatorSnapshot().reservedBytes());
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
        List<Runnable> uses = new ArrayList<>(further(handle));
        allocator.close();
        Collections.addAll(
                uses,
                () -> allocator.allocate(64, 8),
                () -> allocator.tryAllocate(64, 8),
                () -> allocator.slice(handle),
                () -> allocator.free(handle),
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
    void shouldRejectOtherThreads() {
        long handle = allocator.allocate(64, 8);
        List<Runnable> uses = new ArrayList<>(further(handle));
        Collections.addAll(
                uses,
                () -> allocator.allocate(64, 8),
                () -> allocator.tryAllocate(64, 8),
                () -> allocator.free(handle),
                allocator::trim,
                allocator::close);
        List<Runnable> inStrictMode = List.of(() -> allocator.slice(handle), () -> allocator.isLive(handle));
        AllocatorSnapshot before = allocator.allocatorSnapshot();
        String owner = Thread.currentThread().getName();
        Elsewhere.run("intruder", () -> {
            if (!checksReadsOnlyInStrictMode() || Strict.ON) {
                uses.addAll(inStrictMode);
            }
            for (Runnable use : uses) {
                var e = assertThrows(IllegalStateException.class, use::run);
                assertEquals(
                        name() + " used by thread intruder but created by thread " + owner
                                + ": give each thread an allocator of its own",
                        e.getMessage());
            }
        });
        assertEquals(before, allocator.allocatorSnapshot());
        assertTrue(allocator.isLive(handle));
    }

    @Test
    void shouldBeUnchangedWhenTheSourceRefuses() {
        for (int n = 1; n <= 6; n++) {
            FailingMemory failing = new FailingMemory(memory, n);
            try (BlockAllocator refused = create(failing, Long.MAX_VALUE)) {
                int refusals = 0;
                for (int i = 0; i < 6000; i++) {
                    AllocatorSnapshot before = refused.allocatorSnapshot();
                    long handle;
                    try {
                        handle = refused.allocate(64, 8);
                    } catch (NativeMemoryException e) {
                        refusals++;
                        assertEquals(before, refused.allocatorSnapshot());
                        handle = refused.allocate(64, 8); // a second try may succeed
                    }
                    refused.slice(handle).putLong(56, i);
                }
                assertEquals(1, refusals);
                assertEquals(6000 * 64, refused.allocatorSnapshot().usedBytes());
            }
            assertEquals(0, memory.outstanding());
        }
    }

    @Test
    void shouldReturnZeroWhenTheSourceRefuses() {
        FailingMemory failing = new FailingMemory(memory, 1);
        try (BlockAllocator refused = create(failing, Long.MAX_VALUE)) {
            assertEquals(0, refused.tryAllocate(64, 8));
            assertEquals(nothing(), refused.allocatorSnapshot());
            assertNotEquals(0, refused.tryAllocate(64, 8));
        }
    }

    @Test
    void shouldNeverExceedItsCap() {
        long capBytes = 200_000;
        try (BlockAllocator capped = create(memory, capBytes)) {
            List<Long> handles = new ArrayList<>();
            for (long handle = capped.tryAllocate(64, 8); handle != 0; handle = capped.tryAllocate(64, 8)) {
                handles.add(handle);
            }
            assertTrue(handles.size() > 1500, () -> handles.size() + " blocks");
            assertTrue(memory.peakBytes() <= capBytes);
            AllocatorSnapshot before = capped.allocatorSnapshot();
            var e = assertThrows(NativeMemoryException.class, () -> capped.allocate(64, 8));
            assertTrue(e.getMessage().startsWith(capMessage(capBytes)), e.getMessage());
            assertTrue(e.requestedBytes() >= 64);
            assertEquals(before, capped.allocatorSnapshot());

            capped.free(handles.get(700));
            assertEquals((int) (long) handles.get(700), (int) capped.allocate(64, 8));
            assertEquals(0, capped.tryAllocate(64, 8));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectCapBelowOne(long capBytes) {
        var e = assertThrows(IllegalArgumentException.class, () -> create(memory, capBytes));
        assertEquals("capBytes must be > 0: capBytes=" + capBytes, e.getMessage());
    }

    @Test
    void shouldRejectMissingSource() {
        assertThrows(IllegalArgumentException.class, () -> create(null, Long.MAX_VALUE));
    }

    private AllocatorSnapshot nothing() {
        return new AllocatorSnapshot(name(), "", 0, 0, 0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -4096, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        assertRejected("bytes must be > 0: bytes=" + bytes, bytes, 8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldRejectAlignmentOutOfRange(int alignment) {
        assertRejected("alignment must be a power of two from 1 to 4096: alignment=" + alignment, 8, alignment);
    }

    final void assertRejected(String message, long bytes, int alignment) {
        var e = assertThrows(IllegalArgumentException.class, () -> allocator.allocate(bytes, alignment));
        assertEquals(message, e.getMessage());
        e = assertThrows(IllegalArgumentException.class, () -> allocator.tryAllocate(bytes, alignment));
        assertEquals(message, e.getMessage());
        assertEquals(0, memory.allocations());
    }

    /** For allocators of blocks of any size. */
    final void assertRefusesMoreThanTheAddressSpace() {
        long held = allocator.allocate(64, 8);
        for (long bytes : new long[] {1L << 60, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 15, Long.MAX_VALUE}) {
            for (int alignment : new int[] {1, 4096}) {
                var e = assertThrows(NativeMemoryException.class, () -> allocator.allocate(bytes, alignment));
                assertTrue(e.requestedBytes() >= bytes);
                assertEquals(0, allocator.tryAllocate(bytes, alignment));
            }
        }
        assertEquals(64, allocator.usedBytes());
        assertTrue(allocator.isLive(held));
    }
}
