package basalt.memory.allocator;

import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;

/**
 * The memory of a {@link SharedPool}: slabs that are taken one by one and kept until the pool is closed. The table of
 * their addresses never grows. {@link #take} and {@link #close} need the pool's lock.
 */
final class SharedSlabs {
    private final SharedPoolLayout layout;
    private final BackingMemory backing;
    private final long[] addresses;
    private int taken;
    private volatile boolean exhausted;

    SharedSlabs(SharedPoolLayout layout, BackingMemory backing) {
        this.layout = layout;
        this.backing = backing;
        this.addresses = new long[layout.slabs()];
    }

    /** Whether all slabs are taken and their blocks are in the depot. Any thread. */
    boolean isExhausted() {
        return exhausted;
    }

    /**
     * Takes the next slab, if there is one, and adds its blocks to the depot so that the lowest ones are used first.
     */
    void take(SharedHandles handles, MagazineDepot depot) {
        if (taken < addresses.length) {
            int slab = taken;
            addresses[slab] = backing.take(layout.bytesOf(slab), layout.slabAlignment());
            taken++;
            int first = layout.firstSlot(slab);
            int end = first + layout.blocksOf(slab);
            int magazines = (end - first - 1) / layout.magazineBlocks() + 1;
            for (int i = magazines - 1; i >= 0; i--) {
                int from = first + i * layout.magazineBlocks();
                int to = Math.min(from + layout.magazineBlocks(), end);
                for (int slot = from; slot < to; slot++) {
                    handles.link(slot, slot + 1);
                }
                depot.pushNew(MagazineDepot.magazine(from, to - from));
            }
        }
        exhausted = taken == addresses.length;
    }

    /**
     * A view of a block. Any thread: a thread that sees the handle in the table also sees the slab's address, which was
     * written earlier.
     */
    Slice slice(SharedHandles handles, long handle) {
        int slot = handles.requireLive(handle);
        // SAFETY: only slots of taken slabs become live, and slabs are kept until all handles have ended.
        long address = addresses[layout.slabOf(slot)] + layout.offsetOf(slot);
        return handles.block(slot, handle, address, layout.blockBytes());
    }

    /** Gives all memory back. All handles must have ended. */
    void close() {
        for (int slab = 0; slab < taken; slab++) {
            backing.giveBack(addresses[slab], layout.bytesOf(slab));
        }
        taken = 0;
    }
}
