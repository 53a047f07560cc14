package basalt.memory.block;

import basalt.internal.Friend;
import basalt.internal.Lifetimes;
import basalt.memory.Slice;

/** The lifetimes of an allocator that gives out slices. */
public abstract class SliceLifetimes extends Lifetimes {
    private static final Lifetimes.SliceMaker<Slice> SLICES =
            (Lifetimes.SliceMaker<Slice>) Friend.<Slice, Lifetimes>of(Slice.class, Lifetimes.class);

    /** For an allocator that belongs to the calling thread. */
    protected SliceLifetimes(int slots) {
        super(slots);
    }

    /**
     * For an allocator that belongs to a thread or to none.
     *
     * @param owner the only thread that may use the memory; null if any thread may
     */
    protected SliceLifetimes(int slots, Thread owner) {
        super(slots, owner);
    }

    /**
     * Creates a view of memory, which is dead once the slot holds another serial.
     *
     * <p>SAFETY: the address is not checked here. The caller guarantees that these bytes stay allocated while the slot
     * holds the serial.
     *
     * @param sizeBytes the number of bytes
     */
    protected final Slice slice(int slot, long serial, long address, long sizeBytes) {
        // SAFETY: guaranteed by the caller, see above.
        return SLICES.slice(this, slot, serial, address, sizeBytes);
    }

    /** Whether a slice comes from this allocator, live or not. */
    public final boolean gave(Slice slice) {
        return SLICES.internal(slice) == this;
    }
}
