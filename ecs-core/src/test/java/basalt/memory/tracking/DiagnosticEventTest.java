package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.FlightRecording;
import basalt.memory.MemorySource;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

class DiagnosticEventTest {
    @Test
    void shouldRecordFindings() {
        MemoryMonitor monitor = new MemoryMonitor(report -> {}, MemoryMonitor.Limits.DEFAULT, false);
        MemoryTag tag = new MemoryTracker(MemorySource.direct()).tag("level");
        List<RecordedEvent> events = FlightRecording.of("basalt.Diagnostic", () -> {
            monitor.checkLeaks("level", tag);
            long address = tag.allocate(16, 8);
            monitor.checkLeaks("level", tag);
            tag.free(address, 16);
        });
        assertEquals(1, events.size());
        assertEquals("M13", events.get(0).getString("code"));
        assertEquals("LEAKED", events.get(0).getString("diagnostic"));
        assertEquals("level", events.get(0).getString("subject"));
        assertEquals("allocatedBytes=16", events.get(0).getString("detail"));
    }
}
