package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Rare;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldBuilderTest {
    @Test
    void shouldTakeAllMemoryFromTheGivenSourceAndGiveItBack() {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        long outside = MemorySource.direct().allocatedBytes();
        try (World world = World.builder().memory(memory).build()) {
            assertEquals(0, memory.allocations(), "an empty world needs none");
            world.template().with(new Rare(1, "x")).build().spawn(BlockLayout.ROWS + 1);
            world.query().all(Rare.TYPE).build().count();
            assertEquals(memory.allocatedBytes(), MemorySource.direct().allocatedBytes() - outside);
            assertEquals(3, memory.outstanding(), "two blocks, a chunk of the frame");
            WorldStatistics.Memory told = world.statistics().memory();
            assertEquals(memory.allocatedBytes(), told.totalBytes());
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldLimitTheFrameArena() {
        try (World world = World.builder().frameCapBytes(4096).build()) {
            assertThrows(NativeMemoryException.class, () -> world.frame().allocate(5000, 8));
            world.frame().allocate(1000, 8);
            assertTrue(world.frame().reservedBytes() <= 4096);
            world.frame().reset();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectACapThatIsNotPositive(long cap) {
        var rejection = assertThrows(
                IllegalArgumentException.class, () -> World.builder().frameCapBytes(cap));

        assertEquals("frameCapBytes must be > 0: frameCapBytes=" + cap, rejection.getMessage());
    }

    @Test
    void shouldRejectNullSource() {
        assertThrows(IllegalArgumentException.class, () -> World.builder().memory(null));
    }

    @Test
    void shouldMakeIndependentWorlds() {
        FailingMemory memory = new FailingMemory(MemorySource.direct());
        WorldBuilder builder = World.builder().memory(memory);
        try (World one = builder.build();
                World two = builder.build()) {
            long entity = one.spawn();
            memory.failNext();
            assertThrows(NativeMemoryException.class, two::spawn);
            assertTrue(one.isAlive(entity));
            assertEquals(0, two.entityCount());
            assertNotEquals(one.frame(), two.frame());
        }
    }
}
