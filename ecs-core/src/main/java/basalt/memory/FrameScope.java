package basalt.memory;

/**
 * One open scope of a {@link FrameArena}: what is allocated while it is the innermost one dies when it closes.
 *
 * <pre>{@code
 * try (FrameScope scope = arena.open()) {
 *     Slice words = arena.allocate(512, 64);
 *     ...
 * }
 * }</pre>
 *
 * <p>Arenas reuse their scope objects: after {@link #close()} the object may stand for a later scope of the same depth,
 * so drop the reference. Confined to its arena's thread.
 */
public final class FrameScope implements AutoCloseable {
    private final FrameArena arena;
    private final int depth;
    private long serial;

    FrameScope(FrameArena arena, int depth) {
        this.arena = arena;
        this.depth = depth;
    }

    void begin(long newSerial) {
        serial = newSerial;
    }

    /**
     * Closes this scope. Constant time; nothing is given back to the memory source.
     *
     * @throws IllegalStateException if it is closed already, by itself or at the end of an iteration in which it was opened; if
     *     a scope or mark that was opened later is still open (both stay open then); if the arena is closed; on a wrong thread
     */
    @Override
    public void close() {
        arena.close(depth, serial);
        serial = 0;
    }

    @Override
    public String toString() {
        return "FrameScope[depth=" + depth + ", open=" + arena.isOpen(depth, serial) + "]";
    }
}
