package basalt.memory.frame;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A phase of a frame, for JDK Flight Recorder. */
@Name("basalt.Phase")
@Label("Phase")
@Category({"Basalt", "Memory"})
@StackTrace(false)
final class PhaseEvent extends Event {
    private static final PhaseEvent PROBE = new PhaseEvent();

    @Label("Phase")
    private String phase;

    @Label("Frame")
    private long frame;

    @Label("Allocated")
    @DataAmount
    private long allocatedBytes;

    @Label("Allocations")
    private long allocations;

    /** Starts an event if events are recorded; null otherwise. */
    static PhaseEvent startIfEnabled() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        PhaseEvent event = new PhaseEvent();
        event.begin();
        return event;
    }

    void commit(String ofPhase, long inFrame, long bytes, long count) {
        phase = ofPhase;
        frame = inFrame;
        allocatedBytes = bytes;
        allocations = count;
        commit();
    }
}
