package basalt.memory.pool;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.chunk.BackingMemory;

/**
 * The memory of a {@link SharedPool}: slabs that are taken one after the other and stay until the end. The table of
 * their addresses never grows. A thread that takes or closes holds the pool's lock.
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

    /** Whether no more can be taken, and the blocks of all have come to the depot. Any thread. */
    boolean isExhausted() {
        return exhausted;
    }

    /**
     * Takes the next slab, if there is one, and brings its blocks to the depot, the lowest to come out first.
     *
     * @throws NativeMemoryException if the source refuses; nothing has changed then
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
     * A view of a block. Any thread that has seen the handle in the table: then it sees the address too, which was
     * there before the slot came into a magazine.
     */
    Slice slice(SharedHandles handles, long handle) {
        int slot = handles.requireLive(handle);
        // SAFETY: only slots of slabs that were taken come to life, and slabs stay until all lives have ended.
        long address = addresses[layout.slabOf(slot)] + layout.offsetOf(slot);
        return handles.block(slot, handle, address, layout.blockBytes());
    }

    /** Gives all memory back. No life is left. */
    void close() {
        for (int slab = 0; slab < taken; slab++) {
            backing.giveBack(addresses[slab], layout.bytesOf(slab));
        }
        taken = 0;
    }
}
