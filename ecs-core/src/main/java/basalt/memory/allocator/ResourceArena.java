package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.BumpArena;
import basalt.memory.block.BumpCursor;
import basalt.memory.block.ScopeStack;
import basalt.memory.block.SliceLifetimes;
import java.util.List;
import org.agrona.collections.ArrayUtil;

/**
 * Memory for resources that live until the scene or level changes, freed all at once or by groups.
 *
 * <pre>{@code
 * Group level = arena.group("level-3");
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
    private Group[] groups = {}; // live; replaced, never changed, because other threads read figures
    private long highWaterBytes;

    /**
     * Creates an arena. It takes its first chunk at its first allocation.
     *
     * @param name the name of the arena in messages; need not be unique
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
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
     * @return the new group, which lives until {@link Group#free()} or {@link #clear()}
     * @throws IllegalStateException if a live group has that name, the arena is closed, or on the wrong thread
     */
    public Group group(String groupName) {
        lifetimes().requireOpen();
        String label = BackingMemory.label("resource group", groupName);
        for (Group group : groups) {
            if (group.name().equals(groupName)) {
                throw new IllegalStateException(label + " already exists in "
                        + lifetimes().allocator() + ": free it first, or use another name");
            }
        }
        Group group = new Group(this, groupName, label, ungrouped.newCursor());
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

    /** Frees everything, including all groups, and starts the next epoch. The chunks are kept. */
    public void clear() {
        lifetimes().requireOpen();
        endGroups();
        ungrouped.startEpoch();
    }

    /**
     * Gives unused chunks back to the source.
     *
     * @return how many bytes were given back
     */
    public long trim() {
        return ungrouped.trim();
    }

    /** {@return the name that the arena was created with} */
    public String name() {
        return name;
    }

    /** {@return the live groups, for diagnostics, in no particular order} */
    public List<Group> groups() {
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
        for (Group group : groups) {
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
        for (Group group : groups) {
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
    void free(Group group) {
        highWaterBytes = highWaterBytes();
        groups = ArrayUtil.remove(groups, group);
        group.end();
    }

    private void endGroups() {
        highWaterBytes = highWaterBytes();
        for (Group group : groups) {
            group.end();
        }
        groups = new Group[0];
    }

    /**
     * Allocations of a {@link ResourceArena} that are freed together, such as the resources of one level.
     *
     * <p>A group and its slices die by {@link #free()}, or when the arena is cleared or closed. A new group of the same
     * name is another group.
     */
    public static final class Group implements SliceAllocator, PromotionTarget {
        private final ResourceArena arena;
        private final String name;
        private final String label;
        private final BumpCursor cursor;
        private final Lifetime lifetime;

        Group(ResourceArena arena, String name, String label, BumpCursor cursor) {
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
         * Frees everything allocated in this group, and ends the group. Its chunks are kept for other groups of the
         * arena.
         *
         * @throws IllegalStateException if the group is dead already, its arena is closed, or on the wrong thread
         */
        public void free() {
            requireLive();
            arena.free(this);
        }

        /** {@return the name that the group was created with} */
        public String name() {
            return name;
        }

        /** {@return whether the group may still be used; false if it was freed, or its arena was cleared or closed} */
        public boolean isLive() {
            return lifetime.isOpen();
        }

        /**
         * {@return the bytes allocated in this group now, including alignment gaps, without the unused tails of full
         * chunks; 0 if the group is dead}
         */
        public long usedBytes() {
            return cursor.usedBytes();
        }

        /**
         * {@return the bytes of the chunks that this group holds, which no other group can use now; 0 if the group is
         * dead}
         */
        public long reservedBytes() {
            return cursor.reservedBytes();
        }

        /** {@return the most that {@link #usedBytes()} has ever been} Valid to call on a dead group. */
        public long highWaterBytes() {
            return cursor.highWaterBytes();
        }

        @Override
        public String toString() {
            return "ResourceArena.Group[name=" + name + ", usedBytes=" + usedBytes() + ", reservedBytes="
                    + reservedBytes() + ", highWaterBytes=" + highWaterBytes() + ", live=" + isLive() + "]";
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
        private final class Lifetime extends SliceLifetimes.Single {
            private final long epochSerial = arena.lifetimes().serial(0);

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
}
