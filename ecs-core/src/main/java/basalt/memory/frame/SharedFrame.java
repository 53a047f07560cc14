package basalt.memory.frame;

import basalt.memory.Slice;
import basalt.memory.view.SliceLifetimes;

/** The lifetime of what the threads of a {@link FrameBarrier} share: one frame. Any thread may use it. */
final class SharedFrame extends SliceLifetimes {
    SharedFrame() {
        super(1, null);
        serials[0] = 1;
    }

    /** A view of the same memory, for all threads, until the frame ends. */
    Slice slice(Slice own) {
        // SAFETY: the memory is one arena's until its thread resets it, which it does after the serial has changed.
        return slice(0, serials[0], own.addressUnchecked(), own.sizeBytes());
    }

    /** Ends the frame. A thread that knows that it has ended sees this. */
    void end() {
        serials[0]++;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        return new IllegalStateException("shared slice used after its frame had ended: copy what must live longer");
    }

    @Override
    public String allocator() {
        return "shared frame";
    }
}
