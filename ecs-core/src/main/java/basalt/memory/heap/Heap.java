package basalt.memory.heap;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.chunk.BackingMemory;
import basalt.memory.handle.Handles;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Blocks of any size that come and go in any order, with handles that survive a move.
 *
 * <p><b>Memory.</b> The heap takes regions of one size from its source, one at a time, up to a cap. Sizes are rounded
 * up to 16 bytes inside, and each address is a multiple of 16 at least. A freed block is joined with the holes on both
 * sides at once. Regions are kept until {@link #trim()} or {@link #defragment(long)}, or until a large block needs the
 * room. A block that is larger than a region gets one of its own, of exactly its size rounded up to 4096 bytes, which
 * goes back to the source when the block is freed. There is no hole in it, and nothing to move. A block of 4096 bytes
 * or more gets one, too, where the cap or the source has room for that and not for a region to share.
 *
 * <p><b>Handles.</b> A handle is generation:32 | index:32 and never 0. It outlives moves and dies when its block is
 * freed; the next block of that index has another generation, and an index that has used up its generations is not used
 * again. The tables stand apart from the blocks: what is written into a block cannot damage them.
 *
 * <p><b>Slices and pins.</b> {@link #slice(long)} resolves a handle. The slice dies when its block is freed, when
 * {@link #defragment(long)} moves it, and when {@link #resize(long, long)} moves it or makes it smaller; nothing else
 * does that. So resolve again after each call of those, or {@link #pin(long) pin} the block: it stays where it is until
 * each pin is taken back, and its slices stay valid.
 *
 * <pre>{@code
 * long handle = heap.allocate(300);
 * heap.slice(handle).putInt(0, 7);
 * heap.defragment(200);                         // at the end of a frame, say: at most about 200 microseconds
 * int seven = heap.slice(handle).getInt(0);
 * heap.free(handle);
 * }</pre>
 *
 * <p>Resolving, pinning and all figures take constant time; allocating and freeing logarithmic time in the number of
 * holes, unless alignments above 16 leave many that are large enough and yet do not fit. In a steady state none of them
 * makes garbage beyond the slice or pin that it returns. A heap belongs to the thread that created it, and use by
 * another one throws; only for {@link #slice(long)}, {@link #isLive(long)} and {@link #sizeBytes(long)} this is checked
 * in strict mode alone.
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
     * @param source where regions come from
     * @param regionBytes the size of each region that blocks share, and of the largest block that does: a multiple of
     *     4096, at least 4096
     * @param capBytes the most that {@link #reservedBytes()} may become, at least {@code regionBytes}; what is no whole
     *     region is left to blocks with a region of their own
     * @param fitPolicy which hole a new block is put into
     * @throws IllegalArgumentException if {@code regionBytes} or {@code capBytes} is out of range, or a reference is
     *     null
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public Heap(MemorySource source, long regionBytes, long capBytes, FitPolicy fitPolicy) {
        this(source, regionBytes, capBytes, fitPolicy, System::nanoTime);
    }

    /** For tests: with a clock of their own. */
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
     *     heap can be used further
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public long allocate(long bytes) {
        return allocate(bytes, HeapBlocks.GRANULE_BYTES);
    }

    /**
     * Allocates a block. Contents are undefined. The block keeps its alignment when it moves.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return its handle, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if no hole is large enough and the cap or the source denies another region; the
     *     heap can be used further
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public long allocate(long bytes, int alignment) {
        long handle = place(bytes, alignment);
        if (handle == 0) {
            throw noRoom(bytes);
        }
        return handle;
    }

    /**
     * As {@link #allocate(long)}, for callers that can go on without the block.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, or 0 if there is no room and the cap or the source denies more
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public long tryAllocate(long bytes) {
        return tryAllocate(bytes, HeapBlocks.GRANULE_BYTES);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the block.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return its handle, or 0 if there is no room and the cap or the source denies more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
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
     * @throws DeadHandleException if it is freed already, or is no handle of this heap
     * @throws IllegalStateException if the block is pinned, the heap is closed, or on a wrong thread; nothing has
     *     changed then
     */
    public void free(long handle) {
        handles.requireOwner();
        blocks.free(handle);
    }

    /**
     * Gives a block another size. Its handle, its alignment and its contents stay, the latter up to the smaller size;
     * what is new is undefined. It stays where it is if it becomes smaller, or if the hole behind it is large enough;
     * else it moves. While it moves, both places are in use.
     *
     * <p>Slices die if the block moves or becomes smaller. If it grows where it is they stay, with the size they had.
     * Nothing happens if it has that size. A pinned block can grow where it is, and nothing else.
     *
     * @param handle from one of the allocation methods
     * @param bytes how many bytes, at least 1
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws DeadHandleException if the block is freed, or the handle is none of this heap
     * @throws NativeMemoryException if it would have to move, no hole is large enough, and the cap or the source denies
     *     another region; nothing has changed for the block then
     * @throws IllegalStateException if the block is pinned and would have to move or become smaller, the heap is
     *     closed, or on a wrong thread; nothing has changed then
     */
    public void resize(long handle, long bytes) {
        if (!replace(handle, bytes)) {
            throw noRoom(bytes);
        }
    }

    /**
     * As {@link #resize(long, long)}, for callers that can go on with the block as it is.
     *
     * @param handle from one of the allocation methods
     * @param bytes how many bytes, at least 1
     * @return false if there is no room and the cap or the source denies more; nothing has changed for the block then
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws DeadHandleException if the block is freed, or the handle is none of this heap
     * @throws IllegalStateException if the block is pinned and would have to move or become smaller, the heap is
     *     closed, or on a wrong thread; nothing has changed then
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
     * @return a checked view of the block, of the size that was asked for; valid until the block is freed or moved
     * @throws DeadHandleException if the block is freed, or the handle is none of this heap
     * @throws IllegalStateException if the heap is closed
     */
    public Slice slice(long handle) {
        handles.requireOwnerIfStrict();
        return blocks.slice(handle);
    }

    /**
     * Whether a handle can be used.
     *
     * @param handle any number
     * @return false if the block is freed, the heap is closed, or the handle is none of this heap
     */
    public boolean isLive(long handle) {
        handles.requireOwnerIfStrict();
        return handles.isLive(handle);
    }

    /**
     * The size of a block.
     *
     * @param handle from one of the allocation methods
     * @return bytes, as they were asked for
     * @throws DeadHandleException if the block is freed, or the handle is none of this heap
     * @throws IllegalStateException if the heap is closed
     */
    public long sizeBytes(long handle) {
        handles.requireOwnerIfStrict();
        return table.sizeBytes(handles.requireLive(handle));
    }

    /**
     * Keeps a block where it is, and alive, until the pin is taken back: by closing what this returns, or by
     * {@link #unpin(long)}, one of the two for each pin. Pins are counted.
     *
     * @param handle from one of the allocation methods
     * @return the pin
     * @throws DeadHandleException if the block is freed, or the handle is none of this heap
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public HeapPin pin(long handle) {
        handles.requireOwner();
        table.pin(handles.requireLive(handle));
        return new HeapPin(this, handle);
    }

    /**
     * Takes one pin back, for callers that keep the handle and not the {@link HeapPin}.
     *
     * @param handle a pinned block's
     * @throws DeadHandleException if the block is freed, or the handle is none of this heap
     * @throws IllegalStateException if the block is not pinned, the heap is closed, or on a wrong thread
     */
    public void unpin(long handle) {
        handles.requireOwner();
        int slot = handles.requireLive(handle);
        if (table.pins(slot) == 0) {
            throw new IllegalStateException("block is not pinned: take each pin back once, index=" + slot);
        }
        table.unpin(slot);
    }

    /**
     * Moves blocks that are not pinned down, so that the holes between them become one, and gives regions without a
     * block back to the source. Fragmentation never rises by a move. Ends when the budget is spent; the next call goes
     * on there.
     *
     * @param budgetMicros for how many microseconds to move blocks. It is looked at before each, so the last one may
     *     exceed it by the time that its copy takes. 0 moves nothing, and gives back regions
     * @return what was done
     * @throws IllegalArgumentException if {@code budgetMicros} is negative
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public Defragmentation defragment(long budgetMicros) {
        requireUsable();
        if (budgetMicros < 0) {
            throw new IllegalArgumentException("budgetMicros must be >= 0: budgetMicros=" + budgetMicros);
        }
        return compaction.run(TimeUnit.MICROSECONDS.toNanos(budgetMicros), Long.MAX_VALUE);
    }

    /**
     * As {@link #defragment(long)}, with a budget that does not depend on time: the same calls move the same blocks.
     *
     * @param budgetBytes how many bytes of blocks to move. It is looked at before each, so the last one may exceed it.
     *     0 moves nothing, and gives back regions
     * @return what was done
     * @throws IllegalArgumentException if {@code budgetBytes} is negative
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public Defragmentation defragmentBytes(long budgetBytes) {
        requireUsable();
        if (budgetBytes < 0) {
            throw new IllegalArgumentException("budgetBytes must be >= 0: budgetBytes=" + budgetBytes);
        }
        return compaction.run(Long.MAX_VALUE, budgetBytes);
    }

    /**
     * Gives regions without a block back to the source, and moves nothing. Takes time for each region.
     *
     * @return how many bytes were given back
     * @throws IllegalStateException if the heap is closed, or on a wrong thread
     */
    public long trim() {
        requireUsable();
        return blocks.trim();
    }

    /**
     * How far the free space is from being one hole: 1 - largestFreeBytes / freeBytes.
     *
     * @return 0 if it is one hole, or if nothing is free; towards 1 the more it is scattered
     */
    public double fragmentation() {
        return space.fragmentation();
    }

    /** {@inheritDoc} Each block is rounded up to 16 bytes, or to 4096 if it has a region of its own. */
    @Override
    public long usedBytes() {
        return blocks.usedBytes();
    }

    /** {@inheritDoc} Those of all regions. */
    @Override
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    /**
     * What is reserved and not allocated.
     *
     * @return bytes of all holes
     */
    public long freeBytes() {
        return space.freeBytes();
    }

    /**
     * The largest hole: the largest block that can be allocated without more memory from the source.
     *
     * @return bytes
     */
    public long largestFreeBytes() {
        return space.largestBytes();
    }

    /**
     * How many blocks are allocated at the moment.
     *
     * @return the number of live handles
     */
    public int allocationCount() {
        return table.live();
    }

    /**
     * How many blocks were ever allocated.
     *
     * @return the number, freed ones included
     */
    public long allocations() {
        return table.opened();
    }

    @Override
    public long highWaterBytes() {
        return highWaterBytes;
    }

    /** {@inheritDoc} Pinned blocks are no exception. */
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
