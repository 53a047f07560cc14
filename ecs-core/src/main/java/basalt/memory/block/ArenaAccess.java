package basalt.memory.block;

/**
 * The library's access to a frame arena: unchecked memory by address, and operations that users cannot call on an arena
 * that belongs to a world. All methods but {@link #moveToCurrentThread} are for the arena's thread.
 */
public abstract class ArenaAccess {
    /** Called by the arena's own implementation. */
    protected ArenaAccess() {}

    /** Marks the arena as owned by a world: users cannot close it. */
    public abstract void assignToWorld();

    /** Makes the calling thread the owner. The previous owner must have stopped using the arena. */
    public abstract void moveToCurrentThread();

    /**
     * Gives all memory back to the source, even if a world owns the arena or scopes or marks are open. Further calls do
     * nothing.
     */
    public abstract void close();

    /**
     * Ends the frame, and with it all open scopes, marks, phases and tags.
     *
     * @return false if a scope, mark, phase or tag was still open
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public abstract boolean resetAll();

    /**
     * The number of promotions requested in this frame.
     *
     * @return promotions
     */
    public abstract int promotions();

    /**
     * Ends a phase and a mark that were begun together, and all that is open inside. Releases what was allocated since,
     * unless a promotion was requested since: then it lives until the frame ends.
     *
     * @param phase the arena's open meter of the phase
     * @param mark from {@link #mark()}, still open
     * @param promotionsBefore the value of {@link #promotions()} when they were begun
     * @param hasFailed whether to refuse the promotions requested since, and release their memory
     * @return false if a scope, mark, phase or tag was still open
     * @throws IllegalStateException if the phase or the mark is not open here, or on the wrong thread
     */
    public abstract boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed);

    /**
     * Allocates memory without a view. Accesses are not checked, and the alignment only in strict mode. The memory
     * lives until the innermost open scope or mark ends, or the frame if none is open.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return the address
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws basalt.memory.NativeMemoryException if it would exceed the cap, or the source has no memory left
     * @throws IllegalStateException if the arena is closed
     */
    public abstract long allocateUnchecked(long bytes, int alignment);

    /**
     * Opens a mark.
     *
     * @return the mark, for {@link #release}, {@link #keep} and {@link #unwind}; never 0, never repeated
     * @throws IllegalStateException if the arena is closed
     */
    public abstract long mark();

    /**
     * Releases all that was allocated since the mark, and the mark with it.
     *
     * @param mark the innermost open mark
     * @throws IllegalStateException if it is not the innermost open mark; nothing changes
     */
    public abstract void release(long mark);

    /**
     * Ends a mark without releasing anything.
     *
     * @param mark the innermost open mark
     * @throws IllegalStateException if it is not the innermost open mark; nothing changes
     */
    public abstract void keep(long mark);

    /**
     * Ends a mark and all that was opened after it.
     *
     * @param mark an open mark
     * @return false if a scope or mark inside it was still open
     * @throws IllegalStateException if the mark is not open in this arena
     */
    public abstract boolean unwind(long mark);

    /**
     * Whether a mark is open, and nothing that was opened after it.
     *
     * @param mark a mark of this arena
     * @return false also if it has ended
     */
    public abstract boolean isInnermost(long mark);

    /**
     * The depth of the innermost scope or mark that must be ended: new allocations die with it.
     *
     * @return 0 for the frame
     */
    protected abstract int innermostDepth();

    /**
     * The serial of the scope or mark at a depth.
     *
     * @param depth a depth
     * @return the serial, never repeated; 0 if nothing is open there
     */
    protected abstract long serialAt(int depth);

    /**
     * Whether a scope or mark is still open.
     *
     * @param depth the depth at which it was opened
     * @param serial its serial
     * @return false once it has ended
     */
    protected abstract boolean isOpen(int depth, long serial);

    /**
     * Requires that the calling thread owns the arena.
     *
     * @throws IllegalStateException on the wrong thread
     */
    protected abstract void requireOwner();

    /**
     * Describes how a lifetime ended, for messages.
     *
     * @param serial its serial
     * @return a phrase such as "its scope had ended"
     */
    protected abstract String end(long serial);
}
