package basalt.memory.block;

import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.agrona.BitUtil;

/**
 * The memory that one allocator holds from its source, under its cap. Checks the arguments of each allocator's
 * constructor.
 */
public final class BackingMemory {
    /** The alignment of chunks, slabs and regions: the largest alignment that users may request. */
    public static final int PAGE_BYTES = MemorySource.MAX_ALIGNMENT;

    private final String allocator;
    private final MemorySource source;
    private final long capBytes;
    private long reservedBytes;
    private boolean isTaking; // the source is being called, and may call back

    public BackingMemory(String allocator, MemorySource source, long capBytes) {
        NativeAccess.require();
        MemorySource.require(source);
        if (capBytes <= 0) {
            throw new IllegalArgumentException("capBytes must be > 0: capBytes=" + capBytes);
        }
        this.allocator = allocator;
        this.source = source;
        this.capBytes = capBytes;
    }

    /** Kind and name in messages, such as {@code scratch arena "paths"}. */
    public static String label(String kind, String name) {
        requireName(name);
        return kind + " \"" + name + "\"";
    }

    /** Checks the name of an allocator, meter or registration. */
    public static void requireName(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be null or blank: name=" + (name == null ? "null" : "\"" + name + "\""));
        }
    }

    /** Rounds up to whole pages. A size that would overflow is returned as it is: no source has that much. */
    public static long wholePages(long bytes) {
        return bytes > Long.MAX_VALUE - PAGE_BYTES ? bytes : BitUtil.align(bytes, PAGE_BYTES);
    }

    public long capBytes() {
        return capBytes;
    }

    public long reservedBytes() {
        return reservedBytes;
    }

    /** The bytes that the cap still allows. */
    public long roomBytes() {
        return capBytes - reservedBytes;
    }

    /** Whether the cap allows so many bytes more. */
    public boolean allows(long bytes) {
        return bytes <= roomBytes();
    }

    public long take(long bytes, int alignment) {
        if (!allows(bytes)) {
            throw atCap(bytes, reservedBytes);
        }
        if (isTaking) {
            throw new IllegalStateException(
                    allocator + " needs memory while a request to its source is in progress: a source or"
                            + " pressure listener must not allocate from the allocator that it serves");
        }
        long address;
        isTaking = true;
        try {
            address = MemorySource.allocateFrom(source, bytes, alignment);
        } finally {
            isTaking = false;
        }
        reservedBytes += bytes;
        ArenaGrowthEvent.commit(allocator, bytes, reservedBytes);
        return address;
    }

    /** The exception for a request that the cap denies. */
    public NativeMemoryException atCap(long bytes, long allocatedBytes) {
        return new NativeMemoryException(allocator + " is at its cap of " + capBytes + " bytes", bytes, allocatedBytes);
    }

    /** Gives memory from {@link #take} back. */
    public void giveBack(long address, long bytes) {
        reservedBytes -= bytes;
        source.free(address, bytes);
    }

    /**
     * An allocator has taken memory from its source. The stack trace shows what needed it.
     *
     * <p>All events of this library follow this pattern: a static {@code commit} takes the values and fills the fields
     * only if the event is recorded, so a call is free otherwise. It is called on slow paths only, and never under a
     * lock except that of a growing shared pool.
     */
    @Name("basalt.ArenaGrowth")
    @Label("Arena Growth")
    @Description("An allocator has taken another chunk, slab, region or large block from its memory source")
    @Category({"Basalt", "Memory"})
    static final class ArenaGrowthEvent extends Event {
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
}
