package basalt.memory.access;

/**
 * When something in a frame arena dies, for those whose object outlives its memory and is used again: what a {@link
 * basalt.memory.Slice} knows, without a new object each time.
 *
 * <p>Nothing ties it to memory but what uses it. For the thread of the arena that it was begun with.
 */
public final class ArenaLifetime {
    private ArenaAccess arena;
    private int depth;
    private long serial;

    /** Of nothing yet: not live. */
    public ArenaLifetime() {}

    /**
     * From now on this stands for what is allocated at this moment: it dies with the innermost scope or mark that is
     * open, or with the frame if none is.
     *
     * @param newArena where it is allocated
     */
    public void begin(ArenaAccess newArena) {
        if (arena != newArena) { // the same one again and again costs no write barrier
            arena = newArena;
        }
        depth = arena.innermostDepth();
        serial = arena.serialAt(depth);
    }

    /**
     * Where it was allocated.
     *
     * @return the arena of the last {@link #begin}; null before the first
     */
    public ArenaAccess arena() {
        return arena;
    }

    /**
     * Whether it is still there.
     *
     * @return false once its scope, mark or frame has ended, or its arena was closed
     */
    public boolean isLive() {
        return serial != 0 && arena.isOpen(depth, serial);
    }

    /**
     * Whether what is allocated now in an arena would die together with this.
     *
     * @param other the arena
     * @return true if this is live and of that arena, and nothing was opened since it began that is open still
     */
    public boolean isInnermost(ArenaAccess other) {
        return arena == other && isLive() && arena.innermostDepth() == depth;
    }

    /**
     * Requires that it is still there, and that this is its thread.
     *
     * @param what what it is called in messages
     * @param remedy what to do about it otherwise
     * @throws IllegalStateException if it is dead, the message says why; or on a wrong thread
     */
    public void requireLive(String what, String remedy) {
        if (!isLive()) {
            throw dead(what, remedy);
        }
        try {
            arena.requireOwner();
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    what + " is in the frame arena of another thread; give each thread and each system its own: "
                            + e.getMessage(),
                    e);
        }
    }

    private IllegalStateException dead(String what, String remedy) {
        String problem = serial == 0 ? what + " is empty" : what + " used after " + arena.end(serial);
        return new IllegalStateException(problem + "; " + remedy);
    }
}
