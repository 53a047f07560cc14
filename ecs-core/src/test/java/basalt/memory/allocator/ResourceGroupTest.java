package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.BumpAllocatorContract;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceGroupTest extends BumpAllocatorContract {
    private static final String DEAD_GROUP =
            "resource group \"level-3\" is dead, by its free() or by the arena's clear(): create a new group in"
                    + " resource arena \"world\"";

    private final ResourceArena arena = new ResourceArena(memory, "world", 16 * MIB);
    private final ResourceArena.Group group = arena.group("level-3");

    /** A group that is alone in its arena, so that both have the same figures. */
    @Override
    protected Subject create(MemorySource source, long capBytes) {
        ResourceArena created = new ResourceArena(source, "world", capBytes);
        ResourceArena.Group[] level = {created.group("level-3")};
        return new Subject(created, () -> level[0], () -> {
            level[0].free();
            level[0] = created.group("level-3");
        });
    }

    @Override
    protected String label() {
        return "resource arena \"world\"";
    }

    @Override
    protected String deadMessage() {
        return "slice used after its group in resource arena \"world\" was freed: allocate what must outlive the"
                + " group in the"
                + " arena itself";
    }

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldReturnItsName() {
        assertEquals("level-3", group.name());
    }

    @Test
    void shouldRejectNameOfLivingGroup() {
        assertEquals(
                "resource group \"level-3\" already exists in resource arena \"world\": free it first, or use"
                        + " another name",
                illegalState(() -> arena.group("level-3")));
        assertEquals(List.of(group), arena.groups());
        group.free();
        ResourceArena.Group again = arena.group("level-3");
        assertNotSame(group, again);
        assertTrue(again.isLive());
        assertFalse(group.isLive());
    }

    @Test
    void shouldFreeOnlyItsOwnAllocations() {
        ResourceArena.Group other = arena.group("other");
        Slice ungrouped = arena.allocate(8, 8);
        Slice theirs = other.allocate(8, 8);
        List<Slice> mine = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            mine.add(group.allocate(5000, 64));
            mine.get(i).fill((byte) -1);
            ungrouped.putLong(0, i);
            theirs.putLong(0, -i);
            other.allocate(5000, 64).fill((byte) -2);
        }
        group.free();
        mine.forEach(slice -> assertDead(deadMessage(), slice));
        assertEquals(99, ungrouped.getLong(0));
        assertEquals(-99, theirs.getLong(0));
        assertEquals(8 + other.usedBytes(), arena.usedBytes());
    }

    @Test
    void shouldPassItsChunksToOtherGroups() {
        Slice slice = group.allocate(60 * KIB, 8);
        group.allocate(100 * KIB, 8);
        long address = slice.addressUnchecked();
        long reservedBytes = arena.reservedBytes();
        group.free();
        ResourceArena.Group next = arena.group("next");
        assertEquals(address, next.allocate(60 * KIB, 8).addressUnchecked());
        next.allocate(100 * KIB, 8);
        assertEquals(reservedBytes, arena.reservedBytes());
        assertEquals(2, memory.allocations());
        assertFalse(slice.isLive());
    }

    @Test
    void shouldNotReviveInSlotOfAnotherGroup() {
        Slice slice = group.allocate(8, 8);
        group.free();
        ResourceArena.Group next = arena.group("level-3");
        next.allocate(8, 8);
        assertDead(deadMessage(), slice);
        assertEquals(DEAD_GROUP, illegalState(group::free));
        assertEquals(DEAD_GROUP, illegalState(() -> group.allocate(8, 8)));
        assertTrue(next.isLive());
        assertEquals(8, next.usedBytes());
    }

    @Test
    void shouldRejectUseAfterFree() {
        group.free();
        assertEquals(DEAD_GROUP, illegalState(group::free));
        assertEquals(DEAD_GROUP, illegalState(() -> group.allocate(8, 8)));
        assertEquals(DEAD_GROUP, illegalState(() -> group.tryAllocate(8, 8)));
        assertEquals(0, memory.allocations());
    }

    @Test
    void shouldRejectUseAfterItsArenaWasCleared() {
        group.allocate(8, 8);
        arena.clear();
        assertEquals(DEAD_GROUP, illegalState(group::free));
        assertEquals(DEAD_GROUP, illegalState(() -> group.allocate(8, 8)));
        assertEquals(DEAD_GROUP, illegalState(() -> group.tryAllocate(8, 8)));
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldKeepItsHighWaterMarkWhenDead() {
        group.allocate(1000, 8);
        group.free();
        assertEquals(0, group.usedBytes());
        assertEquals(0, group.reservedBytes());
        assertEquals(1000, group.highWaterBytes());
    }

    @Test
    void shouldShowItsStats() {
        group.allocate(100, 8);
        assertEquals(
                "ResourceArena.Group[name=level-3, usedBytes=100, reservedBytes=65536, highWaterBytes=100, live=true]",
                group.toString());
        group.free();
        assertEquals(
                "ResourceArena.Group[name=level-3, usedBytes=0, reservedBytes=0, highWaterBytes=100, live=false]",
                group.toString());
    }
}
