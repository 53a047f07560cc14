package basalt.memory;

/**
 * The lifetimes that one allocator has given out, and which of them have not ended: what its slices are checked against.
 *
 * <p>A lifetime is a slot of an array and a serial that is never used twice; it has ended when something else stands in the
 * slot. So the check of an access is a load and a comparison, the same for all allocators, and many allocations can die at
 * once. A serial of 0 is nobody's.
 */
abstract class Lifetimes {
    static final boolean STRICT = Boolean.getBoolean("basalt.strict");

    /** The serial in each slot. Only ever replaced by a longer copy. */
    long[] serials;

    /** The one thread that may use what lives here; null if any may. */
    private final Thread owner;

    /** Of an allocator that belongs to the calling thread. */
    Lifetimes(int slots) {
        this(slots, Thread.currentThread());
    }

    /** {@code owner} is the one thread that may use what lives here; null if any may. */
    Lifetimes(int slots, Thread owner) {
        this.serials = new long[slots];
        this.owner = owner;
    }

    final boolean isLive(int slot, long serial) {
        return serial != 0 && serials[slot] == serial;
    }

    /** Whether a slice is of this allocator, live or not. */
    final boolean gave(Slice slice) {
        return slice.isOf(this);
    }

    /** What to say of the use of something whose lifetime has ended: that serial stood in that slot then. */
    abstract IllegalStateException dead(int slot, long serial);

    /** The handle of what lives there; 0 if this allocator has no handles. */
    long handle(int slot) {
        return 0;
    }

    /** What the allocator is called in messages, such as "frame arena". */
    abstract String allocator();

    /** What to do where another thread needs memory. */
    String remedyForOtherThreads() {
        return "give each thread an allocator of its own";
    }

    final void requireOwnerIfStrict() {
        if (STRICT) {
            requireOwner();
        }
    }

    final void requireOwner() {
        if (Thread.currentThread() != owner && owner != null) {
            throw wrongThread();
        }
    }

    private IllegalStateException wrongThread() {
        return new IllegalStateException(
                allocator() + " used by thread " + Thread.currentThread().getName() + " but created by thread "
                        + owner.getName() + ": " + remedyForOtherThreads());
    }
}
