package basalt.memory.allocator;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

/**
 * The blocks of a {@link Heap}, and the large blocks of a size class allocator.
 *
 * <p>Blocks of any size in shared regions of one size, and large blocks with their own region.
 *
 * <p>Shared regions are ordered by number; a new one gets the lowest number that is not in use. A block gets its own
 * region if it is larger than a shared region, or if there is memory for the block alone but not for another shared
 * region. Blocks below a page never do, because most of the page would be wasted.
 */
final class HeapBlocks implements BlockAllocator.HandledBlocks {
    /** All positions and block sizes are multiples of this, so each hole fits at least the smallest block. */
    static final int GRANULE_BYTES = 16;

    private final Handles handles;
    private final BackingMemory backing;
    private final long regionBytes;
    private final Table table;
    private final HeapSegments segments;
    private long[] regionAddresses = new long[8]; // 0 where there is no region
    private int[] regionHeads = new int[8]; // the segment that starts the region
    private int regionCount; // all regions have numbers below this
    private long usedBytes;
    private long peakBytes;

    HeapBlocks(Handles handles, BackingMemory backing, long regionBytes) {
        this.handles = handles;
        this.backing = backing;
        this.regionBytes = regionBytes;
        table = new Table(handles);
        segments = new HeapSegments(regionBytes);
    }

    Table table() {
        return table;
    }

    HeapSegments segments() {
        return segments;
    }

    @Override
    public long usedBytes() {
        return usedBytes;
    }

    @Override
    public long peakBytes() {
        return peakBytes;
    }

    @Override
    public int liveBlocks() {
        return table.live();
    }

    private void changeUsed(long bytes) {
        usedBytes += bytes;
        peakBytes = Math.max(peakBytes, usedBytes);
    }

    @Override
    public long blockBytesHeld() {
        return usedBytes + segments.freeBytes();
    }

    @Override
    public Handles handlesOf(long handle) {
        return handles;
    }

    @Override
    public Slice slice(long handle) {
        return table.slice(handles.requireLive(handle));
    }

    /** The size of a live block, rounding included. */
    long blockBytes(long handle) {
        return blockBytes(handles.requireLive(handle));
    }

    @Override
    public long allocateFree(long bytes, int alignment) {
        if (bytes > segments.largestBytes() || table.isFull()) {
            return 0;
        }
        int hole = segments.find(BitUtil.align(bytes, GRANULE_BYTES), alignment, Long.MAX_VALUE);
        return hole == HeapSegments.NONE ? 0 : allocateIn(hole, bytes, alignment);
    }

    @Override
    public long leastBytesFor(long bytes, int alignment) {
        return mayStandApart(bytes) ? BackingMemory.wholePages(bytes) : regionBytes;
    }

    @Override
    public long allocateMore(long bytes, int alignment) {
        if (table.isFull()) {
            throw new NativeMemoryException(
                    handles.allocator() + " has no more than " + handles.maxSlots() + " handles of this kind",
                    bytes,
                    backing.reservedBytes());
        }
        table.ensureRoom();
        segments.ensureRoom();
        if (!mayStandApart(bytes)) {
            return allocateIn(grow(), bytes, alignment);
        }
        if (bytes > regionBytes || !backing.allows(regionBytes)) {
            return allocateApart(bytes, alignment);
        }
        int hole;
        try {
            hole = grow();
        } catch (NativeMemoryException e) {
            return allocateApart(bytes, alignment); // needs less memory; throws if even that is refused
        }
        return allocateIn(hole, bytes, alignment);
    }

    @Override
    public long free(long handle) {
        int slot = handles.requireLive(handle);
        if (table.pins(slot) > 0) {
            throw new IllegalStateException("block is pinned: release each pin before it is freed, index="
                    + Integer.toUnsignedString((int) handle) + ", pins=" + table.pins(slot));
        }
        long blockBytes = blockBytes(slot);
        int segment = table.segment(slot);
        boolean apart = table.standsApart(slot);
        usedBytes -= blockBytes;
        table.end(slot);
        if (apart) {
            backing.giveBack(table.address(slot), blockBytes);
        } else {
            segments.release(segment);
        }
        return blockBytes;
    }

    /** Changes the size of a live block in place if there is room. */
    boolean resizeInPlace(long handle, long bytes) {
        int slot = handles.requireLive(handle);
        boolean apart = table.standsApart(slot);
        boolean fits = apart
                ? BackingMemory.wholePages(bytes) == blockBytes(slot)
                : bytes <= regionBytes && segments.mayResize(table.segment(slot), BitUtil.align(bytes, GRANULE_BYTES));
        if (bytes < table.sizeBytes(slot)) {
            requireMayMove(slot);
        }
        if (!fits) {
            return false;
        }
        long before = blockBytes(slot);
        if (!apart) {
            segments.resize(table.segment(slot), BitUtil.align(bytes, GRANULE_BYTES));
        }
        table.resize(slot, bytes);
        changeUsed(blockBytes(slot) - before);
        return true;
    }

