package basalt.memory;

/**
 * The lifetimes that one allocator has given out, and which of them have not ended: what its slices are checked against. What
 * those who write allocators extend.
 *
 * <p>A lifetime is a slot of an array and a serial that is never used twice; it has ended when something else stands in the
 * slot. So the check of an access is a load and a comparison, the same for all allocators, and many allocations can die at
 * once. A serial of 0 is nobody's.
 */
public abstract class Lifetimes {
    /** Whether the library checks what it leaves out otherwise, such as threads: the system property {@code basalt.strict}. */
    public static final boolean STRICT = Boolean.getBoolean("basalt.strict");

    /** The serial in each slot. Only ever replaced by a longer copy. */
    protected long[] serials;

    /** The one thread that may use what lives here; null if any may. */
    private Thread owner;

    /**
     * Of an allocator that belongs to the calling thread.
     *
     * @param slots how many there are at first
     */
    protected Lifetimes(int slots) {
        this(slots, Thread.currentThread());
    }

    /**
     * Of an allocator that belongs to a thread, or to none.
     *
     * @param slots how many there are at first
     * @param owner the one thread that may use what lives here; null if any may
     */
    protected Lifetimes(int slots, Thread owner) {
        this.serials = new long[slots];
        this.owner = owner;
    }

    /**
     * A view of memory, which dies when another serial stands in the slot.
     *
     * <p>SAFETY: nothing else vouches for the address. Who makes a slice promises that these bytes are allocated, and that they stay
     * so while the serial stands in the slot.
     *
     * @param slot where the serial stands
     * @param serial the lifetime
     * @param address the first byte
     * @param sizeBytes how many there are
     * @return the view
     */
    protected final Slice slice(int slot, long serial, long address, long sizeBytes) {
        // SAFETY: the caller's promise, see above.
        return new Slice(this, slot, serial, address, sizeBytes);
    }

    /**
     * Whether a lifetime has not ended.
     *
     * @param slot where its serial stood
     * @param serial the serial
     * @return false if something else stands there now
     */
    protected final boolean isLive(int slot, long serial) {
        return serial != 0 && serials[slot] == serial;
    }

    /**
     * Whether a slice is of this allocator, live or not.
     *
     * @param slice any slice
     * @return whether it was made here
     */
    public final boolean gave(Slice slice) {
        return slice.isOf(this);
    }

    /**
     * Where the serial of a slice of this allocator stands.
     *
     * @param slice one that was made here
     * @return its slot
     */
    protected final int slotOf(Slice slice) {
        return slice.slot();
    }

    /**
     * What to say of the use of something whose lifetime has ended.
     *
     * @param slot where its serial stood
     * @param serial the serial
     * @return what is thrown; the message says why it is dead and what to do about it
     */
    protected abstract IllegalStateException dead(int slot, long serial);

    /**
     * The handle of what lives in a slot.
     *
     * @param slot the slot
     * @param serial what stands there
     * @return the handle; 0 if this allocator has no handles
     */
    protected long handle(int slot, long serial) {
        return 0;
    }

    /**
     * What the allocator is called in messages.
     *
     * @return such as "frame arena"
     */
    public abstract String allocator();

    /**
     * What to do where another thread needs memory, for messages.
     *
     * @return the remedy
     */
    protected String remedyForOtherThreads() {
        return "give each thread an allocator of its own";
    }

    /**
     * As {@link #requireOwner()} in strict mode; nothing otherwise.
     *
     * @throws IllegalStateException on a wrong thread
     */
    public final void requireOwnerIfStrict() {
        if (STRICT) {
            requireOwner();
        }
    }

    /**
     * Requires that the calling thread may use what lives here.
     *
     * @throws IllegalStateException on a wrong thread
     */
    public final void requireOwner() {
        if (Thread.currentThread() != owner && owner != null) {
            throw wrongThread();
        }
    }

    /** Makes the calling thread the owner. The caller has seen to it that the one before has stopped using this. */
    protected final void moveHere() {
        owner = Thread.currentThread();
    }

    private IllegalStateException wrongThread() {
        return new IllegalStateException(
                allocator() + " used by thread " + Thread.currentThread().getName() + " but created by thread "
                        + owner.getName() + ": " + remedyForOtherThreads());
    }
}
