package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.BumpArena;
import basalt.memory.block.ScopeStack;

/**
 * Scratch memory that is freed in bulk: at the end of a scope, or by {@link #reset()}.
 *
 * <pre>{@code
 * try (MemoryScope scope = scratch.open()) {       // temporary memory within a call
 *     Slice distances = scope.allocate(rows * 4, 64);
 *     ...
 * }
 * Slice openList = scratch.allocate(4096, 64);     // lives across frames, until reset()
 * }</pre>
 *
 * <p>For data that is built up over several frames and dropped as a whole, such as the open list of a path search, and
 * for temporary results of a call. Unlike a {@link basalt.memory.frame.FrameArena FrameArena}, it has no frames, so
 * code can use it at any time. An allocation belongs to the innermost open scope, or lives until {@link #reset()} if
 * none is open.
 *
 * <p>Allocating moves a cursor through chunks of 64 KiB, then double each time up to 1 MiB, larger if a single request
 * needs it, and only as large as the request if the source has no more. Chunks are kept, so that a steady state takes
 * no memory from the source and makes no garbage. All operations take constant time, except those that enter or leave
 * chunks.
 *
 * <p>Used bytes include the gaps that alignment makes, but not the unused tails of full chunks. Fragmentation is the
 * share of these tails in the bytes of all chunks in use.
 *
 * <p>The name is only for messages and diagnostics. An arena belongs to the thread that created it, and use by another
 * thread throws.
 */
public final class ScratchArena implements Allocator, SliceAllocator, PromotionTarget {
    private static final String KIND = "scratch arena";

    private final String name;
    private final BumpArena arena;

    /**
     * Creates an arena. It takes its first chunk at its first allocation.
     *
     * @param name the name of the arena in messages; need not be unique
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     */
    public ScratchArena(MemorySource source, String name, long capBytes) {
        String label = BackingMemory.label(KIND, name);
        this.name = name;
        this.arena = new BumpArena(KIND, name, new ScopeStack(label, label, "reset"), source, capBytes);
    }

    /**
     * Opens a scope: what is allocated from now on is freed when it closes.
     *
     * @return the scope, an object that this arena reuses; close it before any scope that was opened earlier
     */
    public MemoryScope open() {
        return arena.open();
    }

    @Override
    public Slice allocate(long bytes, int alignment) {
        return arena.allocate(bytes, alignment);
    }

    @Override
    public Slice tryAllocate(long bytes, int alignment) {
        return arena.tryAllocate(bytes, alignment);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        return tryAllocate(bytes, alignment);
    }

    /**
     * Frees everything: all slices die, and the next epoch begins. The chunks are kept.
     *
     * @throws IllegalStateException if a scope is open, the arena is closed, or on the wrong thread
     */
    public void reset() {
        arena.scopes().requireNoneOpen();
        arena.startEpoch();
    }

    /**
     * Gives unused chunks back to the source; directly after {@link #reset()} these are all chunks.
     *
     * @return how many bytes were given back
     */
    public long trim() {
        return arena.trim();
    }

    /** {@return the name that the arena was created with} */
    public String name() {
        return name;
    }

    /** {@return the number of the current epoch, from 0: the number of resets so far} */
    public long epoch() {
        return arena.scopes().epoch();
    }

    /** {@return the number of open scopes} */
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
        return "ScratchArena[name=" + name + ", epoch=" + epoch() + ", depth=" + depth() + ", usedBytes=" + usedBytes()
                + ", reservedBytes=" + reservedBytes() + ", highWaterBytes=" + highWaterBytes()
                + (arena.scopes().isClosed() ? ", closed]" : "]");
    }

    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return arena.snapshot();
    }
}
