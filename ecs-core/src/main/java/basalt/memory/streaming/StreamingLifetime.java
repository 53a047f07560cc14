package basalt.memory.streaming;

import basalt.memory.Slice;
import basalt.memory.view.SliceLifetimes;

/**
 * The one lifetime that the slices of a view share, or the parts that a loader has taken. Belongs to the thread that
 * makes it.
 */
final class StreamingLifetime extends SliceLifetimes {
    private static final long SERIAL = 1;

    private final String what;
    private String ended = "";

    /** What dies is named in messages, such as "view". */
    StreamingLifetime(String what) {
        super(1);
        this.what = what;
        serials[0] = SERIAL;
    }

    /** SAFETY: the caller ends this lifetime before the memory goes. */
    Slice slice(long address, long bytes) {
        return slice(0, SERIAL, address, bytes);
    }

    boolean hasEnded() {
        return serials[0] != SERIAL;
    }

    /** All slices are dead from now on. */
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
        return "ask the arena for a view on each thread";
    }

    @Override
    public String allocator() {
        return "streaming " + what;
    }
}
