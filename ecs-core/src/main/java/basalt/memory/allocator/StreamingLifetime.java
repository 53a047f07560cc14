package basalt.memory.allocator;

import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;

/** The lifetime that the slices of a view, or the parts of a loader, share. Belongs to the thread that creates it. */
final class StreamingLifetime extends SliceLifetimes {
    private static final long SERIAL = 1;

    private final String what;
    private String ended = "";

    /** {@code what} is its name in messages, such as "view". */
    StreamingLifetime(String what) {
        super(1);
        this.what = what;
        serials[0] = SERIAL;
    }

    /** SAFETY: the caller ends this lifetime before it frees the memory. */
    Slice slice(long address, long bytes) {
        return slice(0, SERIAL, address, bytes);
    }

    boolean hasEnded() {
        return serials[0] != SERIAL;
    }

    /** Ends all slices. */
    void end(String how) {
        ended = how;
        serials[0] = 0;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        return new IllegalStateException(what + " used after " + ended);
    }

    @Override
    protected String remedyForOtherThreads() {
        return "call access() of the arena on each thread";
    }

    @Override
    public String allocator() {
        return "streaming " + what;
    }
}
