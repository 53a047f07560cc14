package basalt.system;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight recorder event: one run of a system. */
@Name("basalt.System")
@Label("System")
@Category("Basalt")
@Description("One run of a system, told when its stage has ended")
@StackTrace(false)
final class SystemEvent extends Event {
    private static final SystemEvent PROBE = new SystemEvent();

    @Label("System")
    private String system;

    @Label("Busy")
    @Description("What all workers have spent on it")
    @Timespan(Timespan.NANOSECONDS)
    private long busy;

    @Label("Rows")
    private long rows;

    @Label("Commands")
    private long commands;

    @Label("Arena High-Water Mark")
    @DataAmount
    private long arenaBytes;

    static void commit(String system, long nanos, long rows, long commands, long arenaBytes) {
        if (PROBE.isEnabled()) {
            SystemEvent event = new SystemEvent();
            event.system = system;
            event.busy = nanos;
            event.rows = rows;
            event.commands = commands;
            event.arenaBytes = arenaBytes;
            event.commit();
        }
    }
}
