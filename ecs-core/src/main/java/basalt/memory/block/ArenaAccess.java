package basalt.memory.block;

import basalt.memory.MemorySource;

/**
 * The library's access to a frame arena: unchecked memory by address, and operations that users cannot call on an arena
 * that belongs to a world. All methods but {@link #moveToCurrentThread} are for the arena's thread.
 */
public abstract class ArenaAccess extends BumpArena {
    protected ArenaAccess(String kind, ScopeStack scopes, MemorySource source, long capBytes) {
        super(kind, "", scopes, source, capBytes);
    }

    /** Marks the arena as owned by a world: users cannot close it. */
    public abstract void assignToWorld();

    /** Ends the frame, and with it all open scopes, marks, phases and tags. Returns whether none was open. */
    public abstract boolean resetAll();

    /** The number of promotions requested in this frame. */
    public abstract int promotions();

    /**
     * Ends a phase and a mark that were begun together, and all that is open inside. Releases what was allocated since,
     * unless a promotion was requested since: then it lives until the frame ends. Returns whether nothing was open
     * inside.
     */
    public abstract boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed);

    /** Makes the calling thread the owner. The previous owner must have stopped using the arena. */
    public final void moveToCurrentThread() {
        scopes().adopt();
    }

    /** Whether a mark is open, and nothing that was opened after it. */
    public final boolean isInnermost(long mark) {
        return scopes().isInnermost(mark);
    }
}
