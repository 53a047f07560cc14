package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Allocator;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sizes and alignments of blocks, for pools of one thread and of several. */
class PoolSizesTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    @AfterEach
    void checkThatNothingIsLeft() {
        assertEquals(0, memory.outstanding());
    }

    private record Pool(Allocator pool, long blockBytes, LongSupplier allocating, LongFunction<Slice> slicing) {}

    enum Kind {
        ONE_THREAD {
            @Override
            Pool open(MemorySource source, long blockBytes, int alignment) {
                PoolAllocator pool = new PoolAllocator(source, blockBytes, alignment);
                return new Pool(pool, pool.blockBytes(), pool::allocate, pool::slice);
            }
        },
        SHARED {
            @Override
            Pool open(MemorySource source, long blockBytes, int alignment) {
                SharedPool pool = new SharedPool(source, blockBytes, alignment, 100);
                PoolCache cache = pool.cache();
                return new Pool(pool, pool.blockBytes(), cache::allocate, cache::slice);
            }
        };

        abstract Pool open(MemorySource source, long blockBytes, int alignment);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAlignEachBlock(Kind kind) {
        for (int alignment = 1; alignment <= 4096; alignment *= 2) {
            for (long blockBytes : new long[] {1, 3, 16, 24, 4095, 4096, 4097, 100_000}) {
                Pool opened = kind.open(memory, blockBytes, alignment);
                assertTrue(opened.blockBytes >= blockBytes && opened.blockBytes < blockBytes + alignment);
                for (int i = 0; i < 20; i++) {
                    Slice slice = opened.slicing.apply(opened.allocating.getAsLong());
                    assertEquals(0, slice.addressUnchecked() % alignment);
                    assertEquals(opened.blockBytes, slice.sizeBytes());
                    assertTrue(memory.owns(slice.addressUnchecked(), slice.sizeBytes()));
                    slice.fill((byte) -1);
                }
                assertEquals(20, opened.pool.allocatorSnapshot().liveAllocations());
                opened.pool.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectSizesAndAlignmentsOutOfRange(Kind kind) {
        for (long blockBytes : new long[] {0, -1, Long.MIN_VALUE}) {
            assertEquals("bytes must be > 0: bytes=" + blockBytes, rejected(kind, memory, blockBytes, 8));
        }
        for (int alignment : new int[] {0, -1, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(
                    "alignment must be a power of two from 1 to 4096: alignment=" + alignment,
                    rejected(kind, memory, 8, alignment));
        }
        for (long blockBytes : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 4095, 1L << 60, Long.MAX_VALUE / 8}) {
            assertEquals(
                    "a slab would be larger than the address space: blockBytes=" + blockBytes + ", blocksPerSlab=8",
                    rejected(kind, memory, blockBytes, 4096));
        }
        rejected(kind, null, 8, 8);
    }

    private static String rejected(Kind kind, MemorySource source, long blockBytes, int alignment) {
        return assertThrows(IllegalArgumentException.class, () -> kind.open(source, blockBytes, alignment))
                .getMessage();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseMoreThanTheAddressSpace(Kind kind) {
        Pool opened = kind.open(memory, 1L << 59, 4096);
        var e = assertThrows(NativeMemoryException.class, opened.allocating::getAsLong);
        assertTrue(e.requestedBytes() >= 1L << 62);
        assertEquals(0, opened.pool.reservedBytes());
        opened.pool.close();
    }
}
