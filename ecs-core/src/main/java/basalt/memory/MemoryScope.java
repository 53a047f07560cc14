package basalt.memory;

/**
 * One open scope of an allocator: what is allocated while it is the innermost one is freed when it closes.
 *
 * <pre>{@code
 * try (MemoryScope scope = arena.open()) {
 *     Slice words = scope.allocate(512, 64);
 *     ...
 * }
 * }</pre>
 *
 * <p>Scopes nest, and close in the opposite order. Allocators reuse their scope objects: after {@link #close()} the
 * object may stand for a later scope of the same depth, so drop the reference.
 */
public interface MemoryScope extends SliceAllocator, AutoCloseable {
    /**
     * Closes this scope, and frees what was allocated in it. Constant time; nothing is given back to the memory source.
     *
     * @throws IllegalStateException if it is closed already, by itself or at the end of an iteration in which it was
     *     opened; if a scope or mark that was opened later is still open (both stay open then); if the allocator is
     *     closed; on a wrong thread
     */
    @Override
    void close();
}
