package basalt.system;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Flight recorder event: one piece of the run of a system, on the thread that ran it. A system that is not divided has
 * one piece. With several workers the pieces of a system run on several threads; piece 0 may run on any of them.
 */
@Name("basalt.System")
@Label("System")
@Category("Basalt")
@Description("One piece of the run of a system, on the thread that ran it")
@StackTrace(false)
final class SystemEvent extends Event {
    private static final SystemEvent PROBE = new SystemEvent();

    @Label("System")
    private String system;

    @Label("Piece")
    @Description("Which of the pieces that its rows were cut into, from 0")
    private int piece;

    @Label("Rows")
    @Description("Of all pieces together, in the event of the first one; 0 in the others")
    private long rows;

    @Label("Commands")
    private long commands;

    @Label("Arena High-Water Mark")
    @DataAmount
    private long arenaBytes;

    /** A started event; null while the flight recorder does not record these events. */
    static SystemEvent startIfEnabled() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        SystemEvent event = new SystemEvent();
        event.begin();
        return event;
    }

    void commit(String name, int number, long allRows, long recorded, long bytes) {
        system = name;
        piece = number;
        rows = allRows;
        commands = recorded;
        arenaBytes = bytes;
        commit();
    }
}
