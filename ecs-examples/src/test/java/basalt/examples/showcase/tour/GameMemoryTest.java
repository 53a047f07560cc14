package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.allocator.ResourceArena;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GameMemoryTest {
    @Test
    void shouldAllocateOnDemand() {
        ObservedMemory machine = ObservedMemory.refusing(1, Long.MAX_VALUE);
        try (GameMemory memory = new GameMemory(machine, true, GameMemory.TEXTURE_BYTES)) {
            assertEquals(0, memory.report().tags().allocatedBytes());
        }
        assertEquals(0, machine.allocations());
    }

    @Test
    void shouldNameAllAllocatorsDifferently() {
        try (GameMemory memory = new GameMemory(MemorySource.direct(), true, GameMemory.TEXTURE_BYTES)) {
            List<String> names = memory.report().allocators().stream()
                    .map(AllocatorSnapshot::name)
                    .toList();
            assertEquals(
                    List.of(
                            "frame",
                            "resources",
                            "scratch",
                            "flow field 0",
                            "flow field 1",
                            "paths",
                            "journals",
                            "voices",
                            "chunks",
                            "textures",
                            "job worker 0",
                            "job worker 1",
                            "notes"),
                    names);
            Set<String> kinds = memory.report().allocators().stream()
                    .map(AllocatorSnapshot::kind)
                    .collect(Collectors.toCollection(HashSet::new));
            assertEquals(8, kinds.size(), "names: " + kinds);
        }
    }

    @Test
    void shouldReportTheStatsOfEachNamedAllocator() {
        try (GameMemory memory = new GameMemory(MemorySource.direct(), true, GameMemory.TEXTURE_BYTES)) {
            memory.world.frame().allocate(1_000, 8);
            long chunk = memory.chunks.reserve(2_000, 0);
            memory.textures.reserve(3_000, 0);
            memory.jobs.start(scratch -> scratch.allocate(4_000, 8)).join();
            assertEquals(1_000, stats(memory, "frame").usedBytes());
            assertEquals(2_000, stats(memory, "chunks").usedBytes());
            assertEquals(1, stats(memory, "chunks").liveAllocations());
            assertEquals(3_000, stats(memory, "textures").usedBytes());
            assertEquals(4_000, stats(memory, "job worker 0").highWaterBytes());
            assertEquals(0, stats(memory, "job worker 1").highWaterBytes());
            memory.chunks.release(chunk);
            assertEquals(0, stats(memory, "chunks").usedBytes());
            assertEquals(2_000, stats(memory, "chunks").highWaterBytes());
        }
    }

    @Test
    void shouldTrimAfterAFrameAboveTheSoftBudget() {
        try (GameMemory memory = new GameMemory(MemorySource.direct(), true, GameMemory.TEXTURE_BYTES)) {
            memory.resources.group("planned for").allocate(3 << 20, 64);
            memory.endFrame();
            ResourceArena.Group group = memory.resources.group("too much");
            group.allocate(2 << 20, 64);
            group.free();
            long reservedBytes = stats(memory, "resources").reservedBytes();
            assertTrue(reservedBytes >= 5 << 20);
            memory.endFrame();
            assertTrue(stats(memory, "resources").reservedBytes() < 5 << 20);

            ResourceArena.Group little = memory.resources.group("planned for, too");
            little.allocate(512 << 10, 64);
            little.free();
            reservedBytes = stats(memory, "resources").reservedBytes();
            assertTrue(reservedBytes > 3 << 20, "has unused memory");
            memory.endFrame();
            assertEquals(reservedBytes, stats(memory, "resources").reservedBytes());
        }
    }

    @Test
    void shouldReportNoMemoryAfterClose() {
        GameMemory memory = new GameMemory(MemorySource.direct(), true, GameMemory.TEXTURE_BYTES);
        memory.resources.group("level").allocate(100, 8);
        memory.close();
        memory.close();
        assertTrue(memory.report().allocators().stream().allMatch(it -> it.usedBytes() == 0));
        assertEquals(0, memory.report().tags().allocatedBytes());
    }

    private static AllocatorSnapshot stats(GameMemory memory, String name) {
        return memory.report().allocators().stream()
                .filter(figures -> figures.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
