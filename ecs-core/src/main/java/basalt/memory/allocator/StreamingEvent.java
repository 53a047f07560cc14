package basalt.memory.allocator;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A change of state of an entry of a {@link StreamingArena}, or a refused request. */
@Name("basalt.Streaming")
@Label("Streaming")
@Description("A change of state of an entry of a streaming arena, or a refused request")
@Category({"Basalt", "Memory"})
@StackTrace(false)
final class StreamingEvent extends Event {
    static final String RESERVE = "reserve";
    static final String READY = "ready";
    static final String EVICT = "evict";
    static final String RELEASE = "release";
    static final String REFUSE = "refuse";

    @Label("Action")
    @Description("reserve, ready, evict, release, or refuse")
    private String action;

    @Label("Handle")
    @Description("The entry, generation:32 | index:32; 0 for a refused request")
    private long handle;

    @Label("Bytes")
    @DataAmount
    private long bytes;

    @Label("Priority")
    private int priority;

    static void commit(String action, long handle, long bytes, int priority) {
        StreamingEvent event = new StreamingEvent();
        if (event.shouldCommit()) {
            event.action = action;
            event.handle = handle;
            event.bytes = bytes;
            event.priority = priority;
            event.commit();
        }
    }
}
