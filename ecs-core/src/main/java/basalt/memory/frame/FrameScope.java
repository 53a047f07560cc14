package basalt.memory.frame;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;

/**
 * One open scope of a {@link FrameArena}: what is allocated while it is the innermost one dies when it closes.
 *
 * <pre>{@code
 * try (FrameScope scope = arena.open()) {
 *     Slice words = scope.allocate(512, 64);
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
     * Allocates memory that lives until this scope closes, as {@link FrameArena#allocate(long, int)} does.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the arena can be used
     *     further
     * @throws IllegalStateException if this is not the innermost scope or mark, it or the arena is closed, or on a
     *     wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        arena.requireInnermost(depth, serial);
        return arena.allocate(bytes, alignment);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if this is not the innermost scope or mark, it or the arena is closed, or on a
     *     wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        arena.requireInnermost(depth, serial);
        return arena.tryAllocate(bytes, alignment);
    }

    /**
     * Closes this scope. Constant time; nothing is given back to the memory source.
     *
     * @throws IllegalStateException if it is closed already, by itself or at the end of an iteration in which it was
     *     opened; if a scope or mark that was opened later is still open (both stay open then); if the arena is closed;
     *     on a wrong thread
     */
    @Override
    public void close() {
        arena.close(depth, serial);
        serial = 0;
    }

    @Override
    public String toString() {
        return "FrameScope[depth=" + depth + ", open=" + arena.marks().isOpen(depth, serial) + "]";
    }
}
