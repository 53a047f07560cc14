package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTrackerTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final MemoryTracker tracker = new MemoryTracker(failing);

    @Test
    void shouldFindTheSameTagByItsPath() {
        MemoryTag tag = tracker.tag("ai/pathfinding");

        assertSame(tag, tracker.tag("ai/pathfinding"));
        assertNotSame(tag, tracker.tag("ai"));
        assertEquals("ai/pathfinding", tag.path());
        assertEquals("", tracker.root().path());
        assertEquals(
                List.of("ai"),
                tracker.snapshot().children().stream().map(MemorySnapshot::path).toList());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "/", "a/", "/a", "a//b"})
    void shouldRejectPathsWithoutNames(String path) {
        assertThrows(IllegalArgumentException.class, () -> tracker.tag(path));
    }

    @Test
    void shouldRejectMissingSourceAndListener() {
        assertThrows(IllegalArgumentException.class, () -> new MemoryTracker(null));
        assertThrows(IllegalArgumentException.class, () -> tracker.onPressure(null));
    }

    @Test
    void shouldRejectFreeOfMoreThanATagHas() {
        long address = tracker.tag("a").allocate(64, 8);

        assertThrows(IllegalArgumentException.class, () -> tracker.tag("b").free(address, 64));
        assertThrows(IllegalArgumentException.class, () -> tracker.tag("a").free(address, 65));
        assertThrows(IllegalArgumentException.class, () -> tracker.tag("a").free(address, 0));
        assertEquals(64, tracker.tag("a").allocatedBytes());

        tracker.tag("a").free(address, 64);
        assertThrows(IllegalArgumentException.class, () -> tracker.tag("a").free(address, 64));
    }

    @Test
    void shouldServeAnArenaAndRefuseItBeyondItsBudget() {
        MemoryTag tag = tracker.tag("frame").budget(64 * 1024, 200 * 1024);
        try (FrameArena arena = new FrameArena(tag)) {
            arena.allocate(1000, 8);
            assertEquals(arena.reservedBytes(), tag.allocatedBytes());
            assertThrows(NativeMemoryException.class, () -> arena.allocate(1 << 20, 8));
            assertEquals(1000, arena.usedBytes());
            assertTrue(tag.allocatedBytes() <= 200 * 1024);
        }
        assertEquals(0, tag.allocatedBytes());
        assertEquals(1, tracker.snapshot().find("frame").orElseThrow().denials());
    }

    @Test
    void shouldRenderASnapshotAsJson() {
        tracker.tag("a\"\\\u0001/ü").budget(10, Long.MAX_VALUE);
        long address = tracker.tag("a\"\\\u0001/ü").allocate(11, 1);

        assertEquals(
                "{\"path\":\"\",\"allocatedBytes\":11,\"peakBytes\":11,\"liveAllocations\":1,\"allocations\":1,"
                        + "\"softBytes\":null,\"hardBytes\":null,"
                        + "\"policy\":\"FAIL\",\"softCrossings\":0,\"denials\":0,\"overruns\":0,"
                        + "\"promotions\":0,\"promotedBytes\":0,\"children\":["
                        + "{\"path\":\"a\\\"\\\\\\u0001\",\"allocatedBytes\":11,\"peakBytes\":11,"
                        + "\"liveAllocations\":1,\"allocations\":1,\"softBytes\":null,\"hardBytes\":null,"
                        + "\"policy\":\"FAIL\","
                        + "\"softCrossings\":0,\"denials\":0,\"overruns\":0,"
                        + "\"promotions\":0,\"promotedBytes\":0,\"children\":["
                        + "{\"path\":\"a\\\"\\\\\\u0001/ü\",\"allocatedBytes\":11,\"peakBytes\":11,"
                        + "\"liveAllocations\":1,\"allocations\":1,\"softBytes\":10,\"hardBytes\":null,"
                        + "\"policy\":\"FAIL\","
                        + "\"softCrossings\":1,\"denials\":0,\"overruns\":0,"
                        + "\"promotions\":0,\"promotedBytes\":0,\"children\":[]}]}]}",
                tracker.snapshot().toJson());
        tracker.tag("a\"\\\u0001/ü").free(address, 11);
    }

    @Test
    void shouldDescribeItself() {
        long address = tracker.tag("a").allocate(8, 8);

        assertEquals(
                "MemoryTag[path=a, allocatedBytes=8, peakBytes=8, liveAllocations=1]",
                tracker.tag("a").toString());
        assertEquals("MemoryTracker[path=, allocatedBytes=8, peakBytes=8, liveAllocations=1]", tracker.toString());
        tracker.tag("a").free(address, 8);
    }
}
