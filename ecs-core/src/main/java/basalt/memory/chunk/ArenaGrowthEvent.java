package basalt.memory.chunk;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * An allocator has taken memory of its source. The stack tells what needed it.
 *
 * <p>Every event of this library is such a class: a static {@code commit} takes what there is to tell and fills the
 * fields only if it is recorded, so that a call costs nothing otherwise. It is called on slow paths only, and without a
 * lock but for the one of a shared pool that grows.
 */
@Name("basalt.ArenaGrowth")
@Label("Arena Growth")
@Description("An allocator has taken another chunk, slab, region or large block of its memory source")
@Category({"Basalt", "Memory"})
final class ArenaGrowthEvent extends Event {
    @Label("Allocator")
    private String allocator;

    @Label("Bytes")
    @Description("What was taken now")
    @DataAmount
    private long bytes;

    @Label("Reserved Bytes")
    @Description("What the allocator holds of its source afterwards")
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
