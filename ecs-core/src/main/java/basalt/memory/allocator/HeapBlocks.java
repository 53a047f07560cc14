package basalt.memory.allocator;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.Handles;
import basalt.memory.block.VariableBlocks;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

/**
 * The blocks of a {@link Heap}, and the large blocks of a size class allocator.
 *
 * <p>Blocks of any size in shared regions of one size, and large blocks with their own region.
 *
 * <p>A block gets its own region if it is larger than a shared region, or if there is memory for the block alone but
 * not for another shared region. Blocks below a page never do, because most of the page would be wasted.
 */
final class HeapBlocks implements VariableBlocks {
    /** All positions and block sizes are multiples of this, so each hole fits at least the smallest block. */
    static final int GRANULE_BYTES = 16;

    private final Handles handles;
    private final BackingMemory backing;
    private final long regionBytes;
    private final HeapTable table;
    private final FreeSpace space;
    private final HeapSegments segments;
    private final HeapRegions regions;
    private long usedBytes;

    /** Creates an empty set of blocks. */
    HeapBlocks(Handles handles, BackingMemory backing, long regionBytes, FitPolicy fitPolicy) {
        this.handles = handles;
        this.backing = backing;
        this.regionBytes = regionBytes;
        table = new HeapTable(handles);
        space = new FreeSpace(regionBytes, fitPolicy);
        segments = space.segments();
        regions = new HeapRegions(backing, regionBytes, space);
    }

    HeapTable table() {
        return table;
    }

    FreeSpace space() {
        return space;
    }

    HeapRegions regions() {
        return regions;
    }

    /** The bytes of all blocks, rounding included. */
    long usedBytes() {
        return usedBytes;
    }

    @Override
    public long blockBytesHeld() {
        return usedBytes + space.freeBytes();
    }

    @Override
    public Handles handlesOf(long handle) {
        return handles;
    }

    @Override
    public Slice slice(long handle) {
        return table.slice(handles.requireLive(handle));
    }

    @Override
    public long blockBytes(long handle) {
        return blockBytes(handles.requireLive(handle));
    }

    @Override
    public long allocateFree(long bytes, int alignment) {
        if (bytes > space.largestBytes() || table.isFull()) {
            return 0;
        }
        ensureRoom();
        int hole = space.find(BitUtil.align(bytes, GRANULE_BYTES), alignment, Long.MAX_VALUE);
        return hole == HeapSegments.NONE ? 0 : allocateIn(hole, bytes, alignment);
    }

    @Override
    public long leastBytesFor(long bytes) {
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
        ensureRoom();
        if (!mayStandApart(bytes)) {
            return allocateIn(regions.grow(), bytes, alignment);
        }
        if (bytes > regionBytes || !backing.allows(regionBytes)) {
            return allocateApart(bytes, alignment);
        }
        int hole;
        try {
            hole = regions.grow();
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
            space.release(segment);
        }
        return blockBytes;
    }

    /** Changes the size of a live block in place if there is room. */
    boolean resizeInPlace(long handle, long bytes) {
        int slot = handles.requireLive(handle);
        boolean apart = table.standsApart(slot);
        boolean fits = apart
                ? BackingMemory.wholePages(bytes) == blockBytes(slot)
                : bytes <= regionBytes && space.mayResize(table.segment(slot), BitUtil.align(bytes, GRANULE_BYTES));
        if (bytes < table.sizeBytes(slot)) {
            requireMayMove(slot);
        }
        if (!fits) {
            return false;
        }
        space.ensureRoom();
        usedBytes -= blockBytes(slot);
        if (!apart) {
            space.resize(table.segment(slot), BitUtil.align(bytes, GRANULE_BYTES));
        }
        table.resize(slot, bytes);
        usedBytes += blockBytes(slot);
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
    public long trim() {
        return regions.giveBackEmpty();
    }

    @Override
    public void close() {
        if (handles.isClosed()) {
            return;
        }
        handles.close();
        table.clear();
        space.clear();
        usedBytes = 0;
        regions.freeAll();
        for (int slot = 0; slot < table.count(); slot++) {
            if (table.standsApart(slot)) {
                backing.giveBack(table.address(slot), blockBytes(slot));
            }
        }
    }

    private long allocateIn(int hole, long bytes, int alignment) {
        // Regions are page-aligned, so an aligned position is an aligned address.
        long position = BitUtil.align(segments.position(hole), alignment);
        int block = space.take(hole, position, BitUtil.align(bytes, GRANULE_BYTES), table.nextSlot());
        return open(block, regions.address(position), bytes, alignment);
    }

    private long allocateApart(long bytes, int alignment) {
        long address = backing.take(BackingMemory.wholePages(bytes), BackingMemory.PAGE_BYTES);
        return open(HeapSegments.NONE, address, bytes, alignment);
    }

    private long open(int segment, long address, long bytes, int alignment) {
        int slot = table.nextSlot();
        long handle = table.open(segment, address, bytes, alignment);
        usedBytes += blockBytes(slot);
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

    private void ensureRoom() {
        table.ensureRoom();
        space.ensureRoom();
    }
}
