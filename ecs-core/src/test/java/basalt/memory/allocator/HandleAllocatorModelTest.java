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
class HandleAllocatorModelTest {
    private static final int STEPS = 4_000;
    private static final int QUEUE_CAPACITY = 8;

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
    private final List<Long> queued = new ArrayList<>();
    private Random random;
    private long capBytes;
    private long maxBytes;
    private long refusedFrees;
    private long unreportedFrees;
    private long highWaterBytes;
    private HandleAllocator allocator;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAgreeWithModelAsPool(long seed) {
        random = new Random(seed);
        capBytes = seed % 2 == 0 ? Long.MAX_VALUE : 8 * (64 + 4) * (1 + random.nextInt(40));
        run(seed, HandleAllocator.pool(failing, capBytes, QUEUE_CAPACITY), 64);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAgreeWithModelAsSizeClasses(long seed) {
        random = new Random(seed);
        capBytes = seed % 2 == 0 ? Long.MAX_VALUE : 100_000 + random.nextInt(1_500_000);
        run(seed, HandleAllocator.sizeClasses(failing, capBytes, QUEUE_CAPACITY), 400_000);
    }

    private void run(long seed, HandleAllocator created, long upToBytes) {
        allocator = created;
        maxBytes = upToBytes;
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                // Phases of growing and of emptying, so that slabs are taken and given back.
                step(step / 500 % 2 == 0 ? 50 : 25);
                checkInvariants();
            }
            liveInOrder.forEach(HandleAllocatorModelTest::checkContents);
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
        } else if (choice < 88) {
            offer();
        } else if (choice < 92) {
            drain();
        } else if (choice < 94) {
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
        HandleAllocator.Stats before = allocator.stats();
        long handle = allocator.tryAllocate(bytes, alignment);
        if (handle == 0) {
            settleQueue();
            assertEquals(usedBytes(), allocator.stats().usedBytes());
            assertTrue(allocator.stats().reservedBytes() <= before.reservedBytes());
            return;
        }
        HandleAllocator.Stats after = allocator.stats();
        if (after.liveBlocks() != live.size() + 1 || after.refusedFrees() != refusedFrees) {
            settleQueue(); // no block was free, so the allocator has drained the queue
        }
        long blockBytes = after.usedBytes() - usedBytes(); // without rounding
        Slice slice = allocator.slice(handle);
        long address = slice.addressUnchecked();
        long usableBytes = allocator.usableBytes(Math.max(bytes, alignment));
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

    private void free() {
        if (!liveInOrder.isEmpty()) {
            Block block = anyOf(liveInOrder);
            checkContents(block);
            allocator.free(block.handle());
            bury(block);
        }
    }

    /** Frees a block as another thread would; sometimes twice. */
    private void offer() {
        boolean again = random.nextInt(8) == 0 && !dead.isEmpty();
        if (!again && liveInOrder.isEmpty()) {
            return;
        }
        long handle = anyOf(again ? dead : liveInOrder).handle();
        boolean offered = allocator.offerFree(handle);
        assertEquals(queued.size() < QUEUE_CAPACITY, offered);
        if (offered) {
            queued.add(handle);
        }
    }

    private void drain() {
        int freed = settleQueue();
        if (unreportedFrees > 0) {
            var e = assertThrows(DeadHandleException.class, allocator::drain);
            assertTrue(e.getMessage().startsWith(unreportedFrees + " dead handles"), e.getMessage());
            unreportedFrees = 0;
        } else {
            assertEquals(freed, allocator.drain());
        }
    }

    private void trim() {
        settleQueue();
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

    /** Drains the queue in the model, like the allocator; returns the number of freed blocks. */
    private int settleQueue() {
        int freed = 0;
        for (long handle : queued) {
            Block block = live.get(handle);
            if (block != null) {
                bury(block);
                freed++;
            } else {
                refusedFrees++;
                unreportedFrees++;
            }
        }
        queued.clear();
        return freed;
    }

    private void bury(Block block) {
        assertNotNull(live.remove(block.handle()));
        byAddress.remove(block.address());
        liveInOrder.remove(block);
        dead.add(block);
    }

    private void checkInvariants() {
        HandleAllocator.Stats figures = allocator.stats();
        assertEquals(live.size(), figures.liveBlocks());
        assertEquals(usedBytes(), figures.usedBytes());
        assertEquals(memory.allocatedBytes(), figures.reservedBytes());
        assertEquals(highWaterBytes, figures.highWaterBytes());
        assertEquals(refusedFrees, figures.refusedFrees());
        assertTrue(figures.usedBytes() <= figures.reservedBytes());
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
