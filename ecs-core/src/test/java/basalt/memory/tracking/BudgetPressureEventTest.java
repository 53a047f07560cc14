package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.FlightRecording;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** The flight recorder gets the same events as the listener. */
class BudgetPressureEventTest {
    private final MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
    private final MemoryTag tag = tracker.tag("ai/paths");

    private record Pressure(
            String path, String kind, boolean hard, long requestedBytes, long allocatedBytes, long limitBytes) {}

    private static List<Pressure> pressureOf(Runnable work) {
        return FlightRecording.of("basalt.BudgetPressure", work).stream()
                .map(BudgetPressureEventTest::pressure)
                .toList();
    }

    private static Pressure pressure(RecordedEvent event) {
        return new Pressure(
                event.getString("path"),
                event.getString("kind"),
                event.getBoolean("hard"),
                event.getLong("requestedBytes"),
                event.getLong("allocatedBytes"),
                event.getLong("limitBytes"));
    }

    private void allocateAndFree(long bytes) {
        tag.free(tag.allocate(bytes, 8), bytes);
    }

    @Test
    void shouldRecordSoftBudget() {
        tag.budget(10, 100);

        assertEquals(
                List.of(new Pressure("ai/paths", "SOFT", false, 11, 0, 10)), pressureOf(() -> allocateAndFree(11)));
    }

    @Test
    void shouldRecordDenial() {
        tracker.root().budget(10, 100);

        assertEquals(
                List.of(new Pressure("", "DENIED", true, 101, 0, 100)),
                pressureOf(() -> assertThrows(NativeMemoryException.class, () -> tag.allocate(101, 8))));
    }

    @Test
    void shouldRecordOverrunAndPromotion() {
        tag.budget(100, 100, MemoryTag.Policy.PROMOTE);
        tracker.tag("ai").budget(200, 200, MemoryTag.Policy.WARN);

        assertEquals(
                List.of(
                        new Pressure("ai/paths", "PROMOTED", true, 201, 0, 100),
                        new Pressure("ai", "SOFT", false, 201, 0, 200),
                        new Pressure("ai", "OVERRUN", true, 201, 0, 200)),
                pressureOf(() -> allocateAndFree(201)));
    }

    @Test
    void shouldRecordWhenTheListenerThrows() {
        tracker.onPressure(pressure -> {
            throw new IllegalStateException("by the listener");
        });
        tag.budget(5, 10);

        assertEquals(
                List.of(
                        new Pressure("ai/paths", "SOFT", false, 6, 0, 5),
                        new Pressure("ai/paths", "DENIED", true, 11, 0, 10)),
                pressureOf(() -> {
                    assertThrows(IllegalStateException.class, () -> tag.allocate(6, 8));
                    assertThrows(IllegalStateException.class, () -> tag.allocate(11, 8));
                }));
    }

    @Test
    void shouldRecordNothingWithinBudget() {
        tag.budget(10, 10);

        assertEquals(List.of(), pressureOf(() -> allocateAndFree(10)));
    }
}
