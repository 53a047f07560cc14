package basalt.memory.allocator;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Blocks of one size in slabs.
 *
 * <pre>
 *   slot = slab number | position in the slab
 *
 *   slab 0: full          slab 1: vacant        slab 2                 slab 3
 *   +----+----+----+      given back, its       +----+----+----+       +----+----+----+
 *   | a  | b  | c  |      slots keep their      | d  |    |    |       |    | e  |    |
 *   +----+----+----+      generations           +----+----+----+       +----+----+----+
 *                                               free list: 1, 2        free list: 2, 0
 *
 *   current: 2    is allocated from; the end of its free list is at hand
 *   open: 3       the others that have a free block; the last one becomes current when the current one is full
 * </pre>
 *
 * <p>Each slab has its own LIFO free list in its own memory, so a slab is given back together with its list. Allocation
 * uses one slab until it is full, so that others can become empty. Vacant numbers are reused, the lowest first, unless
 * all slots of the number are retired.
 *
 * <p>The state of the current slab is in fields: allocating and freeing in it touch the end of its list and the
 * handle's slot, but no table of slabs.
 */
final class SlabBlocks implements BlockAllocator.HandledBlocks {
    private static final int NONE = -1;

    private final Handles handles;
    private final BackingMemory backing;
    private final Layout layout;

    private long[] addresses = new long[4]; // 0: vacant
    private int[] freeCounts = new int[4]; // not valid for the current slab
    private int[] usableCounts = new int[4]; // blocks that are not retired
    private int[] open = new int[4];
    private int openCount;
    private int current = NONE;
    private long freeStart; // address of the current slab's free list; 0 if there is no current slab
    private long freeEnd; // address behind its last entry
    private int slabCount; // numbers in use or vacant
    private int heldSlabs; // numbers in use
    private int firstVacant; // no number below it is vacant
    private int liveBlocks;
    private int peakBlocks;
    private BlockAges ages; // null unless ages are recorded

    SlabBlocks(Handles handles, BackingMemory backing, Layout layout) {
        this.handles = handles;
        this.backing = backing;
        this.layout = layout;
    }

    Layout layout() {
        return layout;
    }

    @Override
    public Handles handlesOf(long handle) {
        return handles;
    }

    Handles handles() {
        return handles;
    }

    BackingMemory backing() {
        return backing;
    }

    @Override
    public int liveBlocks() {
        return liveBlocks;
    }

    @Override
    public long usedBytes() {
        return liveBlocks * layout.blockBytes();
    }

    @Override
    public long peakBytes() {
        return Math.max(peakBlocks, liveBlocks) * layout.blockBytes();
    }

    @Override
    public long allocateFree(long bytes, int alignment) {
        return allocate();
    }

    @Override
    public long leastBytesFor(long bytes, int alignment) {
        return layout.slabBytes();
    }

    @Override
    public long allocateMore(long bytes, int alignment) {
        grow();
        return allocate();
    }

    @Override
    public long blockBytesHeld() {
        return (long) heldSlabs * layout.blocksPerSlab() * layout.blockBytes();
    }

    /** Whether the frame of each allocation is recorded. */
    boolean recordsAges() {
        return ages != null;
    }

    /** Starts a frame. The first call starts to record the frame of each allocation. */
    void startFrame() {
        if (ages == null) {
            ages = new BlockAges(slabCount << layout.slotShift());
        }
        ages.startFrame();
    }

    /** The number of blocks that were freed in the frame of their allocation. */
    long shortLivedFrees() {
        return ages == null ? 0 : ages.shortLived();
    }

    /** Takes a free block; 0 if there is none. Constant time. */
    long allocate() {
        if (freeEnd == freeStart && !enterOpenSlab()) {
            return 0;
        }
        // SAFETY: freeEnd > freeStart, so there is an entry below it in the free list of a slab that is not vacant.
        freeEnd -= Integer.BYTES;
        int slot = UnsafeApi.getInt(null, freeEnd);
        liveBlocks++;
        if (ages != null) {
            ages.allocated(slot);
        }
        return handles.begin(slot);
    }

    /** Constant time. */
    @Override
    public long free(long handle) {
        int slot = handles.requireLive(handle);
        int slab = slot >>> layout.slotShift();
        peakBlocks = Math.max(peakBlocks, liveBlocks); // updated only here: the peak is always reached before a free
        liveBlocks--;
        if (ages != null) {
            ages.freed(slot);
        }
        if (!handles.end(slot)) {
            retire(slab);
        } else if (slab == current) {
            // SAFETY: the slot was not in the list, so the list has room for one more entry; the slab is not vacant.
            UnsafeApi.putInt(null, freeEnd, slot);
            freeEnd += Integer.BYTES;
        } else {
            pushFree(slab, slot);
        }
        return layout.blockBytes();
    }

