package basalt.memory.access;

/**
 * A frame arena as the library uses it: memory by address, which nothing checks, and what only the owner of an arena
 * does that is lent to users. For the arena's thread, but for {@link #moveHere}.
 */
public abstract class ArenaAccess {
    /** The access to one arena, which makes it. */
    protected ArenaAccess() {}

    /** From now on the arena is lent: its users cannot close it. */
    public abstract void lend();

    /** Makes the calling thread the owner. The one before has stopped using the arena. */
    public abstract void moveHere();

    /** Gives all memory back to the source, lent or not, whatever is still open. Further calls do nothing. */
    public abstract void close();

    /**
     * Ends the frame, whatever is still open.
     *
     * @return false if a scope, mark, phase or tag had been left open
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public abstract boolean resetAll();

    /**
     * How many promotions were asked for in this frame.
     *
     * @return promotions
     */
    public abstract int promotions();

    /**
     * Ends a phase and a mark that were begun together, whatever is open inside. What was allocated since is released,
     * unless something was asked to be promoted since: then it lives until the frame ends.
     *
     * @param phase the arena's meter of the phase, which is open
     * @param mark from {@link #mark()}, still open
     * @param promotionsBefore how many promotions had been asked for when they were begun
     * @param hasFailed whether what was asked for since is refused after all, and released
     * @return false if a scope, mark, phase or tag had been left open
     * @throws IllegalStateException if the phase or the mark is not open here, or on a wrong thread
     */
    public abstract boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed);

    /**
     * Allocates memory without a view: nothing checks what is done with the address, nor (outside strict mode) that the
     * alignment is valid. It lives until the innermost open scope or mark ends, or the frame if none is open.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return the address
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws basalt.memory.NativeMemoryException if it would exceed the cap, or the source has no more
     * @throws IllegalStateException if the arena is closed
     */
    public abstract long allocateUnchecked(long bytes, int alignment);

    /**
     * Opens a mark.
     *
     * @return what {@link #release}, {@link #keep} and {@link #unwind} take; never 0, and never the same twice
     * @throws IllegalStateException if the arena is closed
     */
    public abstract long mark();

    /**
     * Releases all that was allocated since the mark, and the mark with it.
     *
     * @param mark the innermost that is open
     * @throws IllegalStateException if it is not; nothing has changed then
     */
    public abstract void release(long mark);

    /**
     * Ends a mark without releasing anything.
     *
     * @param mark the innermost that is open
     * @throws IllegalStateException if it is not; nothing has changed then
     */
    public abstract void keep(long mark);

    /**
     * Ends a mark and all that was opened after it.
     *
     * @param mark one that is open
     * @return false if something had been left open
     * @throws IllegalStateException if the mark is not open in this arena
     */
    public abstract boolean unwind(long mark);

    /**
     * The depth of the scope or mark that what is allocated now dies with.
     *
     * @return 0 for the frame
     */
    protected abstract int innermostDepth();

    /**
     * What is open at a depth.
     *
     * @param depth a depth
     * @return its serial, never the same twice; 0 if nothing is open there
     */
    protected abstract long serialAt(int depth);

    /**
     * Whether something is still open.
     *
     * @param depth where it was opened
     * @param serial what it was
     * @return false once it has ended
     */
    protected abstract boolean isOpen(int depth, long serial);

    /**
     * Requires that the calling thread owns the arena.
     *
     * @throws IllegalStateException on a wrong thread
     */
    protected abstract void requireOwner();

    /**
     * How something ended, for messages.
     *
     * @param serial what it was
     * @return such as "its scope had ended"
     */
    protected abstract String end(long serial);
}
