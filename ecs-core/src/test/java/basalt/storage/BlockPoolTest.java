package basalt.storage;

import static basalt.component.layout.BlockLayout.NO_ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.memory.CountingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.fixture.Position;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockPoolTest {
    private static final BlockSize SIZE = new BlockSize(0, 1 << 20);
    private static final long BYTES = AlignedMemory.reserved(SIZE.total());

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    @ParameterizedTest
    @ValueSource(ints = {0, 32_768})
    void shouldGiveAlignedBlocks(int below) {
        BlockPool pool = new BlockPool(memory, 0);
        long block = pool.take(new BlockSize(below, 1 << 20));

        assertEquals(0, block % BlockLayout.BLOCK_ALIGNMENT);
        assertTrue(memory.owns(block - below, below + (1 << 20)));
        assertEquals(AlignedMemory.reserved(below + (1 << 20)), BlockPool.bytes(block));
        assertEquals(memory.allocatedBytes(), BlockPool.bytes(block));
        pool.release(block);
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldForgetTheIndicesOfMovedRows() {
        BlockPool pool = new BlockPool(memory, 1);
        long block = pool.take(SIZE);
        UnsafeApi.putLong(null, block + BlockLayout.INDICES, 4711); // a page that is freed meanwhile
        pool.release(block);

        assertEquals(block, pool.take(SIZE));
        assertEquals(0, UnsafeApi.getLong(null, block + BlockLayout.INDICES));
        pool.free(block);
    }

    @Test
    void shouldReuseABlockForItsOwnSizeOnly() {
        BlockPool pool = new BlockPool(memory, 3);
        long small = pool.take(SIZE);
        long wide = pool.take(new BlockSize(16_384, 1 << 20));
        pool.release(small);
        pool.release(wide);

        long other = pool.take(new BlockSize(0, 2 << 20));
        assertEquals(3, memory.allocations());
        assertEquals(small, pool.take(SIZE));
        assertEquals(wide, pool.take(new BlockSize(16_384, 1 << 20)));
        assertEquals(0, pool.retainedBytes());
        for (long block : new long[] {small, wide, other}) {
            pool.release(block);
        }
        pool.trim();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldFreeTheBlockThatWasReturnedFirst() {
        BlockPool pool = new BlockPool(memory, 2);
        long first = pool.take(new BlockSize(0, 2 << 20));
        long second = pool.take(SIZE);
        long third = pool.take(SIZE);
        pool.release(first);
        pool.release(second);
        pool.release(third);

        assertEquals(2 * BYTES, pool.retainedBytes());
        assertEquals(2 * BYTES, memory.allocatedBytes());
        assertEquals(third, pool.take(SIZE));
        assertEquals(second, pool.take(SIZE));
        pool.free(second);
        pool.free(third);
    }

    @Test
    void shouldRetainOneGibibyteAtMost() {
        BlockPool pool = new BlockPool(memory, 10);
        BlockSize large = new BlockSize(0, 400 << 20);
        long[] blocks = {pool.take(large), pool.take(large), pool.take(large)};
        for (long block : blocks) {
            pool.release(block);
        }

        assertEquals(2 * AlignedMemory.reserved(large.total()), pool.retainedBytes());
        assertEquals(blocks[2], pool.take(large));
        assertEquals(blocks[1], pool.take(large));
        pool.free(blocks[2]);
        long huge = pool.take(new BlockSize(0, 1100 << 20));
        pool.release(huge);
        assertEquals(0, pool.retainedBytes(), "larger than all that is retained");
        pool.free(blocks[1]);
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldForgetWhatAUsedBlockHad() {
        BlockPool pool = new BlockPool(memory, 1);
        BlockSize size = BlockSize.of(Position.TYPE.id());
        long block = pool.take(size);
        assertEquals(NO_ROWS, Blocks.area(block, Position.TYPE.id()));
        assertEquals(ComponentAreas.process().present(Position.TYPE.id()), Blocks.define(block, Position.TYPE.id()));
        assertEquals(1L << Position.TYPE.id(), Blocks.defined(block, Position.TYPE.id() >>> 6));
        pool.release(block);

        assertEquals(block, pool.take(size));
        assertEquals(NO_ROWS, Blocks.area(block, Position.TYPE.id()));
        assertEquals(0, Blocks.defined(block, Position.TYPE.id() >>> 6));
        pool.free(block);
    }

    @Test
    void shouldRejectNegativeLimit() {
        var rejection = assertThrows(IllegalArgumentException.class, () -> new BlockPool(memory, -1));

        assertEquals("retainedLimit must be >= 0: retainedLimit=-1", rejection.getMessage());
    }

    @Test
    void shouldReadItsLimitFromASystemProperty() {
        assertEquals(BlockPool.DEFAULT_RETAINED, BlockPool.retainedLimit(null));
        assertEquals(0, BlockPool.retainedLimit("0"));
        assertEquals(128, BlockPool.retainedLimit("128"));
        for (String wrong : List.of("-1", "many", "", "1.5", "99999999999")) {
            var rejection = assertThrows(IllegalArgumentException.class, () -> BlockPool.retainedLimit(wrong));
            assertEquals(
                    "system property basalt.blocks.retained must be a whole number >= 0: basalt.blocks.retained="
                            + wrong,
                    rejection.getMessage());
        }
    }

    @Test
    void shouldRefuseMemoryThatIsNotAligned() {
        CountingMemory counting = new CountingMemory(MemorySource.direct());
        MemorySource crooked = new ForwardingMemory(counting) {
            @Override
            public long allocate(long bytes, int alignment) {
                return super.allocate(bytes + alignment, alignment) + 64;
            }

            @Override
            public void free(long address, long bytes) {
                super.free(address - 64, bytes + MemorySource.MAX_ALIGNMENT);
            }

            @Override
            public String toString() {
                return "crooked";
            }
        };

        var rejection = assertThrows(IllegalStateException.class, () -> new BlockPool(crooked, 1).take(SIZE));

        assertTrue(rejection.getMessage().startsWith("memory source broke its contract: address "));
        assertTrue(rejection.getMessage().endsWith("is not aligned to 4096 bytes: crooked"), rejection.getMessage());
        assertEquals(0, counting.outstanding());
    }

    @Test
    void shouldNeverReturnOneBlockToTwoThreads() throws InterruptedException {
        BlockPool pool = new BlockPool(MemorySource.direct(), 3);
        var inUse = Collections.newSetFromMap(new ConcurrentHashMap<Long, Boolean>());
        var failure = new AtomicReference<String>();
        Runnable churn = () -> {
            for (int i = 0; i < 5000; i++) {
                long block = pool.take(SIZE);
                if (!inUse.add(block)) {
                    failure.set("returned twice: " + block);
                }
                inUse.remove(block);
                pool.release(block);
            }
        };
        Thread other = new Thread(churn);
        other.start();
        churn.run();
        other.join();
        pool.trim();

        assertEquals(null, failure.get());
    }
}