    /** Replaces the full current slab by the slab that was opened last. Returns false if no slab is open. */
    private boolean enterOpenSlab() {
        leaveCurrent();
        if (openCount == 0) {
            return false;
        }
        current = open[--openCount];
        freeStart = freeListEntry(current, 0);
        freeEnd = freeListEntry(current, freeCounts[current]);
        return true;
    }

    /** Moves the state of the current slab to the tables; then there is no current slab. */
    private void leaveCurrent() {
        if (current == NONE) {
            return;
        }
        int count = (int) (freeEnd - freeStart) / Integer.BYTES;
        freeCounts[current] = count;
        if (count > 0) {
            open[openCount++] = current; // each slab at most once, so there is room
        }
        current = NONE;
        freeStart = 0;
        freeEnd = 0;
    }

    /** Retires a block of a slab, and the slab itself if it was the last usable block. */
    private void retire(int slab) {
        if (--usableCounts[slab] == 0) {
            leaveCurrent();
            vacate(slab);
        }
    }

    @Override
    public Slice slice(long handle) {
        int slot = handles.requireLive(handle);
        return handles.slice(slot, address(slot), layout.blockBytes());
    }

    /** Wraps a block in a buffer; the block must not be larger than a buffer can be. */
    void wrap(long handle, UnsafeBuffer buffer) {
        // SAFETY: these bytes are the block of a live slot.
        buffer.wrap(address(handles.requireLive(handle)), (int) layout.blockBytes());
    }

    /** SAFETY: the slab of a live slot is not vacant, and only positions below blocksPerSlab are ever used. */
    private long address(int slot) {
        int slab = slot >>> layout.slotShift();
        long position = slot & ((1 << layout.slotShift()) - 1);
        return addresses[slab] + position * layout.blockBytes();
    }

    /** Takes another slab and adds its blocks as free. */
    void grow() {
        int slab = vacantNumber();
        if (slab >= handles.maxSlots() >>> layout.slotShift()) {
            throw new NativeMemoryException(
                    handles.allocator() + " has no more than " + handles.maxSlots() + " handles",
                    layout.slabBytes(),
                    backing.reservedBytes());
        }
        ensureNumber(slab);
        long address = backing.take(layout.slabBytes(), layout.slabAlignment());
        addresses[slab] = address;
        heldSlabs++;
        if (slab == slabCount) {
            slabCount++;
            usableCounts[slab] = layout.blocksPerSlab();
        }
        firstVacant = slab + 1;
        int firstSlot = slab << layout.slotShift();
        for (int slot = firstSlot + layout.blocksPerSlab() - 1; slot >= firstSlot; slot--) {
            if (!handles.isRetired(slot)) {
                pushFree(slab, slot);
            }
        }
    }

    @Override
    public long trim() {
        leaveCurrent();
        long before = backing.reservedBytes();
        for (int slab = 0; slab < slabCount; slab++) {
            if (addresses[slab] != 0 && freeCounts[slab] == usableCounts[slab]) {
                vacate(slab);
            }
        }
        int kept = 0;
        for (int i = 0; i < openCount; i++) {
            if (addresses[open[i]] != 0) {
                open[kept++] = open[i];
            }
        }
        openCount = kept;
        return before - backing.reservedBytes();
    }

    @Override
    public void close() {
        peakBlocks = Math.max(peakBlocks, liveBlocks);
        handles.close();
        leaveCurrent();
        openCount = 0;
        liveBlocks = 0;
        for (int slab = 0; slab < slabCount; slab++) {
            if (addresses[slab] != 0) {
                vacate(slab);
            }
        }
    }

    private void vacate(int slab) {
        backing.giveBack(addresses[slab], layout.slabBytes());
        addresses[slab] = 0;
        heldSlabs--;
        freeCounts[slab] = 0;
        firstVacant = Math.min(firstVacant, slab);
    }

    private void pushFree(int slab, int slot) {
        int count = freeCounts[slab]++;
        // SAFETY: the slot was not in the list, so count < blocksPerSlab and the list has room; its slab is not vacant.
        UnsafeApi.putInt(null, freeListEntry(slab, count), slot);
        if (count == 0) {
            open[openCount++] = slab; // each slab at most once, so there is room
        }
    }

    private long freeListEntry(int slab, int position) {
        return addresses[slab] + layout.freeListOffset() + (long) position * Integer.BYTES;
    }

    private int vacantNumber() {
        int slab = firstVacant;
        while (slab < slabCount && (addresses[slab] != 0 || usableCounts[slab] == 0)) {
            slab++;
        }
        return slab;
    }

