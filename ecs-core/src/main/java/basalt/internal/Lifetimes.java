package basalt.internal;

/**
 * The lifetimes of one allocator, which its slices are checked against. Extended by each allocator.
 *
 * <p>A lifetime is a slot of an array and a serial that is never reused; it has ended when the slot holds another
 * value. So the check of an access is a load and a comparison for all allocators, and many allocations can die at once.
 * Serial 0 belongs to no lifetime.
 */
public abstract class Lifetimes {
    /** The serial in each slot. Only ever replaced by a longer copy. */
    protected long[] serials;

    /** The only thread that may use the memory; null if any thread may. */
    private Thread owner;

    /** For an allocator that belongs to the calling thread. */
    protected Lifetimes(int slots) {
        this(slots, Thread.currentThread());
    }

    /**
     * For an allocator that belongs to a thread or to none.
     *
     * @param owner the only thread that may use the memory; null if any thread may
     */
    protected Lifetimes(int slots, Thread owner) {
        this.serials = new long[slots];
        this.owner = owner;
    }

    /** Whether a lifetime has not ended. */
    public final boolean isLive(int slot, long serial) {
        return serial != 0 && serials[slot] == serial;
    }

    /** The exception for a use after a lifetime has ended. */
    public abstract IllegalStateException dead(int slot, long serial);

    /** The handle of a slot's block. Returns the handle; 0 if this allocator has no handles. */
    public long handle(int slot, long serial) {
        return 0;
    }

    /** The allocator's name in messages. */
    public abstract String allocator();

    /** How another thread gets memory, for messages. */
    protected String remedyForOtherThreads() {
        return "give each thread an allocator of its own";
    }

    /** Like {@link #requireOwner()} in strict mode; nothing otherwise. */
    public final void requireOwnerIfStrict() {
        if (Strict.ON) {
            requireOwner();
        }
    }

    /** Requires that the calling thread may use the memory. */
    public final void requireOwner() {
        if (Thread.currentThread() != owner && owner != null) {
            throw wrongThread();
        }
    }

    /** Makes the calling thread the owner. The previous owner must have stopped using the allocator. */
    protected final void moveToCurrentThread() {
        owner = Thread.currentThread();
    }

    private IllegalStateException wrongThread() {
        return new IllegalStateException(
                allocator() + " used by thread " + Thread.currentThread().getName() + " but created by thread "
                        + owner.getName() + ": " + remedyForOtherThreads());
    }

    /**
     * Creates checked views of memory, and returns the lifetimes that a view belongs to.
     *
     * @param <S> the views' type
     */
    public abstract static class SliceMaker<S> extends Friend<S, Lifetimes> {
        /** Called by the type of the views, which installs it. */
        protected SliceMaker() {}

        /**
         * Creates a view of memory, which is dead once the slot holds another serial.
         *
         * <p>SAFETY: the address is not checked here. The caller guarantees that these bytes stay allocated while the
         * slot holds the serial.
         *
         * @param sizeBytes the number of bytes
         */
        public abstract S slice(Lifetimes lifetimes, int slot, long serial, long address, long sizeBytes);
    }
}
