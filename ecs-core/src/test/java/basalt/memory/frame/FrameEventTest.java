package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import basalt.memory.MemorySource;
import basalt.memory.region.ScratchPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of frames and phases. */
class FrameEventTest {
    @TempDir
    Path folder;

    @Test
    void shouldRecordFramesAndPhases() throws IOException {
        Path file = folder.resolve("frames.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("basalt.Frame").withThreshold(java.time.Duration.ZERO);
            recording.enable("basalt.Phase").withThreshold(java.time.Duration.ZERO);
            recording.start();
            try (FrameArena arena = new FrameArena(MemorySource.direct());
                    ScratchPool scratch = new ScratchPool(MemorySource.direct(), "scratch", 1 << 20)) {
                FrameMeter physics = arena.meters().phase("physics");
                arena.reset();
                physics.begin();
                arena.promotions().promote(arena.allocate(100, 1), scratch);
                arena.allocate(50, 1);
                physics.close();
                arena.allocate(5, 1);
                arena.reset();
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        List<RecordedEvent> phases = named(events, "basalt.Phase");
        assertEquals(1, phases.size());
        assertEquals("physics", phases.get(0).getString("phase"));
        assertEquals(1, phases.get(0).getLong("frame"));
        assertEquals(150, phases.get(0).getLong("allocatedBytes"));
        assertEquals(2, phases.get(0).getLong("allocations"));
        assertFalse(phases.get(0).getDuration().isNegative());

        List<RecordedEvent> frames = named(events, "basalt.Frame");
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

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }
}
