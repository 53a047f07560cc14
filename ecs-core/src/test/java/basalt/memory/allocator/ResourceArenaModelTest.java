package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.Soak;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on an arena and its groups against a plain model. The test's name has the seed, a failure the step.
 */
class ResourceArenaModelTest {
    private static final int STEPS = Soak.times(1_500, 4_000);
    private static final int MAX_GROUPS = 12;
    private static final long KIB = 1024;

    /** A live group and its allocations; {@code group} is null for allocations outside groups. */
    private record Owner(ResourceArena.Group group, List<Allocation> allocations) {}

    private record Allocation(Slice slice, byte pattern) {}

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final Owner ungrouped = new Owner(null, new ArrayList<>());
    private final List<Owner> owners = new ArrayList<>(List.of(ungrouped));
    private final TreeMap<Long, Allocation> live = new TreeMap<>();
    private final List<Slice> dead = new ArrayList<>();
    private final List<ResourceArena.Group> deadGroups = new ArrayList<>();
    private Random random;
    private long capBytes;
    private long epoch;
    private long highestUsedBytes;
    private int names;
    private ResourceArena arena;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldAgreeWithModel(long seed) {
        random = new Random(seed);
        capBytes = seed % 2 == 0 ? Long.MAX_VALUE : 100 * KIB + random.nextInt(16 * 1024 * 1024);
        arena = new ResourceArena(failing, "model", capBytes);
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
        live.values().forEach(allocation -> assertFalse(allocation.slice().isLive()));
    }

    private void step() {
        int choice = random.nextInt(1000);
        if (choice < 700) {
            allocate(owners.get(random.nextInt(owners.size())));
        } else if (choice < 800) {
            if (owners.size() <= MAX_GROUPS) {
                owners.add(new Owner(arena.group("group " + names++), new ArrayList<>()));
            }
        } else if (choice < 880) {
            free();
        } else if (choice < 890) {
            clear();
        } else if (choice < 910) {
            arena.trim();
            long lentBytes = arena.reservedBytes();
            assertTrue(lentBytes >= arena.usedBytes());
            assertEquals(0, arena.trim());
        } else if (choice < 970) {
            touchDead();
        } else {
            failing.failNext();
        }
    }

    private void allocate(Owner owner) {
        long bytes = 1 + (long) Math.pow(2, random.nextDouble() * 20);
        int alignment = 1 << random.nextInt(13);
        ResourceArena.Group group = owner.group();
        long usedBytes = arena.usedBytes();
        long groupBytes = group == null ? 0 : group.usedBytes();
        Slice slice = group == null ? arena.tryAllocate(bytes, alignment) : group.tryAllocate(bytes, alignment);
        if (slice == null) {
            assertTrue(capBytes != Long.MAX_VALUE || failing.hasFailed(), "refused without a reason");
            assertEquals(usedBytes, arena.usedBytes());
            return;
        }
        long grownBytes = arena.usedBytes() - usedBytes;
        assertTrue(grownBytes >= bytes && grownBytes < bytes + alignment);
        assertEquals(group == null ? 0 : grownBytes, (group == null ? 0 : group.usedBytes()) - groupBytes);
        long address = slice.addressUnchecked();
        assertEquals(bytes, slice.sizeBytes());
        assertEquals(0, address % alignment);
        assertTrue(memory.owns(address, bytes));
        var below = live.floorEntry(address + bytes - 1);
        assertTrue(
                below == null || below.getKey() + below.getValue().slice().sizeBytes() <= address,
                "overlaps a live allocation");
        Allocation allocation = new Allocation(slice, (byte) random.nextInt());
        write(allocation);
        live.put(address, allocation);
        owner.allocations().add(allocation);
        highestUsedBytes = Math.max(highestUsedBytes, arena.usedBytes());
    }

    private void free() {
        if (owners.size() == 1) {
            return;
        }
        Owner owner = owners.remove(1 + random.nextInt(owners.size() - 1));
        ResourceArena.Group group = owner.group();
        long usedBytes = arena.usedBytes();
        long groupBytes = group.usedBytes();
        drop(owner);
        group.free();
        assertEquals(usedBytes - groupBytes, arena.usedBytes());
        assertEquals(groupBytes, group.highWaterBytes());
        deadGroups.add(group);
    }

    private void clear() {
        for (Iterator<Owner> all = owners.iterator(); all.hasNext(); ) {
            Owner owner = all.next();
            drop(owner);
            if (owner != ungrouped) {
                deadGroups.add(owner.group());
                all.remove();
            }
        }
        arena.clear();
        epoch++;
        assertEquals(0, arena.usedBytes());
    }

    private void drop(Owner owner) {
        for (Allocation allocation : owner.allocations()) {
            check(allocation);
            live.remove(allocation.slice().addressUnchecked());
            dead.add(allocation.slice());
        }
        owner.allocations().clear();
    }

    private void touchDead() {
        if (!dead.isEmpty()) {
            Slice slice = dead.get(random.nextInt(dead.size()));
            assertThrows(IllegalStateException.class, () -> slice.getByte(0));
        }
        if (!deadGroups.isEmpty()) {
            ResourceArena.Group group = deadGroups.get(random.nextInt(deadGroups.size()));
            assertFalse(group.isLive());
            assertEquals(0, group.usedBytes() + group.reservedBytes());
            assertThrows(IllegalStateException.class, () -> group.tryAllocate(8, 8));
            assertThrows(IllegalStateException.class, group::free);
        }
    }

    private void checkInvariants() {
        assertEquals(epoch, arena.epoch());
        assertEquals(memory.allocatedBytes(), arena.reservedBytes());
        assertTrue(memory.peakBytes() <= capBytes);
        assertTrue(arena.usedBytes() <= arena.reservedBytes());
        assertEquals(highestUsedBytes, arena.highWaterBytes());
        checkGroups();
        if (!live.isEmpty()) {
            var any = live.ceilingEntry(
                    live.firstKey() + (long) (random.nextDouble() * (live.lastKey() - live.firstKey())));
            check(any.getValue());
        }
    }

    private void checkGroups() {
        assertEquals(owners.stream().skip(1).map(Owner::group).collect(Collectors.toSet()), Set.copyOf(arena.groups()));
        long usedBytes = 0;
        long reservedBytes = 0;
        for (Owner owner : owners.subList(1, owners.size())) {
            ResourceArena.Group group = owner.group();
            long bytes = sum(owner);
            assertTrue(group.isLive());
            assertTrue(bytes <= group.usedBytes() && group.usedBytes() <= group.reservedBytes());
            usedBytes += group.usedBytes();
            reservedBytes += group.reservedBytes();
        }
        assertTrue(arena.usedBytes() - usedBytes >= sum(ungrouped));
        assertTrue(reservedBytes <= arena.reservedBytes());
    }

    private static long sum(Owner owner) {
        return owner.allocations().stream()
                .mapToLong(allocation -> allocation.slice().sizeBytes())
                .sum();
    }

    private static void write(Allocation allocation) {
        Slice slice = allocation.slice();
        for (long offset = 0; offset < slice.sizeBytes(); offset += 509) {
            slice.putByte(offset, allocation.pattern());
        }
        slice.putByte(slice.sizeBytes() - 1, allocation.pattern());
    }

    private static void check(Allocation allocation) {
        Slice slice = allocation.slice();
        for (long offset = 0; offset < slice.sizeBytes(); offset += 509) {
            assertEquals(allocation.pattern(), slice.getByte(offset));
        }
        assertEquals(allocation.pattern(), slice.getByte(slice.sizeBytes() - 1));
    }
}
