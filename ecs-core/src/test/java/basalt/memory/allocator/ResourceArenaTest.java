package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.BumpAllocatorContract;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arena as a whole, and allocations outside groups. */
class ResourceArenaTest extends BumpAllocatorContract {
    private final ResourceArena arena = new ResourceArena(memory, "world", 16 * MIB);

    @Override
    protected Subject create(MemorySource source, long capBytes) {
        ResourceArena created = new ResourceArena(source, "world", capBytes);
        return new Subject(created, () -> created, created::clear);
    }

    @Override
    protected String label() {
        return "resource arena \"world\"";
    }

    @Override
    protected String deadMessage() {
        return "slice used after resource arena \"world\" was cleared: it is in epoch 1 now; copy what must live"
                + " longer";
    }

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldReturnItsName() {
        assertEquals("world", arena.name());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t\n"})
    void shouldRejectBlankNames(String name) {
        String message = "name must not be null or blank: name=" + (name == null ? "null" : "\"" + name + "\"");
        assertEquals(message, illegalArgument(() -> new ResourceArena(memory, name, MIB)));
        assertEquals(message, illegalArgument(() -> arena.group(name)));
        assertEquals(List.of(), arena.groups());
    }

    @Test
    void shouldCountEpochs() {
        assertEquals(0, arena.epoch());
        arena.clear();
        arena.clear();
        assertEquals(2, arena.epoch());
    }

    @Test
    void shouldFreeAllGroupsWhenCleared() {
        ResourceArena.Group first = arena.group("first");
        ResourceArena.Group second = arena.group("second");
        List<Slice> slices = List.of(arena.allocate(8, 8), first.allocate(100_000, 8), second.allocate(8, 8));
        long reservedBytes = arena.reservedBytes();

        arena.clear();

        slices.forEach(slice -> assertDead(deadMessage(), slice));
        assertFalse(first.isLive());
        assertFalse(second.isLive());
        assertEquals(List.of(), arena.groups());
        assertEquals(0, arena.usedBytes());
        assertEquals(0, first.usedBytes() + first.reservedBytes());
        assertEquals(reservedBytes, arena.reservedBytes());
        assertEquals(0, memory.frees());
    }

    @Test
    void shouldSumItsGroups() {
        ResourceArena.Group first = arena.group("first");
        ResourceArena.Group second = arena.group("second");
        arena.allocate(100, 1);
        first.allocate(2000, 1);
        second.allocate(70_000, 1);
        assertEquals(72_100, arena.usedBytes());
        assertEquals(2000, first.usedBytes());
        assertEquals(70_000, second.usedBytes());
        assertEquals(64 * KIB, first.reservedBytes());
        assertEquals(72 * KIB, second.reservedBytes());
        assertEquals(200 * KIB, arena.reservedBytes());

        second.free();
        first.allocate(1000, 1);

        assertEquals(3100, arena.usedBytes());
        assertEquals(72_100, arena.highWaterBytes());
        assertEquals(200 * KIB, arena.reservedBytes());
    }

    @Test
    void shouldListLivingGroups() {
        ResourceArena.Group first = arena.group("first");
        ResourceArena.Group second = arena.group("second");
        List<ResourceArena.Group> before = arena.groups();
        first.free();
        assertEquals(List.of(first, second), before);
        assertEquals(List.of(second), arena.groups());
    }

    @Test
    void shouldHaveManyGroupsAtOnce() {
        List<ResourceArena.Group> groups = new ArrayList<>();
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            groups.add(arena.group("group " + i));
            slices.add(groups.get(i).allocate(8, 8));
            slices.get(i).putLong(0, i);
        }
        for (int i = 0; i < 100; i += 2) {
            groups.get(i).free();
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(i % 2 == 1, slices.get(i).isLive());
            if (i % 2 == 1) {
                assertEquals(i, slices.get(i).getLong(0));
            }
        }
        assertEquals(50, arena.groups().size());
        assertEquals(400, arena.usedBytes());
    }

    @Test
    void shouldTrimChunksThatNoGroupUses() {
        ResourceArena.Group kept = arena.group("kept");
        ResourceArena.Group freed = arena.group("freed");
        Slice slice = kept.allocate(8, 8);
        slice.putLong(0, 42);
        freed.allocate(3 * MIB, 8);
        assertEquals(0, arena.trim());
        freed.free();
        assertEquals(3 * MIB, arena.trim());
        assertEquals(64 * KIB, arena.reservedBytes());
        assertEquals(64 * KIB, memory.allocatedBytes());
        assertEquals(42, slice.getLong(0));
        arena.allocate(8, 8).putLong(0, 1);
        assertEquals(42, slice.getLong(0));
    }

    @Test
    void shouldShareOneCapAmongGroups() {
        ResourceArena.Group first = arena.group("first");
        ResourceArena.Group second = arena.group("second");
        first.allocate(10 * MIB, 8);
        String message = "resource arena \"world\" is at its cap of 16777216 bytes: requestedBytes=7340032,"
                + " allocatedBytes=10485760";
        for (Runnable request :
                List.<Runnable>of(() -> second.allocate(7 * MIB, 8), () -> arena.allocate(7 * MIB, 8))) {
            assertEquals(
                    message,
                    assertThrows(NativeMemoryException.class, request::run).getMessage());
        }
        first.free();
        second.allocate(4 * MIB, 8);
        arena.allocate(12 * MIB, 8);
        assertEquals(16 * MIB, arena.reservedBytes());
        assertTrue(memory.peakBytes() <= 16 * MIB);
    }

    @Test
    void shouldNotGiveALargeChunkToASmallGroup() {
        ResourceArena.Group large = arena.group("large");
        long address = large.allocate(8 * MIB, 8).addressUnchecked();
        large.free();
        ResourceArena.Group small = arena.group("small");
        small.allocate(8, 8);
        assertEquals(64 * KIB, small.reservedBytes());
        ResourceArena.Group middle = arena.group("middle");
        assertEquals(address, middle.allocate(5 * MIB, 8).addressUnchecked());
        assertEquals(8 * MIB + 64 * KIB, arena.reservedBytes());
    }

    @Test
    void shouldCheckItsOtherOperations() {
        List<String> messages = new ArrayList<>();
        onOtherThread(List.of(arena::trim, () -> arena.group("stolen"), arena::groups), messages);
        assertEquals(List.of(wrongThreadMessage(), wrongThreadMessage(), wrongThreadMessage()), messages);
        arena.close();
        String message = label() + " is closed: create a new one";
        assertEquals(message, illegalState(arena::trim));
        assertEquals(message, illegalState(() -> arena.group("late")));
        assertEquals(List.of(), arena.groups());
        assertEquals(0, arena.epoch());
    }

    @Test
    void shouldShowItsStats() {
        arena.group("g").allocate(100, 8);
        assertEquals(
                "ResourceArena[name=world, epoch=0, usedBytes=100, reservedBytes=65536, highWaterBytes=100]",
                arena.toString());
        arena.clear();
        arena.close();
        assertEquals(
                "ResourceArena[name=world, epoch=1, usedBytes=0, reservedBytes=0, highWaterBytes=100, closed]",
                arena.toString());
    }
}
