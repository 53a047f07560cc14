package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.DeadHandleException;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.Soak;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations against a plain model. The test's name has the seed, a failure the step. */
class HeapModelTest {
    private static final int STEPS = Soak.times(800, 2_000);
    private static final int PAGE = 4096;

    /** A block, its last seen address, and the seed of its contents. */
    private static final class Block {
        long handle;
        long bytes;
        int alignment;
        int pattern;
        int pins;
        Slice slice;

        /** Rounding included. */
        long usedBytes;

        /** With its own region. */
        boolean apart;

        long end() {
            return slice.addressUnchecked() + usedBytes;
        }

        byte byteAt(long offset) {
            return (byte) (pattern + offset * 31);
        }
    }

    /** Records the regions. */
    private static final class Regions implements MemorySource {
        private final TreeMap<Long, Long> bytesByAddress = new TreeMap<>();

        @Override
        public long allocate(long bytes, int alignment) {
            long address = MemorySource.direct().allocate(bytes, alignment);
            bytesByAddress.put(address, bytes);
            return address;
        }

        @Override
        public void free(long address, long bytes) {
            assertEquals(bytes, bytesByAddress.remove(address));
            MemorySource.direct().free(address, bytes);
        }

        @Override
        public long allocatedBytes() {
            return bytesByAddress.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final Regions regions = new Regions();
    private final FailingMemory failing = new FailingMemory(regions);
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block> dead = new ArrayList<>();
    private final TreeMap<Long, Long> holes = new TreeMap<>(); // bytes by address, in the model
    private Random random;
    private long regionBytes;
    private long capBytes;
    private long usedBytes;
    private long highWaterBytes;
    private Heap heap;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldAgreeWithModel(long seed) {
        random = new Random(seed);
        regionBytes = PAGE * (1L + random.nextInt(16));
        capBytes = regionBytes * (1 + random.nextInt(6)) + random.nextInt(PAGE);
        heap = new Heap(failing, regionBytes, capBytes);
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                step(step);
                checkInvariants();
            }
            freeEverything();
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + heap, e);
        } finally {
            heap.close();
        }
        assertEquals(0, regions.allocatedBytes());
    }

    private void step(int step) {
        // Alternates between growing and shrinking, so that it is full and empty in turn.
        boolean growing = step / 500 % 2 == 0;
        int choice = random.nextInt(100);
        if (choice < (growing ? 55 : 25)) {
            allocate();
        } else if (choice < 72) {
            freeOrBeTold();
        } else if (choice < 80) {
            resize();
        } else if (choice < 85) {
            pin();
        } else if (choice < 91) {
            unpinOrBeTold();
        } else if (choice < 96) {
            defragment();
        } else if (choice < 98) {
            touchDead();
        } else {
            failing.failNext();
        }
    }

    private void allocate() {
        Block block = new Block();
        boolean large = random.nextInt(12) == 0;
        block.bytes = large
                ? regionBytes + 1 + random.nextInt(3 * (int) regionBytes)
                : 1 + (long) Math.pow(2, random.nextDouble() * 14);
        block.alignment = random.nextInt(3) > 0 ? 16 : 1 << random.nextInt(13);
        block.pattern = random.nextInt(256);
        block.usedBytes = (block.bytes + 15) / 16 * 16;
        Map.Entry<Long, Long> tightest = tightest(block.usedBytes, block.alignment);
        if (tightest == null) {
            allocateMore(block);
        } else {
            allocateIn(tightest.getValue(), block);
        }
        if (block.handle != 0) {
            write(block);
            blocks.add(block);
            usedBytes += block.usedBytes;
            highWaterBytes = Math.max(highWaterBytes, usedBytes);
        }
    }

    private void allocateIn(long tightestBytes, Block block) {
        long reservedBytes = heap.reservedBytes();
        block.handle = heap.tryAllocate(block.bytes, block.alignment);
        assertNotEquals(0, block.handle, "there was a hole");
        assertEquals(reservedBytes, heap.reservedBytes(), "it grows only if there is no hole");
        block.slice = heap.slice(block.handle);
        var hole = holes.floorEntry(block.slice.addressUnchecked());
        assertTrue(block.end() <= hole.getKey() + hole.getValue(), "outside of what was free");
    }

    /** Allocates without a hole that fits. */
    private void allocateMore(Block block) {
        long ownBytes = (block.bytes + PAGE - 1) / PAGE * PAGE;
        boolean mayStandApart = block.bytes >= PAGE && ownBytes != regionBytes;
        long leastBytes = mayStandApart ? ownBytes : regionBytes;
        long emptyBytes = emptyRegions() * regionBytes;
        long reservedBytes = heap.reservedBytes();
        boolean shortOfRoom = reservedBytes + leastBytes > capBytes;
        long requests = failing.allocations();
        block.handle = heap.tryAllocate(block.bytes, block.alignment);
        long requested = failing.allocations() - requests;
        if (block.handle == 0) {
            assertEquals(reservedBytes - emptyBytes, heap.reservedBytes());
            assertTrue(requested == 1 || reservedBytes - emptyBytes + leastBytes > capBytes, "it could grow");
            assertTrue(requested == 0 || emptyBytes == 0 || shortOfRoom, "it could give back regions and try again");
            return;
        }
        block.slice = heap.slice(block.handle);
        Long takenBytes = regions.bytesByAddress.get(block.slice.addressUnchecked());
        block.apart = mayStandApart && ownBytes == takenBytes;
        boolean roomForRegion = reservedBytes + regionBytes <= capBytes;
        if (block.apart) {
            block.usedBytes = ownBytes;
            assertTrue(block.bytes > regionBytes || !roomForRegion || requested == 2, "it could share a region");
        } else {
            assertEquals(regionBytes, takenBytes);
            assertTrue(roomForRegion);
        }
        boolean gaveBack = shortOfRoom || requested == 2;
        assertEquals(reservedBytes - (gaveBack ? emptyBytes : 0) + takenBytes, heap.reservedBytes());
    }

    /** The smallest hole that fits a block, or null. */
    private Map.Entry<Long, Long> tightest(long bytes, int alignment) {
        Map.Entry<Long, Long> best = null;
        for (var hole : holes.entrySet()) {
            long gap = Math.floorMod(-hole.getKey(), (long) alignment);
            if (hole.getValue() - gap >= bytes && (best == null || hole.getValue() < best.getValue())) {
                best = hole;
            }
        }
        return best;
    }

    private void freeOrBeTold() {
        if (blocks.isEmpty()) {
            return;
        }
        int i = random.nextInt(blocks.size());
        Block block = blocks.get(i);
        if (block.pins > 0) {
            assertThrows(IllegalStateException.class, () -> heap.free(block.handle));
            return;
        }
        free(i);
    }

    private void free(int i) {
        Block block = blocks.remove(i);
        long reservedBytes = heap.reservedBytes();
        heap.free(block.handle);
        usedBytes -= block.usedBytes;
        assertEquals(reservedBytes - (block.apart ? block.usedBytes : 0), heap.reservedBytes());
        dead.add(block);
    }

    private void resize() {
        if (blocks.isEmpty()) {
            return;
        }
        Block block = blocks.get(random.nextInt(blocks.size()));
        long bytes = random.nextBoolean()
                ? 1 + random.nextInt((int) block.bytes * 2)
                : 1 + (long) Math.pow(2, random.nextDouble() * 17);
        long roundedBytes = block.apart ? (bytes + PAGE - 1) / PAGE * PAGE : (bytes + 15) / 16 * 16;
        long holeBytes = block.apart ? 0 : holes.getOrDefault(block.end(), 0L);
        boolean sameRegion = holeBytes > 0 && !regions.bytesByAddress.containsKey(block.end());
        boolean inPlace = block.apart
                ? roundedBytes == block.usedBytes
                : roundedBytes <= block.usedBytes + (sameRegion ? holeBytes : 0);
        if (block.pins > 0 && (bytes < block.bytes || bytes > block.bytes && !inPlace)) {
            assertThrows(IllegalStateException.class, () -> heap.resize(block.handle, bytes));
            return;
        }
        Slice before = block.slice;
        long usedBefore = block.usedBytes;
        long bytesBefore = block.bytes;
        boolean done = resize(block.handle, bytes);
        block.slice = heap.slice(block.handle);
        boolean moved = block.slice.addressUnchecked() != before.addressUnchecked();
        assertEquals(done && (moved || bytes < bytesBefore), !before.isLive());
        if (!done) {
            assertFalse(inPlace);
            assertEquals(null, tightest((bytes + 15) / 16 * 16, block.alignment), "there was a hole");
            assertEquals(bytesBefore, heap.sizeBytes(block.handle));
            return;
        }
        assertEquals(!inPlace && bytes != bytesBefore, moved);
        if (moved) {
            boolean canShare = bytes <= regionBytes && bytes < PAGE;
            long ownBytes = (bytes + PAGE - 1) / PAGE * PAGE;
            Long takenBytes = regions.bytesByAddress.get(block.slice.addressUnchecked());
            // A region of exactly its size is its own, unless it has the size of a shared region.
            block.apart = !canShare && takenBytes != null && takenBytes == ownBytes && ownBytes != regionBytes;
            roundedBytes = block.apart ? ownBytes : (bytes + 15) / 16 * 16;
            highWaterBytes = Math.max(highWaterBytes, usedBytes + roundedBytes);
        }
        block.usedBytes = bytes == bytesBefore ? usedBefore : roundedBytes;
        usedBytes += block.usedBytes - usedBefore;
        highWaterBytes = Math.max(highWaterBytes, usedBytes);
        block.bytes = bytes;
        checkContents(block, Math.min(bytes, bytesBefore));
        write(block);
    }

    private boolean resize(long handle, long bytes) {
        try {
            heap.resize(handle, bytes);
            return true;
        } catch (NativeMemoryException e) {
            return false;
        }
    }

    private void pin() {
        if (!blocks.isEmpty()) {
            Block block = blocks.get(random.nextInt(blocks.size()));
            heap.pin(block.handle);
            block.pins++;
        }
    }

    private void unpinOrBeTold() {
        for (Block block : blocks) {
            if (block.pins > 0) {
                heap.unpin(block.handle);
                block.pins--;
                return;
            }
        }
    }

    private void defragment() {
        if (random.nextInt(4) == 0) {
            assertEquals(emptyRegions() * regionBytes, heap.trim());
            assertEquals(0, emptyRegions(), "an empty region was kept");
            return;
        }
        long budgetBytes = random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(1 << 15);
        double before = heap.fragmentation();
        long reservedBytes = heap.reservedBytes();
        Heap.Defragmentation done = heap.defragmentBytes(budgetBytes);
        assertEquals(before, done.fragmentationBefore());
        assertTrue(done.fragmentationAfter() <= before, done::toString);
        assertEquals(reservedBytes - heap.reservedBytes(), done.returnedBytes());
        assertTrue(done.movedBytes() < budgetBytes || done.movedBytes() - budgetBytes < regionBytes);
        assertTrue(budgetBytes < Long.MAX_VALUE || done.finished());
        for (Block block : blocks) {
            Slice now = heap.slice(block.handle);
            if (now.addressUnchecked() != block.slice.addressUnchecked()) {
                assertEquals(0, block.pins, "a pinned block has moved");
                assertFalse(block.apart, "a block has left its own region");
                assertFalse(block.slice.isLive(), "a slice has outlived the move of its block");
                assertThrows(IllegalStateException.class, () -> block.slice.getByte(0));
            } else if (block.pins > 0 || block.apart) {
                assertTrue(block.slice.isLive());
            }
            block.slice = now;
        }
        assertEquals(0, emptyRegions(), "an empty region was kept");
    }

    private long emptyRegions() {
        return regions.bytesByAddress.keySet().stream()
                .filter(region -> blocks.stream()
                        .noneMatch(b -> b.slice.addressUnchecked() >= region
                                && b.slice.addressUnchecked() < region + regionBytes))
                .count();
    }

    private void touchDead() {
        if (!dead.isEmpty()) {
            Block block = dead.get(random.nextInt(dead.size()));
            assertFalse(heap.isLive(block.handle));
            assertFalse(block.slice.isLive());
            assertThrows(DeadHandleException.class, () -> heap.free(block.handle));
            assertThrows(DeadHandleException.class, () -> heap.slice(block.handle));
        }
    }

    private void checkInvariants() {
        holes.clear();
        holes.putAll(regions.bytesByAddress);
        for (Block block : blocks) {
            assertTrue(heap.isLive(block.handle));
            assertEquals(block.bytes, heap.sizeBytes(block.handle));
            assertTrue(block.slice.isLive());
            assertEquals(0, block.slice.addressUnchecked() % block.alignment);
            check(block);
            cut(block);
        }
        assertEquals(usedBytes, heap.usedBytes());
        assertEquals(highWaterBytes, heap.highWaterBytes());
        assertEquals(regions.allocatedBytes(), heap.reservedBytes());
        assertTrue(heap.reservedBytes() <= capBytes);
        assertEquals(blocks.size(), heap.liveBlocks());
        long freeBytes = holes.values().stream().mapToLong(Long::longValue).sum();
        long largestBytes =
                holes.values().stream().mapToLong(Long::longValue).max().orElse(0);
        assertEquals(freeBytes, heap.freeBytes());
        assertEquals(largestBytes, heap.largestFreeBytes());
        assertEquals(freeBytes == 0 ? 0 : 1 - (double) largestBytes / freeBytes, heap.fragmentation());
    }

    /** Takes a block from the model's free space, which must contain all of its bytes. */
    private void cut(Block block) {
        var hole = holes.floorEntry(block.slice.addressUnchecked());
        assertNotEquals(null, hole);
        long end = hole.getKey() + hole.getValue();
        assertTrue(block.end() <= end, "overlaps another block, or leaves its region");
        holes.remove(hole.getKey());
        if (block.slice.addressUnchecked() > hole.getKey()) {
            holes.put(hole.getKey(), block.slice.addressUnchecked() - hole.getKey());
        }
        if (block.end() < end) {
            holes.put(block.end(), end - block.end());
        }
    }

    private void freeEverything() {
        for (Block block : blocks) {
            while (block.pins > 0) {
                heap.unpin(block.handle);
                block.pins--;
            }
        }
        while (!blocks.isEmpty()) {
            free(random.nextInt(blocks.size()));
            checkInvariants();
        }
        assertEquals(0, heap.usedBytes());
        for (long bytes = heap.reservedBytes(); bytes > 0; bytes -= regionBytes) {
            assertNotEquals(0, heap.tryAllocate(regionBytes, 16), "each region is one hole");
        }
    }

    private static void write(Block block) {
        for (long offset = 0; offset < block.bytes; offset += 61) {
            block.slice.putByte(offset, block.byteAt(offset));
        }
        block.slice.putByte(block.bytes - 1, block.byteAt(block.bytes - 1));
    }

    private static void checkContents(Block block, long bytes) {
        for (long offset = 0; offset < bytes; offset += 61) {
            assertEquals(block.byteAt(offset), block.slice.getByte(offset));
        }
    }

    private static void check(Block block) {
        checkContents(block, block.bytes);
        assertEquals(block.byteAt(block.bytes - 1), block.slice.getByte(block.bytes - 1));
    }
}
