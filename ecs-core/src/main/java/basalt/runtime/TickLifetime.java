package basalt.runtime;

import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;
import basalt.memory.frame.FrameArena;

/** The lifetime of memory in the tick arena, for any thread: it ends with the tick. */
final class TickLifetime extends SliceLifetimes {
    TickLifetime() {
        super(1, null);
        serials[0] = 1;
    }

    /** Allocates in an arena of the calling thread, for use by all threads. */
    Slice allocate(FrameArena arena, long bytes, int alignment) {
        return shared(arena.allocate(bytes, alignment));
    }

    /** Like {@link #allocate}, but returns null if there is no memory. */
    Slice tryAllocate(FrameArena arena, long bytes, int alignment) {
        Slice own = arena.tryAllocate(bytes, alignment);
        return own == null ? null : shared(own);
    }

    private Slice shared(Slice own) {
        // SAFETY: the arena keeps these bytes until it is reset, which happens after end() has changed the serial.
        return slice(0, serials[0], own.addressUnchecked(), own.sizeBytes());
    }

    /** Ends all slices of the tick. Called by the world's thread while no system runs. */
    void end() {
        serials[0]++;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        return new IllegalStateException(
                "slice of the tick arena used after its tick had ended: allocate it in each tick, or copy what must "
                        + "live longer");
    }

    @Override
    public String allocator() {
        return "tick arena";
    }
}
