package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.block.BumpArena;
import basalt.memory.block.ScopeStack;

/**
 * Scoped scratch memory: closing a scope frees everything allocated since it was opened.
 *
 * <pre>{@code
 * try (MemoryScope scope = stack.open()) {
 *     Slice distances = scope.allocate(rows * 4, 64);
 *     ...
 * }
 * }</pre>
 *
 * <p>Unlike a {@link basalt.memory.frame.FrameArena FrameArena}, it needs an open scope for each allocation and no
 * reset, so code can use it at any time. An allocation without an open scope throws {@link IllegalStateException}.
 *
 * <p>The stack grows by chunks, up to its cap: 64 KiB, then double each time up to 1 MiB, larger if a single request
 * needs it, and only as large as the request if the source has no more. Chunks are kept for later scopes; in a steady
 * state no memory is taken from the source and no garbage is made. All operations take constant time, except those that
 * enter or leave chunks.
 *
 * <p>Used bytes include the gaps that alignment makes, but not the unused tails of full chunks. Fragmentation is the
 * share of these tails in the bytes of all chunks in use.
 *
 * <p>A stack belongs to the thread that created it, and use by another thread throws.
 */
public final class StackAllocator implements Allocator, SliceAllocator {
    private static final String KIND = "stack allocator";

    private final BumpArena arena;

    /**
     * Creates a stack. It takes its first chunk at its first allocation.
     *
     * @param source the source of chunks
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code source} is null or {@code capBytes} not positive
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public StackAllocator(MemorySource source, long capBytes) {
        arena = new BumpArena(KIND, "", new ScopeStack(KIND, "its " + KIND, "closed"), source, capBytes);
    }

    /**
     * Opens a scope: what is allocated from now on is freed when it closes.
     *
     * @return the scope, an object that this stack reuses; close it before any scope that was opened earlier
     * @throws IllegalStateException if the stack is closed, or on the wrong thread
     */
    public MemoryScope open() {
        return arena.open();
    }

    @Override
    public Slice allocate(long bytes, int alignment) {
        requireScope();
        return arena.allocate(bytes, alignment);
    }

    @Override
    public Slice tryAllocate(long bytes, int alignment) {
        requireScope();
        return arena.tryAllocate(bytes, alignment);
    }

    /**
     * The number of open scopes.
     *
     * @return the depth of the innermost scope, counted from 1; 0 if none is open
     */
    public int depth() {
        return arena.scopes().depth();
    }

    @Override
    public long usedBytes() {
        return arena.cursor().usedBytes();
    }

    @Override
    public long reservedBytes() {
        return arena.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return arena.cursor().highWaterBytes();
    }

    @Override
    public void close() {
        arena.close();
    }

    @Override
    public String toString() {
        return "StackAllocator[depth=" + depth() + ", usedBytes=" + usedBytes() + ", reservedBytes=" + reservedBytes()
                + ", highWaterBytes=" + highWaterBytes() + (arena.scopes().isClosed() ? ", closed]" : "]");
    }

    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return arena.snapshot();
    }

    private void requireScope() {
        arena.scopes().requireOpen();
        if (depth() == 0) {
            throw new IllegalStateException("allocated without an open scope of the stack allocator: open() one first");
        }
    }
}
