package basalt.memory.lifetime;

import basalt.check.Strict;

/**
 * The lifetimes that one allocator has given out, and which of them have not ended: what its slices are checked
 * against. What allocators extend.
 *
 * <p>A lifetime is a slot of an array and a serial that is never used twice; it has ended when something else stands in
 * the slot. So the check of an access is a load and a comparison, the same for all allocators, and many allocations can
 * die at once. A serial of 0 is of none.
 */
public abstract class Lifetimes {
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
     * Whether a lifetime has not ended.
     *
     * @param slot where its serial stood
     * @param serial the serial
     * @return false if something else stands there now
     */
    public final boolean isLive(int slot, long serial) {
        return serial != 0 && serials[slot] == serial;
    }

    /**
     * What to say of the use of something whose lifetime has ended.
     *
     * @param slot where its serial stood
     * @param serial the serial
     * @return what is thrown; the message says why it is dead and what to do about it
     */
    public abstract IllegalStateException dead(int slot, long serial);

    /**
     * The handle of what lives in a slot.
     *
     * @param slot the slot
     * @param serial what stands there
     * @return the handle; 0 if this allocator has no handles
     */
    public long handle(int slot, long serial) {
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
        if (Strict.ON) {
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
