package basalt.memory.region;

import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.chunk.BumpCursor;

/**
 * What belongs together in a {@link ResourceArena} and is freed at once, such as the resources of one level.
 *
 * <p>Dies by {@link #free()}, or when its arena is cleared or closed, and its slices with it; a group that has died is
 * not revived, whatever its name. Confined to its arena's thread.
 */
public final class ResourceGroup implements PromotionTarget {
    private final ResourceArena arena;
    private final String name;
    private final String label;
    private final int slot;
    private final long serial;
    private final BumpCursor cursor;

    ResourceGroup(ResourceArena arena, String name, String label, int slot, long serial, BumpCursor cursor) {
        this.arena = arena;
        this.name = name;
        this.label = label;
        this.slot = slot;
        this.serial = serial;
        this.cursor = cursor;
    }

    /**
     * Allocates memory that lives as long as this group. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the arena's cap, or the source has no more; the group can be
     *     used further
     * @throws IllegalStateException if the group is dead, its arena is closed, or on a wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        requireLive();
        return arena.slice(slot, cursor.bump(bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the arena's cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the group is dead, its arena is closed, or on a wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        requireLive();
        long address = cursor.tryBump(bytes, alignment);
        return address == 0 ? null : arena.slice(slot, address, bytes);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        return tryAllocate(bytes, alignment);
    }

    /**
     * Frees everything that was allocated in this group, and ends the group. Its chunks are kept for the other groups
     * of the arena.
     *
     * @throws IllegalStateException if the group is dead already, its arena is closed, or on a wrong thread
     */
    public void free() {
        requireLive();
        arena.free(slot, cursor);
    }

    /**
     * What the group is called.
     *
     * @return the name it was created with
     */
    public String name() {
        return name;
    }

    /**
     * Whether the group may still be used.
     *
     * @return false once it was freed, or its arena was cleared or closed
     */
    public boolean isLive() {
        return arena.lifetimes().isCurrent(slot, serial);
    }

    /**
     * What is allocated in this group at the moment.
     *
     * @return bytes, with the gaps that alignment makes, without the unused tails of full chunks; 0 when the group is
     *     dead
     */
    public long usedBytes() {
        return cursor.usedBytes();
    }

    /**
     * What this group holds of its arena's chunks.
     *
     * @return bytes of the chunks that no other group can use while this one lives; 0 when the group is dead
     */
    public long reservedBytes() {
        return cursor.reservedBytes();
    }

    /**
     * The most that {@link #usedBytes()} has ever been. Also answers when the group is dead.
     *
     * @return bytes
     */
    public long highWaterBytes() {
        return cursor.highWaterBytes();
    }

    @Override
    public String toString() {
        return "ResourceGroup[name=" + name + ", usedBytes=" + usedBytes() + ", reservedBytes=" + reservedBytes()
                + ", highWaterBytes=" + highWaterBytes() + ", live=" + isLive() + "]";
    }

    /** Bytes of the unused tails of full chunks. */
    long lostBytes() {
        return cursor.lostBytes();
    }

    /** Gives the chunks back to the arena, which ends the group itself. */
    void releaseAll() {
        cursor.releaseAll();
    }

    private void requireLive() {
        arena.lifetimes().requireOpen();
        if (!isLive()) {
            throw new IllegalStateException(label + " is dead, by its free() or by the arena's clear(): ask "
                    + arena.lifetimes().allocator() + " for a new group");
        }
    }
}
