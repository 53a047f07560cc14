package basalt.memory.region;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.chunk.AllocatorName;
import basalt.memory.chunk.BumpArena;
import basalt.memory.chunk.ScopeStack;

/**
 * Named scratch memory that lives across frames, until it is reset by hand.
 *
 * <p>For what is built up over several frames and thrown away as a whole: the open list of a path search, the buffers
 * of a loader. An allocation lives until {@link #reset()}. To allocate is to move a cursor through chunks of 64 KiB,
 * then twice as much each time up to 1 MiB, larger where a single request needs it, and just as large as that where the
 * source has no more. Nothing is freed singly; {@link #reset()} ends all slices at once and keeps the chunks, so that a
 * steady state takes nothing from the source.
 *
 * <p>Used bytes include the gaps that alignment makes, and not the unused tails of full chunks. Fragmentation is the
 * share of the entered chunks' bytes that lie in these tails.
 *
 * <p>The owner of the work holds the arena in a field and closes it; the name is for messages and diagnostics only. An
 * arena belongs to the thread that created it, and use by another one throws.
 */
public final class ScratchArena implements Allocator, SliceAllocator, PromotionTarget {
    private static final String KIND = "scratch arena";

    private final String name;
    private final BumpArena arena;

    /**
     * Creates an arena. It takes its first chunk at its first allocation.
     *
     * @param source where chunks come from
     * @param name what the arena is called in messages; need not be unique
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code source} is null, {@code name} null or blank, or {@code capBytes} not
     *     positive
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public ScratchArena(MemorySource source, String name, long capBytes) {
        String label = AllocatorName.of(KIND, name);
        this.name = name;
        this.arena = new BumpArena(KIND, name, new ScopeStack(label, label, "reset"), source, capBytes);
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
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public void reset() {
        arena.scopes().requireOpen();
        arena.startEpoch();
    }

    /**
     * Gives the chunks in which nothing is allocated back to the source; right after {@link #reset()} these are all.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public long trim() {
        return arena.trim();
    }

    /** {@return the name that the arena was created with} */
    public String name() {
        return name;
    }

    /** {@return the number of the current epoch, from 0: how often this arena has been reset} */
    public long epoch() {
        return arena.scopes().epoch();
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
        return "ScratchArena[name=" + name + ", epoch=" + epoch() + ", usedBytes=" + usedBytes() + ", reservedBytes="
                + reservedBytes() + ", highWaterBytes=" + highWaterBytes()
                + (arena.scopes().isClosed() ? ", closed]" : "]");
    }

    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return arena.snapshot();
    }
}
