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

    /** One lifetime that all slices of an object share, for the calling thread. */
    public abstract static class Single extends SliceLifetimes {
        private static final long SERIAL = 1;

        protected Single() {
            super(1);
            serials[0] = SERIAL;
        }

        public final boolean isOpen() {
            return serials[0] == SERIAL;
        }

        /** SAFETY: the caller ends this lifetime before the memory is freed. */
        public final Slice slice(long address, long bytes) {
            return slice(0, SERIAL, address, bytes);
        }

        public final void end() {
            serials[0] = 0;
        }
    }
}
