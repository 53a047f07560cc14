package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.BumpArena;
import basalt.memory.block.ScopeStack;
import java.util.List;
import org.agrona.collections.ArrayUtil;

/**
 * Memory for resources that live until the scene or level changes, freed all at once or by groups.
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
 * <p><b>Chunks.</b> Each group, and the arena for allocations outside groups, has its own chunks: 64 KiB, then double
 * each time up to 1 MiB, larger if a single request needs it, and only as large as the request if the source has no
 * more. So an allocation takes constant time and a group is freed as a whole, independent of other groups. Its chunks
 * are kept for other groups of this arena until {@link #trim()} or {@link #close()}.
 *
 * <p><b>Cap.</b> One cap covers all groups. Kept chunks go back to the source if a request would exceed the cap
 * otherwise.
 *
 * <p>Used bytes are those of all groups and of allocations outside groups, including alignment gaps, without the unused
 * tails of full chunks; computing them is linear in the number of groups. Fragmentation is the share of these tails in
 * the bytes of all chunks in use.
 *
 * <p>Memory from {@link #allocate} belongs to no group and lives until {@link #clear()}. An arena and its groups belong
 * to the thread that created the arena, and use by another thread throws.
 */
public final class ResourceArena implements Allocator, SliceAllocator, PromotionTarget {
    private static final String KIND = "resource arena";

    private final String name;
    private final BumpArena ungrouped;
    private ResourceGroup[] groups = {}; // live; replaced, never changed, because other threads read figures
    private long highWaterBytes;

    /**
     * Creates an arena. It takes its first chunk at its first allocation.
     *
     * @param source the source of chunks
     * @param name the name of the arena in messages; need not be unique
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code source} is null, {@code name} null or blank, or {@code capBytes} not
     *     positive
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public ResourceArena(MemorySource source, String name, long capBytes) {
        String label = BackingMemory.label(KIND, name);
        this.name = name;
        this.ungrouped = new BumpArena(KIND, name, new ScopeStack(label, label, "cleared"), source, capBytes);
    }

    /**
     * Creates a group, which is freed as a whole. It takes its first memory at its first allocation.
     *
     * @param groupName the name of the group in messages; unique among the live groups of this arena
     * @return the new group, which lives until {@link ResourceGroup#free()} or {@link #clear()}
     * @throws IllegalArgumentException if {@code groupName} is null or blank
     * @throws IllegalStateException if a live group has that name, the arena is closed, or on the wrong thread
     */
    public ResourceGroup group(String groupName) {
        lifetimes().requireOpen();
        String label = BackingMemory.label("resource group", groupName);
        for (ResourceGroup group : groups) {
            if (group.name().equals(groupName)) {
                throw new IllegalStateException(label + " already exists in "
                        + lifetimes().allocator() + ": free it first, or use another name");
            }
        }
        ResourceGroup group = new ResourceGroup(this, groupName, label, ungrouped.newCursor());
        groups = ArrayUtil.add(groups, group);
        return group;
    }

    @Override
    public Slice allocate(long bytes, int alignment) {
        return ungrouped.allocate(bytes, alignment);
    }

    @Override
    public Slice tryAllocate(long bytes, int alignment) {
        return ungrouped.tryAllocate(bytes, alignment);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        return tryAllocate(bytes, alignment);
    }

    /**
     * Frees everything, including all groups, and starts the next epoch. The chunks are kept.
     *
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public void clear() {
        lifetimes().requireOpen();
        endGroups();
        ungrouped.startEpoch();
    }

    /**
     * Gives unused chunks back to the source.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public long trim() {
        return ungrouped.trim();
    }

    /** {@return the name that the arena was created with} */
    public String name() {
        return name;
    }

    /**
     * The live groups, for diagnostics.
     *
     * @return a new list, in no particular order
     * @throws IllegalStateException on the wrong thread
     */
    public List<ResourceGroup> groups() {
        lifetimes().requireOwner();
        return List.of(groups);
    }

    /** {@return the number of the current epoch, from 0: the number of clears so far} */
    public long epoch() {
        return lifetimes().epoch();
    }

    @Override
    public long usedBytes() {
        long bytes = ungrouped.cursor().usedBytes();
        for (ResourceGroup group : groups) {
            bytes += group.usedBytes();
        }
        return bytes;
    }

    @Override
    public long reservedBytes() {
        return ungrouped.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return Math.max(highWaterBytes, usedBytes());
    }

    @Override
    public void close() {
        lifetimes().requireOwner();
        endGroups();
        ungrouped.close();
    }

    @Override
    public String toString() {
        return "ResourceArena[name=" + name + ", epoch=" + epoch() + ", usedBytes=" + usedBytes() + ", reservedBytes="
                + reservedBytes() + ", highWaterBytes=" + highWaterBytes()
                + (lifetimes().isClosed() ? ", closed]" : "]");
    }

    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        long lostBytes = ungrouped.cursor().lostBytes();
        long enteredBytes = ungrouped.cursor().reservedBytes();
        for (ResourceGroup group : groups) {
            lostBytes += group.lostBytes();
            enteredBytes += group.reservedBytes();
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

    /** The lifetimes of allocations outside groups; groups end with the epoch too. */
    ScopeStack lifetimes() {
        return ungrouped.scopes();
    }

    /** Ends a live group. */
    void free(ResourceGroup group) {
        highWaterBytes = highWaterBytes();
        groups = ArrayUtil.remove(groups, group);
        group.end();
    }

    private void endGroups() {
        highWaterBytes = highWaterBytes();
        for (ResourceGroup group : groups) {
            group.end();
        }
        groups = new ResourceGroup[0];
    }
}
