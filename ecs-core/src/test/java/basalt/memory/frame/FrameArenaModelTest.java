package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.Soak;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations against a plain model. The test's name has the seed, a failure the step. */
class FrameArenaModelTest {
    private static final int STEPS = Soak.times(1_500, 4_000);
    private static final long KIB = 1024;

    /** An open scope or mark with its allocations. {@code scope} is null for a mark. */
    private record Level(MemoryScope scope, long mark, long usedBytes, List<Allocation> allocations) {}

    private record Allocation(Slice slice, long address, long bytes, byte pattern) {}

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory).stubborn();
    private final Deque<Level> levels = new ArrayDeque<>();
    private final TreeMap<Long, Allocation> live = new TreeMap<>();
    private final List<Allocation> dead = new ArrayList<>();
    private Random random;
    private long capBytes;
    private FrameArena arena;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldAgreeWithModel(long seed) {
        random = new Random(seed);
        capBytes = seed % 2 == 0 ? Long.MAX_VALUE : 100 * KIB + random.nextInt(8 * 1024 * 1024);
        arena = new FrameArena(failing, capBytes);
        levels.push(new Level(null, 0, 0, new ArrayList<>()));
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                step();
                checkInvariants();
            }
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + arena, e);
        } finally {
            arena.close();
        }
        assertEquals(0, memory.outstanding());
    }

    private void step() {
        int choice = random.nextInt(100);
        if (choice < 60) {
            allocate();
        } else if (choice < 75) {
            long usedBytes = arena.usedBytes();
            MemoryScope scope = random.nextBoolean() ? arena.open() : null;
            levels.push(new Level(scope, scope == null ? arena.mark() : 0, usedBytes, new ArrayList<>()));
        } else if (choice < 90) {
            end();
        } else if (choice < 93) {
            resetOrBeTold();
        } else if (choice < 96) {
            touchDead();
        } else if (choice < 98) {
            failing.failNext();
        } else {
            while (levels.size() > 1) {
                end();
            }
            resetOrBeTold();
        }
    }

    private void allocate() {
        long bytes = 1 + (long) Math.pow(2, random.nextDouble() * 21);
        int alignment = 1 << random.nextInt(13);
        long usedBytes = arena.usedBytes();
        long reservedBytes = arena.reservedBytes();
        Slice slice = arena.tryAllocate(bytes, alignment);
        if (slice == null) {
            assertEquals(usedBytes, arena.usedBytes());
            assertTrue(arena.reservedBytes() <= reservedBytes);
            return;
        }
        UnsafeBuffer buffer = new UnsafeBuffer();
        slice.wrapUnchecked(buffer);
        long address = buffer.addressOffset();
        assertEquals(0, address % alignment);
        assertTrue(memory.owns(address, bytes));
        var below = live.floorEntry(address + bytes - 1);
        assertTrue(below == null || below.getKey() + below.getValue().bytes() <= address, "overlaps a live allocation");
        Allocation allocation = new Allocation(slice, address, bytes, (byte) random.nextInt());
        write(allocation);
        live.put(address, allocation);
        levels.peek().allocations().add(allocation);
    }

    private void end() {
        if (levels.size() == 1) {
            return;
        }
        Level level = levels.pop();
        if (level.scope() == null && random.nextInt(3) == 0) {
            levels.peek().allocations().addAll(level.allocations());
            arena.keep(level.mark());
            return;
        }
        drop(level);
        if (level.scope() != null) {
            level.scope().close();
        } else {
            arena.release(level.mark());
        }
        assertEquals(level.usedBytes(), arena.usedBytes());
    }

    private void resetOrBeTold() {
        if (levels.size() > 1) {
            assertThrows(IllegalStateException.class, arena::reset);
            return;
        }
        drop(levels.peek());
        arena.reset();
        assertEquals(0, arena.usedBytes());
    }

    private void drop(Level level) {
        for (Allocation allocation : level.allocations()) {
            check(allocation);
            live.remove(allocation.address());
            dead.add(allocation);
        }
        level.allocations().clear();
    }

    private void touchDead() {
        if (!dead.isEmpty()) {
            Slice slice = dead.get(random.nextInt(dead.size())).slice();
            assertThrows(IllegalStateException.class, () -> slice.getByte(0));
        }
    }

    private void checkInvariants() {
        long bytes = live.values().stream().mapToLong(Allocation::bytes).sum();
        assertTrue(arena.usedBytes() >= bytes);
        assertTrue(arena.usedBytes() <= arena.reservedBytes());
        assertTrue(arena.highWaterBytes() >= arena.usedBytes());
        assertEquals(memory.allocatedBytes(), arena.reservedBytes());
        assertTrue(memory.peakBytes() <= capBytes);
        if (!live.isEmpty()) {
            var any = live.ceilingEntry(
                    live.firstKey() + (long) (random.nextDouble() * (live.lastKey() - live.firstKey())));
            check(any.getValue());
        }
    }

    private static void write(Allocation allocation) {
        for (long offset = 0; offset < allocation.bytes(); offset += 509) {
            allocation.slice().putByte(offset, allocation.pattern());
        }
        allocation.slice().putByte(allocation.bytes() - 1, allocation.pattern());
    }

    private static void check(Allocation allocation) {
        for (long offset = 0; offset < allocation.bytes(); offset += 509) {
            assertEquals(allocation.pattern(), allocation.slice().getByte(offset));
        }
        assertEquals(allocation.pattern(), allocation.slice().getByte(allocation.bytes() - 1));
    }
}
