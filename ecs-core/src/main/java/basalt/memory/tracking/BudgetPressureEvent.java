package basalt.memory.tracking;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A request has reached a limit of a tag. The stack trace shows the request. */
@Name("basalt.BudgetPressure")
@Label("Budget Pressure")
@Description("A request for memory has crossed the budget of a tag, or was refused by it")
@Category({"Basalt", "Memory"})
final class BudgetPressureEvent extends Event {
    @Label("Path")
    @Description("The tag; empty for the root")
    private String path;

    @Label("Kind")
    @Description("The outcome of the request: SOFT, OVERRUN, PROMOTED or DENIED")
    private String kind;

    @Label("Hard")
    @Description("Whether the limit is the hard budget")
    private boolean hard;

    @Label("Requested Bytes")
    @DataAmount
    private long requestedBytes;

    @Label("Allocated Bytes")
    @Description("The bytes allocated under the tag before the request")
    @DataAmount
    private long allocatedBytes;

    @Label("Limit Bytes")
    @DataAmount
    private long limitBytes;

    static void commit(MemoryPressure pressure) {
        BudgetPressureEvent event = new BudgetPressureEvent();
        if (event.shouldCommit()) {
            event.path = pressure.path();
            event.kind = pressure.kind().name();
            event.hard = pressure.hard();
            event.requestedBytes = pressure.requestedBytes();
            event.allocatedBytes = pressure.allocatedBytes();
            event.limitBytes = pressure.limitBytes();
            event.commit();
        }
    }
}
