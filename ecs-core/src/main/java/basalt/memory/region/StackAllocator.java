package basalt.memory.region;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.chunk.BumpArena;
import basalt.memory.chunk.ScopeStack;

/**
 * Scoped scratch memory: what was allocated since a scope was opened is freed when it closes.
 *
 * <pre>{@code
 * try (MemoryScope scope = stack.open()) {
 *     Slice distances = scope.allocate(rows * 4, 64);
 *     ...
 * }
 * }</pre>
 *
 * <p>There is no memory without a scope, which is the difference to a {@link basalt.memory.frame.FrameArena
 * FrameArena}: nothing waits for a reset, so the stack fits code that is called at any moment. An allocation without an
 * open scope throws {@link IllegalStateException}.
 *
 * <p>The stack grows by chunks: 64 KiB, then twice as much each time up to 1 MiB, larger where a single request needs
 * it, and just as large as that where the source has no more, never beyond its cap. Chunks are kept for the scopes to
 * come; in a steady state nothing is taken from the source and no garbage is made. All operations take constant time,
 * except for those that enter or leave chunks.
 *
 * <p>Used bytes include the gaps that alignment makes, and not the unused tails of full chunks. Fragmentation is the
 * share of the entered chunks' bytes that lie in these tails.
 *
 * <p>A stack belongs to the thread that created it, and use by another one throws.
 */
public final class StackAllocator implements Allocator, SliceAllocator {
    private static final String KIND = "stack allocator";

    private final BumpArena arena;

    /**
     * Creates a stack. It takes its first chunk at its first allocation.
     *
     * @param source where chunks come from
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
     * @return the scope, an object that this stack reuses; close it before any that was opened earlier
     * @throws IllegalStateException if the stack is closed, or on a wrong thread
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
     * How many scopes are open.
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
