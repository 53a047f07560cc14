package basalt.system;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: one tick of a {@link Schedule}. */
@Name("basalt.Tick")
@Label("Tick")
@Category("Basalt")
@Description("One tick of a schedule")
@StackTrace(false)
final class TickEvent extends Event {
    private static final TickEvent PROBE = new TickEvent();

    @Label("Tick")
    private long tick;

    @Label("Entities")
    private long entities;

    /** A started event; null while the flight recorder does not record these events. */
    static TickEvent startIfEnabled() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        TickEvent event = new TickEvent();
        event.begin();
        return event;
    }

    void commit(long number, long count) {
        tick = number;
        entities = count;
        commit();
    }
}
