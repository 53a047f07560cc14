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

    /** Ends the frame, and with it all open scopes, marks, phases and tags. */
    public abstract boolean resetAll();

    /** The number of promotions requested in this frame. */
    public abstract int promotions();

    /**
     * Ends a phase and a mark that were begun together, and all that is open inside. Releases what was allocated since,
     * unless a promotion was requested since: then it lives until the frame ends.
     */
    public abstract boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed);

    /**
     * Allocates memory without a view. Accesses are not checked, and the alignment only in strict mode. The memory
     * lives until the innermost open scope or mark ends, or the frame if none is open.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     */
    public abstract long allocateUnchecked(long bytes, int alignment);

    /** Opens a mark. */
    public abstract long mark();

    public abstract void release(long mark);

    /** Ends a mark without releasing anything. */
    public abstract void keep(long mark);

    /** Ends a mark and all that was opened after it. */
    public abstract boolean unwind(long mark);

    /** Whether a mark is open, and nothing that was opened after it. */
    public abstract boolean isInnermost(long mark);

    /** The depth of the innermost scope or mark that must be ended: new allocations die with it. */
    protected abstract int innermostDepth();

    /** The serial of the scope or mark at a depth. Returns the serial, never repeated; 0 if nothing is open there. */
    protected abstract long serialAt(int depth);

    /** Whether a scope or mark is still open. */
    protected abstract boolean isOpen(int depth, long serial);

    /** Requires that the calling thread owns the arena. */
    protected abstract void requireOwner();

    /** Describes how a lifetime ended, for messages. */
    protected abstract String end(long serial);
}
