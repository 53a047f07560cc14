package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.Soak;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations against a plain model. The test's name has the seed, a failure the step. */
class BlockAllocatorModelTest {
    private static final int STEPS = Soak.times(1_500, 4_000);

    private record Block(long handle, Slice slice, long address, long bytes, long usedBytes, byte pattern) {}

    /** Records the start of each allocation. */
    private final class Recording extends ForwardingMemory {
        Recording() {
            super(memory);
        }

        @Override
        public long allocate(long bytes, int alignment) {
            long address = super.allocate(bytes, alignment);
            starts.add(address);
            return address;
        }

        @Override
        public void free(long address, long bytes) {
            starts.remove(address);
            super.free(address, bytes);
        }
    }

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final TreeSet<Long> starts = new TreeSet<>();
    private final FailingMemory failing = new FailingMemory(new Recording());
    private final Map<Long, Block> live = new HashMap<>();
    private final TreeMap<Long, Block> byAddress = new TreeMap<>();
    private final List<Block> liveInOrder = new ArrayList<>(); // to pick one at random, reproducibly for a seed
    private final List<Block> dead = new ArrayList<>();
    private Random random;
    private long capBytes;
    private long maxBytes;
    private long highWaterBytes;
    private BlockAllocator allocator;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAgreeWithModelAsPool(long seed) {
        random = new Random(seed);
        capBytes = seed % 2 == 0 ? Long.MAX_VALUE : 8 * (64 + 4) * (1 + random.nextInt(40));
        run(seed, new PoolAllocator(failing, 64, 64, 8, capBytes), 64);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAgreeWithModelAsSizeClasses(long seed) {
        random = new Random(seed);
        capBytes = seed % 2 == 0 ? Long.MAX_VALUE : 100_000 + random.nextInt(1_500_000);
        run(seed, new SizeClassAllocator(failing, capBytes), 400_000);
    }

    private void run(long seed, BlockAllocator created, long upToBytes) {
        allocator = created;
        maxBytes = upToBytes;
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                // Phases of growing and of emptying, so that slabs are taken and given back.
                step(step / 500 % 2 == 0 ? 50 : 25);
                checkInvariants();
            }
            liveInOrder.forEach(BlockAllocatorModelTest::checkContents);
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + allocator, e);
        } finally {
            allocator.close();
        }
        assertEquals(0, memory.outstanding());
    }

    private void step(int allocatePercent) {
        int choice = random.nextInt(100);
        if (choice < allocatePercent) {
            allocate();
        } else if (choice < 75) {
            free();
        } else if (choice < 79) {
            trim();
        } else if (choice < 98) {
            useDead();
        } else {
            failing.failNext();
        }
    }

    private void allocate() {
        long bytes = 1 + (long) Math.pow(maxBytes - 1, random.nextDouble());
        int alignment = 1 << random.nextInt(7);
        long reservedBytes = allocator.reservedBytes();
        long handle = allocator.tryAllocate(bytes, alignment);
        if (handle == 0) {
            assertEquals(usedBytes(), allocator.usedBytes());
            assertTrue(allocator.reservedBytes() <= reservedBytes);
            return;
        }
        long blockBytes = allocator.usedBytes() - usedBytes(); // without rounding
        Slice slice = allocator.slice(handle);
        long address = slice.addressUnchecked();
        long usableBytes = usableBytes(Math.max(bytes, alignment));
        assertEquals(usableBytes, slice.sizeBytes());
        assertEquals(0, address % alignment);
        assertTrue(blockBytes >= usableBytes && blockBytes - usableBytes < 4096, () -> "blockBytes=" + blockBytes);
        assertTrue(memory.owns(address, blockBytes));
        var below = byAddress.floorEntry(address + blockBytes - 1);
        assertTrue(
                below == null || below.getKey() + below.getValue().usedBytes() <= address,
                "overlaps a live allocation");
        Block block = new Block(handle, slice, address, usableBytes, blockBytes, (byte) random.nextInt());
        slice.fill(block.pattern());
        assertTrue(live.put(handle, block) == null, "given out twice");
        assertTrue(dead.stream().noneMatch(other -> other.handle() == handle), "given out twice");
        byAddress.put(address, block);
        liveInOrder.add(block);
        highWaterBytes = Math.max(highWaterBytes, usedBytes());
    }

    /** The size of the slice for a request. */
    private long usableBytes(long bytes) {
        return maxBytes == 64 ? 64 : bytes > 4096 ? bytes : Math.max(16, Long.highestOneBit(2 * bytes - 1));
    }

    private void free() {
        if (!liveInOrder.isEmpty()) {
            Block block = anyOf(liveInOrder);
            checkContents(block);
            allocator.free(block.handle());
            bury(block);
        }
    }

    private void trim() {
        long before = memory.allocatedBytes();
        long bytes = allocator.trim();
        assertEquals(before - bytes, memory.allocatedBytes());
        // Each remaining allocation from the source has a live block.
        long held = live.values().stream()
                .mapToLong(block -> starts.floor(block.address()))
                .distinct()
                .count();
        assertEquals(held, memory.outstanding());
    }

    private void useDead() {
        if (!dead.isEmpty()) {
            Block block = anyOf(dead);
            assertFalse(allocator.isLive(block.handle()));
            assertThrows(DeadHandleException.class, () -> allocator.free(block.handle()));
            assertThrows(DeadHandleException.class, () -> allocator.slice(block.handle()));
            assertThrows(DeadHandleException.class, () -> block.slice().getByte(0));
        }
    }

    private void bury(Block block) {
        assertNotNull(live.remove(block.handle()));
        byAddress.remove(block.address());
        liveInOrder.remove(block);
        dead.add(block);
    }

    private void checkInvariants() {
        assertEquals(live.size(), allocator.liveBlocks());
        assertEquals(usedBytes(), allocator.usedBytes());
        assertEquals(memory.allocatedBytes(), allocator.reservedBytes());
        assertEquals(highWaterBytes, allocator.highWaterBytes());
        assertTrue(allocator.usedBytes() <= allocator.reservedBytes());
        assertTrue(memory.peakBytes() <= capBytes);
        if (!liveInOrder.isEmpty()) {
            Block block = anyOf(liveInOrder);
            assertTrue(allocator.isLive(block.handle()));
            assertEquals(
                    block.address(), allocator.slice(block.handle()).addressUnchecked(), "blocks stay where they are");
            checkContents(block);
        }
    }

    private long usedBytes() {
        return live.values().stream().mapToLong(Block::usedBytes).sum();
    }

    private Block anyOf(List<Block> blocks) {
        return blocks.get(random.nextInt(blocks.size()));
    }

    private static void checkContents(Block block) {
        for (long offset = 0; offset < block.bytes(); offset += 61) {
            assertEquals(block.pattern(), block.slice().getByte(offset));
        }
        assertEquals(block.pattern(), block.slice().getByte(block.bytes() - 1));
    }
}
