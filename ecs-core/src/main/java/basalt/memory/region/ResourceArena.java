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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Memory for what lives until the scene or level changes, freed all at once or by groups.
 *
 * <pre>{@code
 * ResourceGroup level = arena.group("level-3");
 * Slice mesh = level.allocate(meshBytes, 64);
 * Slice font = arena.allocate(fontBytes, 64);
 * ...
 * level.free();   // mesh dies, font lives
 * arena.clear();  // everything dies
 * }</pre>
 *
 * <p><b>Chunks.</b> Each group, and the arena itself for what belongs to none, cuts its memory from chunks of its own:
 * the first of 64 KiB, then twice as much each time up to 1 MiB, larger where a single request needs it, and just as
 * large as that where the source has no more. So a group takes
 * constant time for each allocation and goes as a whole, whatever was allocated between by others. Its chunks are kept
 * for the other groups of this arena until {@link #trim()} or {@link #close()}.
 *
 * <p><b>Cap.</b> One cap covers all groups. Kept chunks never stand in its way: they go back to the source where a
 * request would exceed the cap otherwise.
 *
 * <p>An arena and its groups belong to the thread that created the arena, and use by another one throws. The figures
 * may be read anywhere, but are exact on the owner's thread only.
 */
public final class ResourceArena implements Allocator, PromotionTarget, AutoCloseable {
    private static final String KIND = "resource arena";

    private final String name;
    private final ChunkStore chunks;
    private final BumpCursor ungrouped;
    private final EpochLifetimes lifetimes;
    private ResourceGroup[] groups = new ResourceGroup[8]; // by slot; null where none lives
    private long highWaterBytes;

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
    public ResourceArena(MemorySource source, String name, long capBytes) {
        String label = AllocatorName.of(KIND, name);
        this.name = name;
        this.chunks = new ChunkStore(new Reserve(label, source, capBytes));
        this.ungrouped = new BumpCursor(chunks);
        this.lifetimes = new EpochLifetimes(label, "cleared");
    }

    /**
     * Begins a group: what is allocated there can be freed at once. Takes no memory before its first allocation.
     *
     * @param groupName what the group is called in messages; no living group of this arena has the same
     * @return the new group, which lives until {@link ResourceGroup#free()} or {@link #clear()}
     * @throws IllegalArgumentException if {@code groupName} is null or blank
     * @throws IllegalStateException if a living group has that name, the arena is closed, or on a wrong thread
     */
    public ResourceGroup group(String groupName) {
        lifetimes.requireOpen();
        String label = AllocatorName.of("resource group", groupName);
        for (ResourceGroup group : groups) {
            if (group != null && group.name().equals(groupName)) {
                throw new IllegalStateException(
                        label + " lives already in " + lifetimes.allocator() + ": free it first, or take another name");
            }
        }
        int slot = lifetimes.begin();
        if (slot >= groups.length) {
            groups = Arrays.copyOf(groups, lifetimes.slots());
        }
        ResourceGroup group =
                new ResourceGroup(this, groupName, label, slot, lifetimes.serial(slot), new BumpCursor(chunks));
        groups[slot] = group;
        return group;
    }

    /**
     * Allocates memory that belongs to no group and lives until {@link #clear()}. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the arena can be used
     *     further
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        lifetimes.requireOpen();
        return slice(EpochLifetimes.WHOLE_EPOCH, ungrouped.bump(bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        lifetimes.requireOpen();
        long address = ungrouped.tryBump(bytes, alignment);
        return address == 0 ? null : slice(EpochLifetimes.WHOLE_EPOCH, address, bytes);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        return tryAllocate(bytes, alignment);
    }

    /**
     * Frees everything, all groups included, and begins the next epoch. The chunks are kept.
     *
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public void clear() {
        lifetimes.requireOpen();
        releaseAll();
        lifetimes.startEpoch();
    }

    /**
     * Gives the chunks that no group uses back to the source.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public long trim() {
        lifetimes.requireOpen();
        return chunks.trim();
    }

    /**
     * What the arena is called.
     *
     * @return the name it was created with
     */
    public String name() {
        return name;
    }

    /**
     * The groups that live at the moment, for diagnostics.
     *
     * @return a list of its own, in no particular order
     * @throws IllegalStateException on a wrong thread
     */
    public List<ResourceGroup> groups() {
        lifetimes.requireOwner();
        List<ResourceGroup> living = new ArrayList<>();
        for (ResourceGroup group : groups) {
            if (group != null) {
                living.add(group);
            }
        }
        return living;
    }

    /**
     * How often this arena has been cleared.
     *
     * @return the number of the current epoch, from 0
     */
    public long epoch() {
        return lifetimes.epoch();
    }

    /**
     * What is allocated at the moment, in groups or not. Takes time with the number of groups.
     *
     * @return bytes, with the gaps that alignment makes, without the unused tails of full chunks
     */
    public long usedBytes() {
        long bytes = ungrouped.usedBytes();
        for (ResourceGroup group : groups) {
            if (group != null) {
                bytes += group.usedBytes();
            }
        }
        return bytes;
    }

    /**
     * What this arena holds of its source.
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
        return Math.max(highWaterBytes, usedBytes());
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
            releaseAll();
            chunks.trim();
        }
    }

    @Override
    public String toString() {
        return "ResourceArena[name=" + name + ", epoch=" + epoch() + ", usedBytes=" + usedBytes() + ", reservedBytes="
                + reservedBytes() + ", highWaterBytes=" + highWaterBytes() + (lifetimes.isClosed() ? ", closed]" : "]");
    }

    /**
     * {@inheritDoc}
     *
     * <p>Fragmentation is the share of the entered chunks' bytes that lie in the unused tails of full ones; all groups
     * count, and the gaps that alignment makes count as used. Takes time with the number of groups.
     *
     * @return figures that do not change any more
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        long lostBytes = ungrouped.lostBytes();
        long enteredBytes = ungrouped.reservedBytes();
        for (ResourceGroup group : groups) {
            if (group != null) {
                lostBytes += group.lostBytes();
                enteredBytes += group.reservedBytes();
            }
        }
        return new AllocatorSnapshot(
                KIND,
                name,
                usedBytes(),
                reservedBytes(),
                highWaterBytes(),
                AllocatorSnapshot.NOT_COUNTED,
                AllocatorSnapshot.share(lostBytes, enteredBytes));
    }

    EpochLifetimes lifetimes() {
        return lifetimes;
    }

    Slice slice(int slot, long address, long bytes) {
        return lifetimes.slice(slot, address, bytes);
    }

    /** Frees what a living group has allocated, and forgets the group. */
    void free(int slot, BumpCursor cursor) {
        highWaterBytes = highWaterBytes();
        cursor.releaseAll();
        groups[slot] = null;
        lifetimes.end(slot);
    }

    private void releaseAll() {
        highWaterBytes = highWaterBytes();
        ungrouped.releaseAll();
        for (ResourceGroup group : groups) {
            if (group != null) {
                group.releaseAll();
            }
        }
        Arrays.fill(groups, null);
    }
}