    private void ensureNumber(int slab) {
        int slots = (slab + 1) << layout.slotShift();
        handles.ensureSlots(slots);
        if (ages != null) {
            ages.ensureSlots(slots);
        }
        if (slab >= addresses.length) {
            int length = addresses.length * 2;
            open = Arrays.copyOf(open, length);
            usableCounts = Arrays.copyOf(usableCounts, length);
            freeCounts = Arrays.copyOf(freeCounts, length);
            addresses = Arrays.copyOf(addresses, length);
        }
    }

    /** The frame in which each block of a pool was allocated, to count the blocks that are freed in the same frame. */
    private static final class BlockAges {
        private int[] allocatedIn;
        private int frame = 1; // 0 is the value of slots that were never allocated
        private long shortLived;

        BlockAges(int slots) {
            allocatedIn = new int[slots];
        }

        /** Grows the table for slots 0 to {@code slots - 1}. */
        void ensureSlots(int slots) {
            if (slots > allocatedIn.length) {
                allocatedIn = Arrays.copyOf(allocatedIn, Math.max(slots, allocatedIn.length * 2));
            }
        }

        void startFrame() {
            frame++;
        }

        void allocated(int slot) {
            allocatedIn[slot] = frame;
        }

        void freed(int slot) {
            if (allocatedIn[slot] == frame) {
                shortLived++;
            }
        }

        /** The number of blocks that were freed in the frame of their allocation. */
        long shortLived() {
            return shortLived;
        }
    }

    /**
     * The layout of a slab of equal blocks.
     *
     * <pre>
     *   0          blockBytes                            freeListOffset              slabBytes
     *   v          v                                     v                           v
     *   +----------+----------+- - - - - -+----------+---+------+------+- - - -+-----+
     *   | block 0  | block 1  |           | last     |pad| int  | int  |       | int |
     *   +----------+----------+- - - - - -+----------+---+------+------+- - - -+-----+
     *                                                    free list: room for each block
     * </pre>
     *
     * <p>The free list is behind the blocks, not inside them, so that an unchecked write to a freed block cannot damage
     * it.
     *
     * @param blockBytes size of a block: a multiple of the alignment
     * @param alignment the alignment of each block in bytes
     * @param blocksPerSlab the number of blocks in a slab
     * @param slotShift the number of bits of a block's position in a slot; the slab's number is above them
     * @param freeListOffset the offset of the free list
     * @param slabBytes the size of a slab
     */
    record Layout(
            long blockBytes, int alignment, int blocksPerSlab, int slotShift, long freeListOffset, long slabBytes) {
        static final int MAX_BLOCKS_PER_SLAB = 1 << 20;

        private static final int USUAL_SLAB_BYTES = 64 * 1024;
        private static final int USUAL_MIN_BLOCKS = 8;
        private static final int USUAL_MAX_BLOCKS = 4096;

        /** A layout with slabs of about 64 KiB, but at least 8 and at most 4096 blocks. */
        static Layout of(long blockBytes, int alignment) {
            MemorySource.requireValid(blockBytes, alignment);
            long fitting = USUAL_SLAB_BYTES / Math.max(blockBytes, alignment);
            return of(blockBytes, alignment, (int) Math.min(USUAL_MAX_BLOCKS, Math.max(USUAL_MIN_BLOCKS, fitting)));
        }

        static Layout of(long blockBytes, int alignment, int blocksPerSlab) {
            MemorySource.requireValid(blockBytes, alignment);
            if (blocksPerSlab <= 0 || blocksPerSlab > MAX_BLOCKS_PER_SLAB) {
                throw new IllegalArgumentException(
                        "blocksPerSlab must be from 1 to " + MAX_BLOCKS_PER_SLAB + ": blocksPerSlab=" + blocksPerSlab);
            }
            try {
                long rounded = roundUp(blockBytes, alignment);
                long freeListOffset = roundUp(Math.multiplyExact(rounded, blocksPerSlab), Integer.BYTES);
                long slabBytes = Math.addExact(freeListOffset, (long) blocksPerSlab * Integer.BYTES);
                int slotShift = Integer.SIZE - Integer.numberOfLeadingZeros(blocksPerSlab - 1);
                return new Layout(rounded, alignment, blocksPerSlab, slotShift, freeListOffset, slabBytes);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(
                        "a slab would be larger than the address space: blockBytes=" + blockBytes + ", blocksPerSlab="
                                + blocksPerSlab,
                        e);
            }
        }

        /** The alignment of a slab, for its blocks and its free list. */
        int slabAlignment() {
            return Math.max(alignment, Integer.BYTES);
        }

        private static long roundUp(long bytes, int alignment) {
            return Math.addExact(bytes, alignment - 1) & -alignment;
        }
    }
}
