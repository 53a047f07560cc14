package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import basalt.memory.FlightRecording;
import basalt.memory.MemorySource;
import basalt.memory.allocator.ScratchArena;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** The events of frames and phases. */
class FrameEventTest {
    /** Two frames; the second has a phase. */
    private static void run() {
        try (FrameArena arena = new FrameArena(MemorySource.direct());
                ScratchArena scratch = new ScratchArena(MemorySource.direct(), "scratch", 1 << 20)) {
            FrameMeter physics = arena.meters().phase("physics");
            FrameMeter tag = arena.meters().tag("ai");
            arena.reset();
            physics.begin();
            tag.begin();
            arena.promotions().promote(arena.allocate(100, 1), scratch);
            tag.close();
            arena.allocate(50, 1);
            physics.close();
            arena.allocate(5, 1);
            arena.reset();
        }
    }

    @Test
    void shouldRecordPhases() {
        List<RecordedEvent> phases = FlightRecording.of("basalt.Phase", FrameEventTest::run);
        assertEquals(1, phases.size(), "a tag is no phase");
        RecordedEvent phase = phases.get(0);
        assertEquals("physics", phase.getString("phase"));
        assertEquals(1, phase.getLong("frame"));
        assertEquals(150, phase.getLong("allocatedBytes"));
        assertEquals(2, phase.getLong("allocations"));
        assertFalse(phase.getDuration().isNegative());
    }

    @Test
    void shouldRecordFrames() {
        List<RecordedEvent> frames = FlightRecording.of("basalt.Frame", FrameEventTest::run);
        assertEquals(2, frames.size());
        assertEquals(0, frames.get(0).getLong("frame"));
        assertEquals(0, frames.get(0).getLong("allocatedBytes"));
        RecordedEvent second = frames.get(1);
        assertEquals(1, second.getLong("frame"));
        assertEquals(155, second.getLong("allocatedBytes"));
        assertEquals(3, second.getLong("allocations"));
        assertEquals(155, second.getLong("highWaterBytes"));
        assertEquals(100, second.getLong("promotedBytes"));
        assertEquals(0, second.getInt("refused"));
    }
}
