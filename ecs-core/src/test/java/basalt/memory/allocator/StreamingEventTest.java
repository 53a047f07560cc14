package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.FailingMemory;
import basalt.memory.FlightRecording;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.tracking.MemoryTracker;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** The flight recorder events of entries. */
class StreamingEventTest {
    private final FailingMemory failing = new FailingMemory(MemorySource.direct());

    private record Step(String action, long handle, long bytes, int priority) {}

    private static List<Step> steps(List<RecordedEvent> events) {
        return events.stream()
                .map(event -> new Step(
                        event.getString("action"),
                        event.getLong("handle"),
                        event.getLong("bytes"),
                        event.getInt("priority")))
                .toList();
    }

    private static long load(StreamingArena arena, long bytes, int priority) {
        long handle = arena.reserve(bytes, priority);
        arena.loaded(handle, bytes);
        arena.ready(handle);
        return handle;
    }

    @Test
    void shouldRecordEachChangeOfState() {
        long[] handles = new long[4];
        List<RecordedEvent> events = FlightRecording.of("basalt.Streaming", () -> {
            try (StreamingArena arena = new StreamingArena(failing, 100)) {
                handles[0] = load(arena, 60, 1);
                handles[1] = load(arena, 30, 2);
                arena.priority(handles[0], 3);
                handles[2] = load(arena, 40, 4); // evicts the second entry, which has the lowest priority now
                arena.release(handles[0]);
                handles[3] = arena.reserve(10, 5);
                assertEquals(true, arena.tryRelease(handles[3]));
            }
        });

        assertEquals(
                List.of(
                        new Step("reserve", handles[0], 60, 1),
                        new Step("ready", handles[0], 60, 1),
                        new Step("reserve", handles[1], 30, 2),
                        new Step("ready", handles[1], 30, 2),
                        new Step("evict", handles[1], 30, 2),
                        new Step("reserve", handles[2], 40, 4),
                        new Step("ready", handles[2], 40, 4),
                        new Step("release", handles[0], 60, 3),
                        new Step("reserve", handles[3], 10, 5),
                        new Step("release", handles[3], 10, 5),
                        new Step("release", handles[2], 40, 4)),
                steps(events));
        assertNull(events.get(0).getStackTrace());
    }

    @Test
    void shouldRecordEvictionsForASourceThatRefuses() {
        long[] handles = new long[4];
        List<RecordedEvent> events = FlightRecording.of("basalt.Streaming", () -> {
            try (StreamingArena arena =
                    new StreamingArena(new MemoryTracker(failing).root().budget(60, 60), 100)) {
                handles[0] = load(arena, 30, 1);
                handles[1] = load(arena, 30, 2);
                handles[2] = arena.reserve(20, 3);
                assertEquals(0, arena.tryReserve(50, 4));
            }
        });

        assertEquals(
                List.of(
                        new Step("evict", handles[0], 30, 1),
                        new Step("reserve", handles[2], 20, 3),
                        new Step("evict", handles[1], 30, 2),
                        new Step("refuse", 0, 50, 4),
                        new Step("release", handles[2], 20, 3)),
                steps(events).subList(4, events.size()));
    }

    @Test
    void shouldRecordRefusals() {
        List<RecordedEvent> events = FlightRecording.of("basalt.Streaming", () -> {
            try (StreamingArena arena = new StreamingArena(failing, 100)) {
                assertEquals(0, arena.tryReserve(101, 1));
                assertThrows(NativeMemoryException.class, () -> arena.reserve(102, 2));
                failing.failNext();
                assertEquals(0, arena.tryReserve(3, 3));
                assertEquals(3, arena.snapshot().refusals());
            }
        });

        assertEquals(
                List.of(new Step("refuse", 0, 101, 1), new Step("refuse", 0, 102, 2), new Step("refuse", 0, 3, 3)),
                steps(events));
    }
}
