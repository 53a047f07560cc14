package basalt.world;

import basalt.friend.Friend;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.access.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.runtime.Iterations;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory for what one system leaves for the next ones of the same tick, such as a grid: any system may read it, on
 * whatever thread, until the tick ends.
 *
 * <pre>{@code
 * Slice counts = world.tickArena().allocate(cells * Integer.BYTES, Integer.BYTES);     // in one system
 * ...
 * int count = counts.getInt(cell * Integer.BYTES);                                     // in those that wait for it
 * }</pre>
 *
 * <p>Each worker allocates in an arena of its own, without a lock; those of a schedule's workers take their memory from
 * where {@code ScheduleBuilder.memory} says, and hold as much as {@code frameCapBytes} says at most. A schedule gives
 * everything back when its tick ends, and with it what the world's thread has allocated before the tick; without a
 * schedule, {@link #reset()} does so. The use of a slice after that is an {@link IllegalStateException}.
 *
 * <p>A slice may be used by the world's thread and by systems, on whatever thread these run, until the tick ends: a
 * schedule ends it when all of them are done. Nothing keeps other threads out, in strict mode neither: one that is not
 * done with a slice when the tick ends, the arena is reset or the world closes may read and write what lies there by
 * then, or end the JVM. Copy what such a thread needs.
 *
 * <p>To allocate: for the world's thread, and for systems that a schedule runs. Systems that write a slice while others
 * use it declare so, by a resource.
 */
public final class TickArena {
    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);

    private final Iterations iterations;

    TickArena(Iterations iterations) {
        this.iterations = iterations;
    }

    /**
     * Allocates memory that lives until the tick ends. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, for the world's thread and systems, until the tick ends
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws basalt.memory.NativeMemoryException if it would exceed the cap, or the source has no more
     * @throws IllegalStateException on a thread that neither owns the world nor runs a system, or after the world was
     *     closed
     */
    public Slice allocate(long bytes, int alignment) {
        return iterations.allocateForTick(bytes, alignment);
    }

    /**
     * As {@link #allocate(long, int)}, and makes an Agrona buffer look at the memory: certainly without an object, for
     * what is allocated in each tick.
     *
     * <p>Nothing checks what the buffer does: it knows its bounds, but not when the tick ends. A buffer that is used
     * after that reads and writes memory that belongs to something else, or ends the process.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @param buffer what to wrap the memory with; what it wrapped before is forgotten
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws basalt.memory.NativeMemoryException if it would exceed the cap, or the source has no more
     * @throws IllegalStateException on a thread that neither owns the world nor runs a system, or after the world was
     *     closed
     */
    public void wrapUnchecked(int bytes, int alignment, UnsafeBuffer buffer) {
        MemorySource.requireValid(bytes, alignment);
        FrameArena arena = iterations.current().tickArena();
        // SAFETY: the buffer is as long as what was allocated for it, which is the arena's until the tick ends.
        buffer.wrap(ARENAS.inside(arena).allocateUnchecked(bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException on a thread that neither owns the world nor runs a system, or after the world was
     *     closed
     */
    public Slice tryAllocate(long bytes, int alignment) {
        return iterations.tryAllocateForTick(bytes, alignment);
    }

    /**
     * Ends the tick for what was allocated here. A schedule does so at the end of its tick.
     *
     * @throws IllegalStateException on a wrong thread, from inside a system or a kernel, or after the world was closed
     */
    public void reset() {
        iterations.resetTickArena();
    }
}
