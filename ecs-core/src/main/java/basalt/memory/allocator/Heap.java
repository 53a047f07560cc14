package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import basalt.memory.block.Handles;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * An allocator for blocks of any size and lifetime, with handles that stay valid when a block is moved.
 *
 * <p><b>Memory.</b> The heap takes regions of one size from its source, one at a time, up to a cap. Sizes are rounded
 * up to 16 bytes, and blocks are aligned to at least 16 bytes. A freed block is merged with the holes on both sides at
 * once. Regions are kept until {@link #trim()} or {@link #defragment(long)}, or until a large block needs the memory. A
 * block that is larger than a region gets its own region, of its size rounded up to 4096 bytes, which goes back to the
 * source when the block is freed. A block of 4096 bytes or more also gets its own region if the cap or the source
 * allows that but not another shared region.
 *
 * <p><b>Handles.</b> A handle is generation:32 | index:32 and never 0. It stays live when its block is moved and dies
 * when the block is freed; the next block of that index has another generation, and an index that has used up its
 * generations is not used again. The tables are separate from the blocks, so writes to a block cannot damage them.
 *
 * <p><b>Slices and pins.</b> {@link #slice(long)} resolves a handle. The slice dies only when its block is freed, when
 * {@link #defragment(long)} moves it, and when {@link #resize(long, long)} moves it or makes it smaller. Resolve the
 * handle again after these calls, or {@link #pin(long) pin} the block: it is not moved until all pins are released, and
 * its slices stay valid.
 *
 * <pre>{@code
 * long handle = heap.allocate(300);
 * heap.slice(handle).putInt(0, 7);
 * heap.defragment(200);                         // for example at the end of a frame: about 200 microseconds
 * int seven = heap.slice(handle).getInt(0);
 * heap.free(handle);
 * }</pre>
 *
 * <p>Resolving, pinning and all figures take constant time. Allocating and freeing take logarithmic time in the number
 * of holes, unless alignments above 16 leave many holes that are large enough but do not fit. In a steady state they
 * make no garbage except the slice or pin that they return. A heap belongs to the thread that created it, and use by
 * another thread throws; for {@link #slice(long)}, {@link #isLive(long)} and {@link #sizeBytes(long)} this is checked
 * only in strict mode.
 */
public final class Heap implements Allocator, PromotionTarget {
    private final Handles handles = new Handles("heap", 0, Handles.MAX_SLOTS);
    private final BackingMemory backing;
    private final HeapBlocks blocks;
    private final HeapTable table;
    private final FreeSpace space;
    private final HeapCompaction compaction;
    private long highWaterBytes;

    /**
     * Creates a heap. It takes its first region at its first allocation.
     *
     * @param source the source of regions
     * @param regionBytes the size of a shared region, which is also the largest block in one: a multiple of 4096, at
     *     least 4096
     * @param capBytes the most that {@link #reservedBytes()} may become, at least {@code regionBytes}; a rest that is
     *     smaller than a region is used for blocks with their own region
     * @param fitPolicy the hole that a new block is put into
     * @throws IllegalArgumentException if {@code regionBytes} or {@code capBytes} is out of range, or a reference is
     *     null
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public Heap(MemorySource source, long regionBytes, long capBytes, FitPolicy fitPolicy) {
        this(source, regionBytes, capBytes, fitPolicy, System::nanoTime);
    }

    /** For tests: with another clock. */
    Heap(MemorySource source, long regionBytes, long capBytes, FitPolicy fitPolicy, LongSupplier nanoClock) {
        backing = new BackingMemory(handles.allocator(), source, capBytes);
        if (regionBytes <= 0 || regionBytes % MemorySource.MAX_ALIGNMENT != 0) {
            throw new IllegalArgumentException("regionBytes must be a multiple of " + MemorySource.MAX_ALIGNMENT
                    + " and > 0: regionBytes=" + regionBytes);
        }
        if (capBytes < regionBytes) {
            throw new IllegalArgumentException(
                    "capBytes must be >= regionBytes: capBytes=" + capBytes + ", regionBytes=" + regionBytes);
        }
        if (fitPolicy == null) {
            throw new IllegalArgumentException("fitPolicy must not be null");
        }
        blocks = new HeapBlocks(handles, backing, regionBytes, fitPolicy);
        table = blocks.table();
        space = blocks.space();
        compaction = new HeapCompaction(table, space, blocks.regions(), nanoClock);
    }

    /**
     * Allocates a block, aligned to 16 bytes. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws NativeMemoryException if no hole is large enough and the cap or the source denies another region; the
     *     heap remains usable
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public long allocate(long bytes) {
        return allocate(bytes, HeapBlocks.GRANULE_BYTES);
    }

    /**
     * Allocates a block. Contents are undefined. The block keeps its alignment when it moves.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if no hole is large enough and the cap or the source denies another region; the
     *     heap remains usable
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public long allocate(long bytes, int alignment) {
        long handle = place(bytes, alignment);
        if (handle == 0) {
            throw noRoom(bytes);
        }
        return handle;
    }

    /**
     * Like {@link #allocate(long)}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, or 0 if no hole is large enough and the cap or the source denies another region
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public long tryAllocate(long bytes) {
        return tryAllocate(bytes, HeapBlocks.GRANULE_BYTES);
    }

    /**
     * Like {@link #allocate(long, int)}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return its handle, or 0 if no hole is large enough and the cap or the source denies another region
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public long tryAllocate(long bytes, int alignment) {
        try {
            return place(bytes, alignment);
        } catch (NativeMemoryException e) {
            return 0;
        }
    }

    @Override
    public Slice tryPlace(long bytes, int alignment) {
        long handle = tryAllocate(bytes, alignment);
        return handle == 0 ? null : slice(handle);
    }

    /**
     * Frees a block. Its handle and slices are dead from now on.
     *
     * @param handle from one of the allocation methods
     * @throws DeadHandleException if the block is already freed, or the handle is not of this heap
     * @throws IllegalStateException if the block is pinned, the heap is closed, or on the wrong thread; nothing changes
     */
    public void free(long handle) {
        handles.requireOwner();
        blocks.free(handle);
    }

    /**
     * Changes the size of a block. Handle and alignment stay, and so do the contents up to the smaller size; new bytes
     * are undefined. The block stays in place if it becomes smaller or the hole behind it is large enough; otherwise it
     * moves. During the move both places are in use.
     *
     * <p>Slices die if the block moves or becomes smaller. If it grows in place they stay valid, with their old size.
     * Nothing happens if the size is the same. A pinned block can only grow in place.
     *
     * @param handle from one of the allocation methods
     * @param bytes how many bytes, at least 1
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws NativeMemoryException if it would have to move, no hole is large enough, and the cap or the source denies
     *     another region; the block does not change
     * @throws IllegalStateException if the block is pinned and would have to move or become smaller, the heap is
     *     closed, or on the wrong thread; nothing changes
     */
    public void resize(long handle, long bytes) {
        if (!replace(handle, bytes)) {
            throw noRoom(bytes);
        }
    }

    /**
     * Like {@link #resize(long, long)}, but returns false if there is no memory.
     *
     * @param handle from one of the allocation methods
     * @param bytes how many bytes, at least 1
     * @return false if no hole is large enough and the cap or the source denies another region; the block does not
     *     change
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws IllegalStateException if the block is pinned and would have to move or become smaller, the heap is
     *     closed, or on the wrong thread; nothing changes
     */
    public boolean tryResize(long handle, long bytes) {
        try {
            return replace(handle, bytes);
        } catch (NativeMemoryException e) {
            return false;
        }
    }

    /**
     * Resolves a handle.
     *
     * @param handle from one of the allocation methods
     * @return a checked view of the block, of the requested size; valid until the block is freed or moved
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws IllegalStateException if the heap is closed
     */
    public Slice slice(long handle) {
        handles.requireOwnerIfStrict();
        return blocks.slice(handle);
    }

    /**
     * Whether a handle is live.
     *
     * @param handle any number
     * @return false if the block is freed, the heap is closed, or the handle is not of this heap
     */
    public boolean isLive(long handle) {
        handles.requireOwnerIfStrict();
        return handles.isLive(handle);
    }

    /**
     * The size of a block.
     *
     * @param handle from one of the allocation methods
     * @return bytes as requested
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws IllegalStateException if the heap is closed
     */
    public long sizeBytes(long handle) {
        handles.requireOwnerIfStrict();
        return table.sizeBytes(handles.requireLive(handle));
    }

    /**
     * Pins a block: it cannot be moved or freed until each pin is released, by closing the returned pin or by {@link
     * #unpin(long)}. Pins are counted.
     *
     * @param handle from one of the allocation methods
     * @return the pin
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public HeapPin pin(long handle) {
        handles.requireOwner();
        table.pin(handles.requireLive(handle));
        return new HeapPin(this, handle);
    }

    /**
     * Releases one pin of a block, for callers that keep the handle instead of the {@link HeapPin}.
     *
     * @param handle the handle of a pinned block
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws IllegalStateException if the block is not pinned, the heap is closed, or on the wrong thread
     */
    public void unpin(long handle) {
        handles.requireOwner();
        int slot = handles.requireLive(handle);
        if (table.pins(slot) == 0) {
            throw new IllegalStateException("block is not pinned: release each pin once, index=" + slot);
        }
        table.unpin(slot);
    }

    /**
     * Moves unpinned blocks to lower addresses, so that holes merge, and gives empty regions back to the source. A move
     * never increases fragmentation. Stops when the budget is spent; the next call continues there.
     *
     * @param budgetMicros the time for moving blocks, in microseconds. It is checked before each move, so the last move
     *     may exceed it. 0 only gives back empty regions
     * @return the moves and their effect
     * @throws IllegalArgumentException if {@code budgetMicros} is negative
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public Defragmentation defragment(long budgetMicros) {
        requireUsable();
        if (budgetMicros < 0) {
            throw new IllegalArgumentException("budgetMicros must be >= 0: budgetMicros=" + budgetMicros);
        }
        return compaction.run(TimeUnit.MICROSECONDS.toNanos(budgetMicros), Long.MAX_VALUE);
    }

    /**
     * Like {@link #defragment(long)}, with a budget that does not depend on time: the same calls move the same blocks.
     *
     * @param budgetBytes the bytes of blocks to move. It is checked before each move, so the last move may exceed it. 0
     *     only gives back empty regions
     * @return the moves and their effect
     * @throws IllegalArgumentException if {@code budgetBytes} is negative
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public Defragmentation defragmentBytes(long budgetBytes) {
        requireUsable();
        if (budgetBytes < 0) {
            throw new IllegalArgumentException("budgetBytes must be >= 0: budgetBytes=" + budgetBytes);
        }
        return compaction.run(Long.MAX_VALUE, budgetBytes);
    }

    /**
     * Gives empty regions back to the source without moving blocks. Linear in the number of regions.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the heap is closed, or on the wrong thread
     */
    public long trim() {
        requireUsable();
        return blocks.trim();
    }

    /**
     * The fragmentation of the free space: 1 - largestFreeBytes / freeBytes.
     *
     * @return 0 if the free space is one hole or empty; close to 1 if it is scattered over many holes
     */
    public double fragmentation() {
        return space.fragmentation();
    }

    /** {@inheritDoc} Each block is rounded up to 16 bytes, or to 4096 if it has its own region. */
    @Override
    public long usedBytes() {
        return blocks.usedBytes();
    }

    /** {@inheritDoc} Includes all regions. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    /**
     * The free bytes in regions.
     *
     * @return bytes of all holes
     */
    public long freeBytes() {
        return space.freeBytes();
    }

    /**
     * The size of the largest hole, which is the largest block that needs no more memory from the source.
     *
     * @return bytes
     */
    public long largestFreeBytes() {
        return space.largestBytes();
    }

    /**
     * The number of live blocks.
     *
     * @return the number of live handles
     */
    public int allocationCount() {
        return table.live();
    }

    /**
     * The number of all allocations so far.
     *
     * @return the number, including freed blocks
     */
    public long allocations() {
        return table.opened();
    }

    @Override
    public long highWaterBytes() {
        return highWaterBytes;
    }

    /** {@inheritDoc} Pinned blocks too. */
    @Override
    public void close() {
        handles.requireOwner();
        blocks.close();
    }

    @Override
    public String toString() {
        return "Heap[usedBytes=" + usedBytes() + ", reservedBytes=" + reservedBytes() + ", largestFreeBytes="
                + largestFreeBytes() + ", highWaterBytes=" + highWaterBytes + ", allocationCount=" + allocationCount()
                + (handles.isClosed() ? ", closed]" : "]");
    }

    /** {@inheritDoc} Fragmentation is {@link #fragmentation()}. */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return new AllocatorSnapshot(
                handles.allocator(),
                "",
                usedBytes(),
                reservedBytes(),
                highWaterBytes(),
                allocationCount(),
                Math.max(0, Math.min(1, fragmentation())));
    }

    /** Returns 0 if the cap denies it. */
    private long place(long bytes, int alignment) {
        requireUsable();
        MemorySource.requireValid(bytes, alignment);
        long handle = blocks.allocateFree(bytes, alignment);
        if (handle == 0) {
            handle = placeInMore(bytes, alignment);
        }
        highWaterBytes = Math.max(highWaterBytes, usedBytes());
        return handle;
    }

    private long placeInMore(long bytes, int alignment) {
        long leastBytes = blocks.leastBytesFor(bytes);
        if (!backing.allows(leastBytes) && (blocks.trim() == 0 || !backing.allows(leastBytes))) {
            return 0;
        }
        try {
            return blocks.allocateMore(bytes, alignment);
        } catch (NativeMemoryException e) {
            if (blocks.trim() == 0) {
                throw e;
            }
            return blocks.allocateMore(bytes, alignment);
        }
    }

    /** Returns false if the cap denies it. */
    private boolean replace(long handle, long bytes) {
        requireUsable();
        int slot = handles.requireLive(handle);
        MemorySource.requireValid(bytes, table.alignment(slot));
        if (bytes != table.sizeBytes(slot) && !blocks.resizeInPlace(handle, bytes)) {
            blocks.requireMovable(handle);
            long place = place(bytes, table.alignment(slot));
            if (place == 0) {
                return false;
            }
            blocks.moveInto(handle, place);
        }
        highWaterBytes = Math.max(highWaterBytes, usedBytes());
        return true;
    }

    private NativeMemoryException noRoom(long bytes) {
        return new NativeMemoryException(
                "heap is at its cap and no hole is large enough: free something or defragment, capBytes="
                        + backing.capBytes() + ", largestFreeBytes=" + largestFreeBytes(),
                bytes,
                usedBytes());
    }

    private void requireUsable() {
        handles.requireOwner();
        handles.requireOpen();
    }
}
