package basalt.world;

import basalt.internal.Friend;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.runtime.WorldRuntime;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory for results that a system passes to later systems of the same tick, such as a grid. Any system may read it, on
 * any thread, until the tick ends.
 *
 * <pre>{@code
 * Slice counts = world.tickArena().allocate(cells * Integer.BYTES, Integer.BYTES);     // in one system
 * ...
 * int count = counts.getInt(cell * Integer.BYTES);                                     // in systems that wait for it
 * }</pre>
 *
 * <p>Each worker allocates in its own arena, without a lock. The arenas of a schedule's workers use the source of
 * {@code ScheduleBuilder.memory}, up to {@code frameCapBytes}. A schedule frees everything when its tick ends,
 * including allocations of the world's thread before the tick; without a schedule, {@link #reset()} does. The use of a
 * slice after that is an {@link IllegalStateException}.
 *
 * <p>The world's thread and systems may use a slice, on any thread, until the tick ends, which is when all systems have
 * ended. Other threads are not checked, not even in strict mode: a thread that still uses a slice when the tick ends,
 * the arena is reset or the world closes may read and write memory of other data, or end the JVM. Copy the data that
 * such a thread needs.
 *
 * <p>The world's thread and systems that a schedule runs may allocate; else, and after the world was closed, {@link
 * IllegalStateException}. An allocation that would exceed the cap, or for which the source has no memory, is a {@link
 * basalt.memory.NativeMemoryException}. Systems that write a slice while others use it declare that by a resource.
 */
public final class TickArena {
    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);

    private final WorldRuntime runtime;

    TickArena(WorldRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Allocates memory that lives until the tick ends. Contents are undefined.
     *
     * @param bytes at least 1
     * @param alignment the address is a multiple of it: a power of two from 1 to 4096
     * @return a checked view of it, for the world's thread and systems, until the tick ends
     */
    public Slice allocate(long bytes, int alignment) {
        return runtime.allocateForTick(bytes, alignment);
    }

    /**
     * Like {@link #allocate(long, int)}, but wraps an Agrona buffer around the memory and makes no object. For
     * allocations in each tick.
     *
     * <p>The buffer checks its bounds, but not the end of the tick. A buffer that is used after that reads and writes
     * memory of other data, or ends the process.
     *
     * @param bytes at least 1
     * @param alignment the address is a multiple of it: a power of two from 1 to 4096
     * @param buffer the buffer that will wrap the memory
     */
    public void wrapUnchecked(int bytes, int alignment, UnsafeBuffer buffer) {
        MemorySource.requireValid(bytes, alignment);
        FrameArena arena = runtime.current().tickArena();
        // SAFETY: the buffer is as long as its allocation, which lives until the tick ends.
        buffer.wrap(ARENAS.internal(arena).allocateUnchecked(bytes, alignment), bytes);
    }

    /**
     * Like {@link #allocate(long, int)}, for callers that can continue without the memory.
     *
     * @param bytes at least 1
     * @param alignment the address is a multiple of it: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source cannot give memory
     */
    public Slice tryAllocate(long bytes, int alignment) {
        return runtime.tryAllocateForTick(bytes, alignment);
    }

    /** Frees all allocations. A schedule calls this at the end of its tick. */
    public void reset() {
        runtime.resetTickArena();
    }
}
