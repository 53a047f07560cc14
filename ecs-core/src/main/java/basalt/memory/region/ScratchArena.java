package basalt.memory.region;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.chunk.AllocatorName;
import basalt.memory.chunk.BumpCursor;
import basalt.memory.chunk.ChunkStore;
import basalt.memory.chunk.Reserve;

/**
 * Named scratch memory that lives across frames, until it is reset by hand.
 *
 * <p>For what is built up over several frames and thrown away as a whole: the open list of a path search, the buffers
 * of a loader. To allocate is to move a cursor through chunks of 64 KiB, then twice as much each time up to 1 MiB,
 * larger where a single request needs it, and just as large as that where the source has no more. Nothing is freed
 * singly; {@link #reset()} ends all slices at once and keeps the chunks, so that a steady state takes nothing from the
 * source.
 *
 * <p>The owner of the work holds the pool in a field and closes it; the name is for messages and diagnostics only. A
 * pool belongs to the thread that created it, and use by another one throws. The figures may be read anywhere, but are
 * exact on the owner's thread only.
 */
public final class ScratchArena implements Allocator, PromotionTarget, AutoCloseable {
    private static final String KIND = "scratch arena";

    private final String name;
    private final ChunkStore chunks;
    private final BumpCursor cursor;
    private final EpochLifetimes lifetimes;

    /**
     * Creates a pool. It takes its first chunk at its first allocation.
     *
     * @param source where chunks come from
     * @param name what the pool is called in messages; need not be unique
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code source} is null, {@code name} null or blank, or {@code capBytes} not
     *     positive
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public ScratchArena(MemorySource source, String name, long capBytes) {
        String label = AllocatorName.of(KIND, name);
        this.name = name;
        this.chunks = new ChunkStore(new Reserve(label, source, capBytes));
        this.cursor = new BumpCursor(chunks);
        this.lifetimes = new EpochLifetimes(label, "reset");
    }

    /**
     * Allocates memory that lives until {@link #reset()}. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the pool can be used further
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        lifetimes.requireOpen();
        return slice(cursor.bump(bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        lifetimes.requireOpen();
        long address = cursor.tryBump(bytes, alignment);
        return address == 0 ? null : slice(address, bytes);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        return tryAllocate(bytes, alignment);
    }

    /**
     * Frees everything: all slices die, and the next epoch begins. The chunks are kept.
     *
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public void reset() {
        lifetimes.requireOpen();
        cursor.releaseAll();
        lifetimes.startEpoch();
    }

    /**
     * Gives the chunks in which nothing is allocated back to the source; right after {@link #reset()} these are all.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the pool is closed, or on a wrong thread
     */
    public long trim() {
        lifetimes.requireOpen();
        return chunks.trim();
    }

    /**
     * What the pool is called.
     *
     * @return the name it was created with
     */
    public String name() {
        return name;
    }

    /**
     * How often this pool has been reset.
     *
     * @return the number of the current epoch, from 0
     */
    public long epoch() {
        return lifetimes.epoch();
    }

    /**
     * What is allocated at the moment.
     *
     * @return bytes, with the gaps that alignment makes, without the unused tails of full chunks
     */
    public long usedBytes() {
        return cursor.usedBytes();
    }

    /**
     * What this pool holds of its source.
     *
     * @return bytes of all chunks, used or kept
     */
    public long reservedBytes() {
        return chunks.reservedBytes();
    }

    /**
     * The most that {@link #usedBytes()} has ever been, over all epochs.
     *
     * @return bytes
     */
    public long highWaterBytes() {
        return cursor.highWaterBytes();
    }

    /**
     * Gives all memory back to the source. Further calls do nothing.
     *
     * @throws IllegalStateException on a wrong thread
     */
    @Override
    public void close() {
        lifetimes.requireOwner();
        if (!lifetimes.isClosed()) {
            lifetimes.close();
            cursor.releaseAll();
            chunks.trim();
        }
    }

    @Override
    public String toString() {
        return "ScratchArena[name=" + name + ", epoch=" + epoch() + ", usedBytes=" + usedBytes() + ", reservedBytes="
                + reservedBytes() + ", highWaterBytes=" + highWaterBytes() + (lifetimes.isClosed() ? ", closed]" : "]");
    }

    /**
     * {@inheritDoc}
     *
     * <p>Fragmentation is the share of the entered chunks' bytes that lie in the unused tails of full ones. The gaps
     * that alignment makes count as used.
     *
     * @return figures that do not change any more
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return new AllocatorSnapshot(
                KIND,
                name,
                usedBytes(),
                reservedBytes(),
                highWaterBytes(),
                AllocatorSnapshot.NOT_COUNTED,
                AllocatorSnapshot.share(cursor.lostBytes(), cursor.reservedBytes()));
    }

    private Slice slice(long address, long bytes) {
        return lifetimes.slice(EpochLifetimes.WHOLE_EPOCH, address, bytes);
    }
}
