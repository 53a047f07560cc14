package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Serials;
import basalt.memory.DeadHandleException;
import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slabs, sizes and generations; {@link BlockAllocatorContract} covers the rest. */
class PoolAllocatorTest extends BlockAllocatorContract {
    private static final long SLAB_BYTES = 4 * (32 + 4);

    /** A pool with 4 blocks of 32 bytes in a slab. */
    private PoolAllocator pool(MemorySource source, long capBytes) {
        return new PoolAllocator(source, 32, 32, 4, capBytes);
    }

    @Override
    BlockAllocator create(MemorySource source, long capBytes) {
        return new PoolAllocator(source, 64, 64, 8, capBytes);
    }

    @Override
    String name() {
        return "pool allocator";
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 4096",
        "16, 16, 4096",
        "24, 8, 2730",
        "64, 64, 1024",
        "4096, 4096, 16",
        "1, 4096, 16",
        "100000, 8, 8"
    })
    void shouldTakeSlabsOfAboutSixtyFourKibibytes(long blockBytes, int alignment, int blocksPerSlab) {
        try (PoolAllocator pool = new PoolAllocator(memory, blockBytes, alignment)) {
            for (int i = 0; i < blocksPerSlab; i++) {
                pool.allocate();
            }
            assertEquals(1, memory.allocations());
            pool.allocate();
            assertEquals(2, memory.allocations());
            assertEquals(2 * blocksPerSlab * (pool.blockBytes() + 4), pool.reservedBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 100})
    void shouldTakeAsManyBlocksPerSlabAsConfigured(int blocksPerSlab) {
        try (PoolAllocator pool = new PoolAllocator(memory, 32, 8, blocksPerSlab, Long.MAX_VALUE)) {
            for (int slabs = 1; slabs <= 20; slabs++) {
                for (int i = 0; i < blocksPerSlab; i++) {
                    pool.slice(pool.allocate()).fill((byte) i);
                    assertEquals(slabs, memory.outstanding());
                    assertEquals((long) slabs * blocksPerSlab * (32 + 4), pool.reservedBytes());
                }
            }
        }
    }

    @Test
    void shouldHoldAsMuchAsItsCapAllows() {
        try (PoolAllocator pool = pool(memory, 3 * SLAB_BYTES - 1)) {
            for (int i = 0; i < 8; i++) {
                assertNotEquals(0, pool.tryAllocate());
            }
            assertEquals(0, pool.tryAllocate());
            assertEquals(2 * SLAB_BYTES, memory.peakBytes());
        }
        try (PoolAllocator pool = pool(memory, SLAB_BYTES)) {
            assertNotEquals(0, pool.tryAllocate());
        }
        var e = assertThrows(IllegalArgumentException.class, () -> pool(memory, SLAB_BYTES - 1));
        assertEquals("capBytes must have room for a slab: capBytes=143, slabBytes=144", e.getMessage());
    }

    @Test
    void shouldWrapBlocksInABuffer() {
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        PoolAllocator pool = pool(memory, 2 * SLAB_BYTES);
        try (pool) {
            long first = pool.allocate();
            long[] handles = {first, pool.allocate(), pool.allocate(), pool.allocate(), pool.allocate()};
            for (int i = 0; i < handles.length; i++) {
                pool.wrapUnchecked(handles[i], buffer);
                assertEquals(32, buffer.capacity());
                buffer.setMemory(0, 32, (byte) (i + 1));
            }
            for (int i = 0; i < handles.length; i++) {
                assertEquals(
                        0x0101010101010101L * (i + 1), pool.slice(handles[i]).getLong(24));
            }
            pool.wrapUnchecked(handles[4], buffer);
            pool.free(first);
            assertThrows(DeadHandleException.class, () -> pool.wrapUnchecked(first, buffer));
            assertThrows(DeadHandleException.class, () -> pool.wrapUnchecked(12345, buffer));
            assertEquals(5, buffer.getByte(31));
        }
        assertThrows(IllegalStateException.class, () -> pool.wrapUnchecked(1, buffer));
    }

    @Test
    void shouldWrapBlocksWithoutGarbage() {
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        try (PoolAllocator pool = pool(memory, SLAB_BYTES)) {
            long block = pool.allocate();
            HeapBytes.assertNone(1_000, rounds -> {
                for (int i = 0; i < rounds; i++) {
                    pool.wrapUnchecked(block, buffer);
                }
            });
        }
    }

    @Test
    void shouldNotWrapBlocksThatAreLargerThanABuffer() {
        long blockBytes = Integer.MAX_VALUE + 1L;
        try (PoolAllocator pool = new PoolAllocator(memory, blockBytes, 8)) {
            assertEquals(
                    "blocks are larger than a buffer can be: blockBytes=" + blockBytes,
                    assertThrows(IllegalArgumentException.class, () -> pool.wrapUnchecked(1, new UnsafeBuffer(0, 0)))
                            .getMessage());
        }
    }

    @Test
    void shouldUseBlockFreedLastFirst() {
        try (PoolAllocator pool = pool(memory, Long.MAX_VALUE)) {
            long[] handles = new long[4];
            for (int i = 0; i < 4; i++) {
                handles[i] = pool.allocate();
            }
            for (int i : new int[] {2, 0, 3, 1}) {
                pool.free(handles[i]);
            }
            for (int i : new int[] {1, 3, 0, 2}) {
                assertEquals((int) handles[i], (int) pool.allocate());
            }
        }
    }

    @Test
    void shouldGiveBackOnlySlabsWithoutLiveBlocks() {
        try (PoolAllocator pool = pool(memory, Long.MAX_VALUE)) {
            List<Long> handles = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                handles.add(pool.allocate());
                pool.slice(handles.get(i)).putLong(8, i);
            }
            int kept = 9; // in the third of five slabs
            for (int i = 0; i < 20; i++) {
                if (i != kept) {
                    pool.free(handles.get(i));
                }
            }
            assertEquals(4 * SLAB_BYTES, pool.trim());
            assertEquals(0, pool.trim());
            assertEquals(1, memory.outstanding());
            assertEquals(kept, pool.slice(handles.get(kept)).getLong(8));

            for (int i = 0; i < 3; i++) {
                assertEquals(2, (int) pool.allocate() >>> 2, "free blocks of the slab that is left come first");
            }
            for (int slab : new int[] {0, 1, 3, 4, 5}) {
                for (int i = 0; i < 4; i++) {
                    assertEquals(slab, (int) pool.allocate() >>> 2, "then vacant slabs, lowest first");
                }
            }
            assertEquals(kept, pool.slice(handles.get(kept)).getLong(8));
            assertEquals(24, pool.liveBlocks());
        }
    }

    @Test
    void shouldRetireBlockThatHasUsedUpItsGenerations() {
        try (PoolAllocator pool = pool(memory, SLAB_BYTES)) {
            long first = pool.allocate();
            pool.free(first);
            Serials.of(pool.handles())[0] = 0xFFFF_FFFCL << 32; // as if it had been reused that often
            long last = pool.allocate();
            assertEquals(0xFFFF_FFFDL << 32, last);
            assertTrue(pool.isLive(last));
            Slice slice = pool.slice(last);
            slice.putLong(0, 1);
            pool.free(last);

            assertFalse(slice.isLive());
            var e = assertThrows(DeadHandleException.class, () -> pool.free(last));
            assertEquals(
                    "handle is dead, its index has used up its generations: index=0, handleGeneration=4294967293,"
                            + " currentGeneration=4294967294; free each handle once, and check stored handles"
                            + " with isLive(handle)",
                    e.getMessage());
            for (int round = 0; round < 3; round++) {
                List<Long> handles = new ArrayList<>();
                for (int i = 1; i < 4; i++) {
                    handles.add(pool.allocate());
                    assertEquals(i, (int) (long) handles.get(i - 1), "never the retired one");
                }
                assertEquals(0, pool.tryAllocate());
                handles.forEach(pool::free);
                assertEquals(SLAB_BYTES, pool.trim(), "retired blocks do not hold a slab");
            }
        }
    }

    @Test
    void shouldGiveBackSlabWhoseLastBlockRetires() {
        try (PoolAllocator pool = new PoolAllocator(memory, 32, 32, 1, 36)) {
            pool.free(pool.allocate());
            Serials.of(pool.handles())[0] = 0xFFFF_FFFCL << 32;
            pool.free(pool.allocate());
            assertEquals(0, pool.reservedBytes());
            long next = pool.allocate();
            assertEquals(1, (int) next, "its number is not used again");
            pool.free(next);
            assertEquals(36, pool.trim());
            assertEquals(1, (int) pool.allocate());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 20) + 1, Integer.MAX_VALUE})
    void shouldRejectBlocksPerSlabOutOfRange(int blocksPerSlab) {
        var e = assertThrows(
                IllegalArgumentException.class, () -> new PoolAllocator(memory, 8, 8, blocksPerSlab, Long.MAX_VALUE));
        assertEquals("blocksPerSlab must be from 1 to 1048576: blocksPerSlab=" + blocksPerSlab, e.getMessage());
    }

    @Test
    void shouldShowItsStats() {
        try (PoolAllocator pool = pool(memory, Long.MAX_VALUE)) {
            long handle = pool.allocate();
            pool.allocate();
            pool.free(handle);
            assertEquals(
                    "PoolAllocator[blockBytes=32, liveBlocks=1, usedBytes=32,"
                            + " reservedBytes=144, highWaterBytes=64]",
                    pool.toString());
        }
    }

    @Test
    void shouldCountBlocksThatLiveShorterThanAFrame() {
        try (PoolAllocator pool = pool(memory, Long.MAX_VALUE)) {
            pool.free(pool.allocate());
            long older = pool.allocate();
            assertEquals(0, pool.shortLivedFrees(), "not enabled");
            pool.startFrame();
            pool.free(older);
            pool.free(pool.allocate());
            long survivor = pool.allocate();
            assertEquals(1, pool.shortLivedFrees());
            pool.startFrame();
            pool.free(survivor);
            assertEquals(1, pool.shortLivedFrees());
        }
    }

    @Test
    void shouldNotStartTheFirstFrameWhenClosed() {
        PoolAllocator watched = pool(memory, Long.MAX_VALUE);
        watched.startFrame();
        watched.close();
        watched.startFrame(); // works after close
        PoolAllocator pool = pool(memory, Long.MAX_VALUE);
        pool.close();
        String message =
                assertThrows(IllegalStateException.class, pool::startFrame).getMessage();
        assertEquals("pool allocator is closed: create a new one", message);
    }
}