    /** Requires that the block of a live handle may be moved, and returns its slot. */
    int requireMovable(long handle) {
        int slot = handles.requireLive(handle);
        requireMayMove(slot);
        return slot;
    }

    /**
     * Copies the contents of a movable block to the place of another block, as far as they fit, and gives the first
     * block that place. The other block is freed.
     */
    void moveInto(long handle, long otherHandle) {
        int slot = requireMovable(handle);
        int other = requireMovable(otherHandle);
        long bytes = Math.min(table.sizeBytes(slot), table.sizeBytes(other));
        // SAFETY: both blocks are live and have at least that many bytes.
        UnsafeApi.copyMemory(null, table.address(slot), null, table.address(other), bytes);
        table.exchange(slot, other);
        if (!table.standsApart(slot)) {
            segments.makeBlock(table.segment(slot), slot);
        }
        free(otherHandle);
    }

    private void requireMayMove(int slot) {
        if (!table.mayMove(slot)) {
            throw new IllegalStateException(
                    table.pins(slot) > 0
                            ? "block is pinned and would have to move or become smaller: release each pin first,"
                                    + " index="
                                    + slot + ", pins=" + table.pins(slot)
                            : "block has used up its moves: allocate another one and free this, index=" + slot);
        }
    }

    @Override
    public void close() {
        if (handles.isClosed()) {
            return;
        }
        handles.close();
        table.clear();
        segments.clear();
        usedBytes = 0;
        freeAll();
        for (int slot = 0; slot < table.count(); slot++) {
            if (table.standsApart(slot)) {
                backing.giveBack(table.address(slot), blockBytes(slot));
            }
        }
    }

    private long allocateIn(int hole, long bytes, int alignment) {
        // Regions are page-aligned, so an aligned position is an aligned address.
        long position = BitUtil.align(segments.position(hole), alignment);
        int block = segments.take(hole, position, BitUtil.align(bytes, GRANULE_BYTES), table.nextSlot());
        return open(block, address(position), bytes, alignment);
    }

    private long allocateApart(long bytes, int alignment) {
        long address = backing.take(BackingMemory.wholePages(bytes), BackingMemory.PAGE_BYTES);
        return open(HeapSegments.NONE, address, bytes, alignment);
    }

    private long open(int segment, long address, long bytes, int alignment) {
        int slot = table.nextSlot();
        long handle = table.open(segment, address, bytes, alignment);
        changeUsed(blockBytes(slot));
        return handle;
    }

    private long blockBytes(int slot) {
        long bytes = table.sizeBytes(slot);
        return table.standsApart(slot) ? BackingMemory.wholePages(bytes) : BitUtil.align(bytes, GRANULE_BYTES);
    }

    private boolean mayStandApart(long bytes) {
        return bytes > regionBytes
                || bytes >= BackingMemory.PAGE_BYTES && BackingMemory.wholePages(bytes) < regionBytes;
    }

    /** Takes another region from the source and adds it as one hole. */
    private int grow() {
        int region = lowestUnused();
        if (region == regionAddresses.length) {
            regionHeads = Arrays.copyOf(regionHeads, region * 2);
            regionAddresses = Arrays.copyOf(regionAddresses, region * 2);
        }
        regionAddresses[region] = backing.take(regionBytes, BackingMemory.PAGE_BYTES);
        regionHeads[region] = segments.addRegion(headBehind(region), region * regionBytes);
        regionCount = Math.max(regionCount, region + 1);
        return regionHeads[region];
    }

    /** SAFETY: the position is that of a segment, and each segment lies inside one region. */
    long address(long position) {
        return regionAddresses[(int) (position / regionBytes)] + position % regionBytes;
    }

    @Override
    public long trim() {
        long before = backing.reservedBytes();
        for (int region = 0; region < regionCount; region++) {
            if (regionAddresses[region] != 0 && segments.isEmptyRegion(regionHeads[region])) {
                segments.removeRegion(regionHeads[region]);
                freeRegion(region);
            }
        }
        return before - backing.reservedBytes();
    }

    /** Gives all regions back, even with live blocks. */
    private void freeAll() {
        for (int region = 0; region < regionCount; region++) {
            if (regionAddresses[region] != 0) {
                freeRegion(region);
            }
        }
    }

    private void freeRegion(int region) {
        long address = regionAddresses[region];
        regionAddresses[region] = 0;
        backing.giveBack(address, regionBytes);
    }

    private int lowestUnused() {
        int region = 0;
        while (region < regionCount && regionAddresses[region] != 0) {
            region++;
        }
        return region;
    }

