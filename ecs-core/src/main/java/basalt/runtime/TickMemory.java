package basalt.runtime;

import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.memory.view.SliceLifetimes;

/** How long what is allocated in the arenas of the tick lives, for whatever thread: until the tick ends. */
final class TickMemory extends SliceLifetimes {
    TickMemory() {
        super(1, null);
        serials[0] = 1;
    }

    /** Allocates in an arena of the calling thread, for all threads to use. */
    Slice allocate(FrameArena arena, long bytes, int alignment) {
        return share(arena.allocate(bytes, alignment));
    }

    /** The same; null if there is no memory. */
    Slice tryAllocate(FrameArena arena, long bytes, int alignment) {
        Slice own = arena.tryAllocate(bytes, alignment);
        return own == null ? null : share(own);
    }

    private Slice share(Slice own) {
        // SAFETY: these bytes are the arena's until it is reset, which is after end() has changed the serial.
        return slice(0, serials[0], own.addressUnchecked(), own.sizeBytes());
    }

    /** The tick has ended: what was allocated in it is dead. For the world's thread, while no system runs. */
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
