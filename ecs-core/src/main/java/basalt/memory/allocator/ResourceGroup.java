package basalt.memory.allocator;

import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.block.BumpCursor;
import basalt.memory.block.SliceLifetimes;

/**
 * Allocations of a {@link ResourceArena} that are freed together, such as the resources of one level.
 *
 * <p>A group and its slices die by {@link #free()}, or when the arena is cleared or closed. A new group of the same
 * name is another group.
 */
public final class ResourceGroup implements SliceAllocator, PromotionTarget {
    private final ResourceArena arena;
    private final String name;
    private final String label;
    private final BumpCursor cursor;
    private final Lifetime lifetime;

    ResourceGroup(ResourceArena arena, String name, String label, BumpCursor cursor) {
        this.arena = arena;
        this.name = name;
        this.label = label;
        this.cursor = cursor;
        this.lifetime = new Lifetime();
    }

    @Override
    public Slice allocate(long bytes, int alignment) {
        requireLive();
        return lifetime.slice(cursor.bump(bytes, alignment), bytes);
    }

    @Override
    public Slice tryAllocate(long bytes, int alignment) {
        requireLive();
        long address = cursor.tryBump(bytes, alignment);
        return address == 0 ? null : lifetime.slice(address, bytes);
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        return tryAllocate(bytes, alignment);
    }

    /**
     * Frees everything allocated in this group, and ends the group. Its chunks are kept for other groups of the arena.
     *
     * @throws IllegalStateException if the group is dead already, its arena is closed, or on the wrong thread
     */
    public void free() {
        requireLive();
        arena.free(this);
    }

    /**
     * The name of the group.
     *
     * @return the name that it was created with
     */
    public String name() {
        return name;
    }

    /**
     * Whether the group may still be used.
     *
     * @return false if it was freed, or its arena was cleared or closed
     */
    public boolean isLive() {
        return lifetime.isLive();
    }

    /**
     * The bytes allocated in this group now.
     *
     * @return bytes, including alignment gaps, without the unused tails of full chunks; 0 if the group is dead
     */
    public long usedBytes() {
        return cursor.usedBytes();
    }

    /**
     * The bytes of the chunks that this group holds.
     *
     * @return bytes, which no other group can use now; 0 if the group is dead
     */
    public long reservedBytes() {
        return cursor.reservedBytes();
    }

    /**
     * The most that {@link #usedBytes()} has ever been. Valid to call on a dead group.
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

    /** The bytes in the unused tails of full chunks. */
    long lostBytes() {
        return cursor.lostBytes();
    }

    /** Ends the group: its slices die, and its chunks go back to the arena. */
    void end() {
        lifetime.end();
        cursor.releaseAll();
    }

    private void requireLive() {
        arena.lifetimes().requireOpen();
        if (!isLive()) {
            throw new IllegalStateException(
                    label + " is dead, by its free() or by the arena's clear(): create a new group in "
                            + arena.lifetimes().allocator());
        }
    }

    /** The lifetime that all slices of a group share. It ends with the arena's epoch or earlier. */
    private final class Lifetime extends SliceLifetimes {
        private static final long SERIAL = 1;

        private final long epochSerial = arena.lifetimes().serial(0);

        Lifetime() {
            super(1);
            serials[0] = SERIAL;
        }

        boolean isLive() {
            return isLive(0, SERIAL);
        }

        /** SAFETY: the caller allocated these bytes for this group, and the end of the group releases them. */
        Slice slice(long address, long bytes) {
            return slice(0, SERIAL, address, bytes);
        }

        void end() {
            serials[0] = 0;
        }

        @Override
        public String allocator() {
            return arena.lifetimes().allocator();
        }

        @Override
        public IllegalStateException dead(int slot, long serial) {
            if (!arena.lifetimes().isOpen(0, epochSerial)) {
                return arena.lifetimes().dead(0, epochSerial);
            }
            return new IllegalStateException("slice used after its group in " + allocator()
                    + " was freed: allocate what must outlive the group in the arena itself");
        }
    }
}
