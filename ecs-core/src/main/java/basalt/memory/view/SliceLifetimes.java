package basalt.memory.view;

import basalt.friend.Friend;
import basalt.memory.Slice;
import basalt.memory.lifetime.Lifetimes;
import basalt.memory.lifetime.SliceMaker;

/** The lifetimes of one allocator that gives out slices. */
public abstract class SliceLifetimes extends Lifetimes {
    private static final SliceMaker<Slice> SLICES =
            (SliceMaker<Slice>) Friend.<Slice, Lifetimes>of(Slice.class, Lifetimes.class);

    /**
     * Of an allocator that belongs to the calling thread.
     *
     * @param slots how many there are at first
     */
    protected SliceLifetimes(int slots) {
        super(slots);
    }

    /**
     * Of an allocator that belongs to a thread, or to none.
     *
     * @param slots how many there are at first
     * @param owner the one thread that may use what lives here; null if any may
     */
    protected SliceLifetimes(int slots, Thread owner) {
        super(slots, owner);
    }

    /**
     * A view of memory, which dies when another serial stands in the slot.
     *
     * <p>SAFETY: nothing else vouches for the address. The caller promises that these bytes are allocated, and that
     * they stay so while the serial stands in the slot.
     *
     * @param slot where the serial stands
     * @param serial the lifetime
     * @param address the first byte
     * @param sizeBytes how many there are
     * @return the view
     */
    protected final Slice slice(int slot, long serial, long address, long sizeBytes) {
        // SAFETY: the caller's promise, see above.
        return SLICES.slice(this, slot, serial, address, sizeBytes);
    }

    /**
     * Whether a slice is of this allocator, live or not.
     *
     * @param slice any slice
     * @return whether it was made here
     */
    public final boolean gave(Slice slice) {
        return SLICES.inside(slice) == this;
    }
}
