package basalt.memory.block;

import basalt.internal.Friend;
import basalt.memory.MemorySource;
import basalt.memory.Slice;

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

    /** Whether a scope or mark is open that must be ended. */
    public final boolean hasOpenScope() {
        return scopes().open() > 0;
    }

    /** Whether a mark is open, and nothing that was opened after it. */
    public final boolean isInnermost(long mark) {
        return scopes().isInnermost(mark);
    }

    /**
     * The library's access to lists of longs, to append many at once: the memory of a list, whose length is its
     * capacity.
     */
    public abstract static class LongLists<L> extends Friend<L, Slice> {
        /** What was written behind the last element becomes so many elements. There is room for them. */
        public abstract void grow(L list, int count);
    }

    /**
     * The lifetime of memory in a frame arena, for objects that are reused for different memory: the check of a {@link
     * basalt.memory.Slice} without a new object each time.
     *
     * <p>It does not refer to the memory itself. For the thread of the arena passed to {@link #begin}.
     */
    public static final class Lifetime {
        private ArenaAccess arena;
        private int depth;
        private long serial;

        /**
         * Starts the lifetime of memory that is allocated now: it ends with the innermost open scope or mark, or with
         * the frame if none is open.
         */
        public void begin(ArenaAccess newArena) {
            if (arena != newArena) { // repeated use of one arena costs no write barrier
                arena = newArena;
            }
            ScopeStack scopes = arena.scopes();
            depth = scopes.innermostDepth();
            serial = scopes.serial(depth);
        }

        /** The arena of the memory. Returns the arena of the last {@link #begin}; null before the first. */
        public ArenaAccess arena() {
            return arena;
        }

        /** Whether the memory is live. Returns false if its scope, mark or frame has ended, or its arena was closed. */
        public boolean isLive() {
            return serial != 0 && arena.scopes().isOpen(depth, serial);
        }

        /** Whether memory allocated now in an arena would die together with this memory. */
        public boolean isInnermost(ArenaAccess other) {
            return arena == other && isLive() && arena.scopes().innermostDepth() == depth;
        }

        /** Requires that the memory is live and the calling thread owns the arena. */
        public void requireLive(String what, String remedy) {
            if (!isLive()) {
                throw dead(what, remedy);
            }
            try {
                arena.scopes().requireOwner();
            } catch (IllegalStateException e) {
                throw new IllegalStateException(
                        what + " is in the frame arena of another thread; give each thread and each system its own: "
                                + e.getMessage(),
                        e);
            }
        }

        private IllegalStateException dead(String what, String remedy) {
            String problem = serial == 0
                    ? what + " is empty"
                    : what + " used after " + arena.scopes().end(serial);
            return new IllegalStateException(problem + "; " + remedy);
        }
    }
}
