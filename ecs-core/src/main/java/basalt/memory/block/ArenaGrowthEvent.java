package basalt.memory.block;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * An allocator has taken memory from its source. The stack trace shows what needed it.
 *
 * <p>All events of this library follow this pattern: a static {@code commit} takes the values and fills the fields only
 * if the event is recorded, so a call is free otherwise. It is called on slow paths only, and never under a lock except
 * that of a growing shared pool.
 */
@Name("basalt.ArenaGrowth")
@Label("Arena Growth")
@Description("An allocator has taken another chunk, slab, region or large block from its memory source")
@Category({"Basalt", "Memory"})
final class ArenaGrowthEvent extends Event {
    @Label("Allocator")
    private String allocator;

    @Label("Bytes")
    @Description("The bytes taken now")
    @DataAmount
    private long bytes;

    @Label("Reserved Bytes")
    @Description("The bytes that the allocator holds from its source afterwards")
    @DataAmount
    private long reservedBytes;

    static void commit(String allocator, long bytes, long reservedBytes) {
        ArenaGrowthEvent event = new ArenaGrowthEvent();
        if (event.shouldCommit()) {
            event.allocator = allocator;
            event.bytes = bytes;
            event.reservedBytes = reservedBytes;
            event.commit();
        }
    }
}
