package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.allocator.ResourceArena;
import java.util.List;
import org.junit.jupiter.api.Test;

class GameMemoryTest {
    @Test
    void shouldAllocateOnDemand() {
        ObservedMemory machine = ObservedMemory.refusing(1, Long.MAX_VALUE);
        try (GameMemory memory = TestMemory.guarded(machine)) {
            assertEquals(0, memory.report().tags().allocatedBytes());
        }
        assertEquals(0, machine.allocations());
    }

    @Test
    void shouldReportEachAllocatorByKindOrName() {
        try (GameMemory memory = TestMemory.guarded(MemorySource.direct())) {
            memory.world.frame().allocate(1_000, 8);
            memory.chunks.reserve(2_000, 0);
            assertEquals(1_000, stats(memory, "frame arena").usedBytes());
            assertEquals(2_000, stats(memory, "streaming arena").usedBytes());
            List<AllocatorSnapshot> all = memory.report().allocators();
            assertEquals(10, all.size(), all::toString);
            assertEquals(
                    10, all.stream().map(it -> it.kind() + it.name()).distinct().count(), all::toString);
        }
    }

    @Test
    void shouldTrimAfterAFrameAboveTheSoftBudget() {
        try (GameMemory memory = TestMemory.guarded(MemorySource.direct())) {
            memory.resources.group("planned for").allocate(3 << 20, 64);
            memory.endFrame();
            ResourceArena.Group group = memory.resources.group("too much");
            group.allocate(2 << 20, 64);
            group.free();
            long reservedBytes = stats(memory, "resource arena").reservedBytes();
            assertTrue(reservedBytes >= 5 << 20);
            memory.endFrame();
            assertTrue(stats(memory, "resource arena").reservedBytes() < 5 << 20);

            ResourceArena.Group little = memory.resources.group("planned for, too");
            little.allocate(512 << 10, 64);
            little.free();
            reservedBytes = stats(memory, "resource arena").reservedBytes();
            assertTrue(reservedBytes > 3 << 20, "has unused memory");
            memory.endFrame();
            assertEquals(reservedBytes, stats(memory, "resource arena").reservedBytes());
        }
    }

    @Test
    void shouldReportNoMemoryAfterClose() {
        GameMemory memory = TestMemory.guarded(MemorySource.direct());
        memory.resources.group("level").allocate(100, 8);
        memory.close();
        memory.close();
        assertTrue(memory.report().allocators().stream().allMatch(it -> it.usedBytes() == 0));
        assertEquals(0, memory.report().tags().allocatedBytes());
    }

    private static AllocatorSnapshot stats(GameMemory memory, String kind) {
        return memory.report().allocators().stream()
                .filter(figures -> figures.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
