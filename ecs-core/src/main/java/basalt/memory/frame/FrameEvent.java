package basalt.memory.frame;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A frame, from one reset of an arena to the next, for JDK Flight Recorder. */
@Name("basalt.Frame")
@Label("Frame")
@Category({"Basalt", "Memory"})
@StackTrace(false)
final class FrameEvent extends Event {
    private static final FrameEvent PROBE = new FrameEvent();

    @Label("Frame")
    private long frame;

    @Label("Allocated")
    @DataAmount
    private long allocatedBytes;

    @Label("Allocations")
    private long allocations;

    @Label("High-Water Mark")
    @DataAmount
    private long highWaterBytes;

    @Label("Promoted")
    @DataAmount
    private long promotedBytes;

    @Label("Refused Promotions")
    private int refused;

    /** Starts an event if events are recorded; null otherwise. */
    static FrameEvent startIfEnabled() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        FrameEvent event = new FrameEvent();
        event.begin();
        return event;
    }

    void commit(long number, MeterCount count) {
        frame = number;
        allocatedBytes = count.allocatedBytes();
        allocations = count.allocations();
        highWaterBytes = count.highWaterBytes();
        promotedBytes = count.promotedBytes();
        refused = count.refused();
        commit();
    }
}
