package basalt.memory;

/**
 * An open scope of an allocator: closing it frees what was allocated while it was the innermost scope.
 *
 * <pre>{@code
 * try (MemoryScope scope = arena.open()) {
 *     Slice words = scope.allocate(512, 64);
 *     ...
 * }
 * }</pre>
 *
 * <p>Scopes nest and close in reverse order. Allocators reuse scope objects: after {@link #close()} the same object may
 * be returned for a later scope of the same depth, so drop the reference.
 */
public interface MemoryScope extends SliceAllocator, AutoCloseable {
    /**
     * Closes this scope and frees what was allocated in it. Constant time; no memory goes back to the source.
     *
     * @throws IllegalStateException if it is closed already, by a call or at the end of the iteration that opened it;
     *     if a scope or mark that was opened later is still open (both stay open); if the allocator is closed; on the
     *     wrong thread
     */
    @Override
    void close();
}