    private int headBehind(int region) {
        for (int behind = region + 1; behind < regionCount; behind++) {
            if (regionAddresses[behind] != 0) {
                return regionHeads[behind];
            }
        }
        return HeapSegments.NONE;
    }

    /** The blocks of a {@link HeapBlocks} by the slots of their {@link Handles}, and the free slots. */
    static final class Table {
        private static final int NO_SEGMENT = HeapSegments.NONE;
        private static final int LAST_FREE = -2;
        private static final int INITIAL_SLOTS = 16;

        private final Handles handles;
        private int[] segments = new int[INITIAL_SLOTS]; // NONE: own region; of a free slot, the next free one
        private int[] alignments = new int[INITIAL_SLOTS];
        private int[] pins = new int[INITIAL_SLOTS];
        private long[] addresses = new long[INITIAL_SLOTS];
        private long[] sizes = new long[INITIAL_SLOTS];
        private int count;
        private int free = LAST_FREE;
        private int live;
        private long opened;

        Table(Handles handles) {
            this.handles = handles;
        }

        /** Whether all slots are in use. */
        boolean isFull() {
            return nextSlot() >= handles.maxSlots();
        }

        /** Room for one more block, before its memory is taken. */
        void ensureRoom() {
            int slot = nextSlot();
            handles.ensureSlots(slot + 1);
            if (slot == sizes.length) {
                int length = count * 2;
                segments = Arrays.copyOf(segments, length);
                alignments = Arrays.copyOf(alignments, length);
                pins = Arrays.copyOf(pins, length);
                addresses = Arrays.copyOf(addresses, length);
                sizes = Arrays.copyOf(sizes, length);
            }
        }

        /** The number of live blocks. */
        int live() {
            return live;
        }

        /** The number of blocks ever opened. */
        long opened() {
            return opened;
        }

        /** The number of slots, live or free. */
        int count() {
            return count;
        }

        /** The slot that {@link #open} will use. */
        int nextSlot() {
            return free == LAST_FREE ? count : free;
        }

        /** Creates a handle for {@link #nextSlot()}; the segment is NONE for a block with its own region. */
        long open(int segment, long address, long bytes, int alignment) {
            int slot = nextSlot();
            ensureRoom();
            if (slot == count) {
                count++;
            } else {
                free = segments[slot];
            }
            segments[slot] = segment;
            addresses[slot] = address;
            alignments[slot] = alignment;
            sizes[slot] = bytes;
            live++;
            opened++;
            return handles.begin(slot);
        }

        /** Ends the handle of a slot that is not pinned. */
        void end(int slot) {
            segments[slot] = free;
            live--;
            if (handles.end(slot)) {
                free = slot;
            }
        }

        /** Whether the block of a live slot may be moved. */
        boolean mayMove(int slot) {
            return pins[slot] == 0 && handles.mayMove(slot);
        }

        /** Records that the block of a movable slot has moved: its old slices die. */
        void move(int slot, int segment, long address) {
            handles.move(slot);
            segments[slot] = segment;
            addresses[slot] = address;
        }

        /** Records a new size of a block in place. Slices that are larger die; the slot must then have a move left. */
        void resize(int slot, long bytes) {
            if (bytes < sizes[slot]) {
                handles.move(slot);
            }
            sizes[slot] = bytes;
        }

        /** Exchanges the blocks of two live slots; slices of both die. The other slot is not counted as opened. */
        void exchange(int slot, int other) {
            int segment = segments[slot];
            long address = addresses[slot];
            long bytes = sizes[slot];
            move(slot, segments[other], addresses[other]);
            sizes[slot] = sizes[other];
            move(other, segment, address);
            sizes[other] = bytes;
            opened--;
        }

        /** SAFETY: the block has these bytes until its slot ends or moves. */
        Slice slice(int slot) {
            return handles.slice(slot, addresses[slot], sizes[slot]);
        }

        int segment(int slot) {
            return segments[slot];
        }

        /** Whether the slot has a block with its own region. Also valid after the handles were closed. */
        boolean standsApart(int slot) {
            return segments[slot] == NO_SEGMENT;
        }

        int alignment(int slot) {
            return alignments[slot];
        }

        long address(int slot) {
            return addresses[slot];
        }

        /** The requested size. */
        long sizeBytes(int slot) {
            return sizes[slot];
        }

        int pins(int slot) {
            return pins[slot];
        }

        void pin(int slot) {
            pins[slot] = Math.incrementExact(pins[slot]);
        }

        void unpin(int slot) {
            pins[slot]--;
        }

        /** Called at close: there are no blocks any more. {@link #standsApart} remains valid. */
        void clear() {
            live = 0;
        }
    }
}
