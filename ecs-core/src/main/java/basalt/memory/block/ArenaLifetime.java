package basalt.memory.block;

/**
 * The lifetime of memory in a frame arena, for objects that are reused for different memory: the check of a {@link
 * basalt.memory.Slice} without a new object each time.
 *
 * <p>It does not refer to the memory itself. For the thread of the arena passed to {@link #begin}.
 */
public final class ArenaLifetime {
    private ArenaAccess arena;
    private int depth;
    private long serial;

    /**
     * Starts the lifetime of memory that is allocated now: it ends with the innermost open scope or mark, or with the
     * frame if none is open.
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
