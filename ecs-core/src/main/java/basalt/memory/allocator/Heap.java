package basalt.memory.allocator;

import basalt.memory.AllocatorSnapshot;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
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
 * <p><b>Handles.</b> A handle stays live when its block is moved. The tables are separate from the blocks, so writes to
 * a block cannot damage them.
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
 * make no garbage except the slice or pin that they return.
 * {@link #slice(long)}, {@link #isLive(long)} and {@link #sizeBytes(long)} check the thread only in strict mode.
 */
public final class Heap extends BlockAllocator {
    private static final String NAME = "heap";

    private final HeapBlocks blocks;
    private final HeapTable table;
    private final HeapSegments segments;
    private final HeapCompaction compaction;

    /**
     * Creates a heap. It takes its first region at its first allocation.
     *
     * @param source the source of regions
     * @param regionBytes the size of a shared region, which is also the largest block in one: a multiple of 4096, at
     *     least 4096
     * @param capBytes the most that {@link #reservedBytes()} may become, at least {@code regionBytes}; a rest that is
     *     smaller than a region is used for blocks with their own region
     * @throws IllegalArgumentException if {@code regionBytes} or {@code capBytes} is out of range, or the source is
     *     null
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public Heap(MemorySource source, long regionBytes, long capBytes) {
        this(source, regionBytes, capBytes, System::nanoTime);
    }

    /** For tests: with another clock. */
    Heap(MemorySource source, long regionBytes, long capBytes, LongSupplier nanoClock) {
        this(
                new Handles(NAME, 0, Handles.MAX_SLOTS),
                new BackingMemory(NAME, source, capBytes),
                requireValid(regionBytes, capBytes),
                nanoClock);
    }

    private Heap(Handles handles, BackingMemory backing, long regionBytes, LongSupplier nanoClock) {
        this(handles, backing, new HeapBlocks(handles, backing, regionBytes), nanoClock);
    }

    private Heap(Handles handles, BackingMemory backing, HeapBlocks blocks, LongSupplier nanoClock) {
        super(handles, backing, blocks, null);
        this.blocks = blocks;
        table = blocks.table();
        segments = blocks.segments();
        compaction = new HeapCompaction(blocks, nanoClock);
    }

    private static long requireValid(long regionBytes, long capBytes) {
        if (regionBytes <= 0 || regionBytes % MemorySource.MAX_ALIGNMENT != 0) {
            throw new IllegalArgumentException("regionBytes must be a multiple of " + MemorySource.MAX_ALIGNMENT
                    + " and > 0: regionBytes=" + regionBytes);
        }
        if (capBytes < regionBytes) {
            throw new IllegalArgumentException(
                    "capBytes must be >= regionBytes: capBytes=" + capBytes + ", regionBytes=" + regionBytes);
        }
        return regionBytes;
    }

    /**
     * Allocates a block, aligned to 16 bytes. Contents are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, never 0
     * @throws NativeMemoryException if no hole is large enough and the cap or the source denies another region; the
     *     heap remains usable
     */
    public long allocate(long bytes) {
        return take(bytes, HeapBlocks.GRANULE_BYTES, false);
    }

    /**
     * Like {@link #allocate(long)}, with an alignment, which the block keeps when it moves.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return its handle, never 0
     */
    public long allocate(long bytes, int alignment) {
        return take(bytes, alignment, false);
    }

    /**
     * Like {@link #allocate(long)}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @return its handle, or 0 if there is no memory
     */
    public long tryAllocate(long bytes) {
        return take(bytes, HeapBlocks.GRANULE_BYTES, true);
    }

    /**
     * Like {@link #allocate(long, int)}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return its handle, or 0 if there is no memory
     */
    public long tryAllocate(long bytes, int alignment) {
        return take(bytes, alignment, true);
    }

    @Override
    void requireValid(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the block is pinned; nothing changes
     */
    @Override
    public void free(long handle) {
        super.free(handle);
    }

    /**
     * Changes the size of a block. Handle and alignment stay, and so do the contents up to the smaller size; new bytes
     * are undefined. The block stays in place if it becomes smaller or the hole behind it is large enough; otherwise it
     * moves. During the move both places are in use.
     *
     * <p>Slices die if the block moves or becomes smaller. If it grows in place they stay valid, with their old size.
     * Nothing happens if the size is the same. A pinned block can only grow in place.
     *
     * @param handle from this heap
     * @param bytes how many bytes, at least 1
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     * @throws NativeMemoryException if it would have to move, no hole is large enough, and the cap or the source denies
     *     another region; the block does not change
     * @throws IllegalStateException if the block is pinned and would have to move or become smaller; nothing changes
     */
    public void resize(long handle, long bytes) {
        replace(handle, bytes, false);
    }

    /**
     * Like {@link #resize(long, long)}, but returns false if there is no memory.
     *
     * @param handle from this heap
     * @param bytes how many bytes, at least 1
     * @return false if there is no memory; the block does not change
     */
    public boolean tryResize(long handle, long bytes) {
        return replace(handle, bytes, true);
    }

    private boolean replace(long handle, long bytes, boolean orFalse) {
        requireUsable();
        int slot = owner.requireLive(handle);
        MemorySource.requireValid(bytes, table.alignment(slot));
        if (bytes != table.sizeBytes(slot) && !blocks.resizeInPlace(handle, bytes)) {
            blocks.requireMovable(handle);
            long place = take(bytes, table.alignment(slot), orFalse);
            if (place == 0) {
                return false;
            }
            blocks.moveInto(handle, place);
        }
        return true;
    }

    /** {@inheritDoc} It is of the requested size, and valid until the block is freed or moved. */
    @Override
    public Slice slice(long handle) {
        owner.requireOwnerIfStrict();
        return blocks.slice(handle);
    }

    @Override
    public boolean isLive(long handle) {
        owner.requireOwnerIfStrict();
        return owner.isLive(handle);
    }

    /**
     * The size of a block.
     *
     * @param handle from this heap
     * @return bytes as requested
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     */
    public long sizeBytes(long handle) {
        owner.requireOwnerIfStrict();
        return table.sizeBytes(owner.requireLive(handle));
    }

    /**
     * Pins a block: it cannot be moved or freed until each pin is closed. Pins are counted.
     *
     * @param handle from this heap
     * @return the pin
     * @throws DeadHandleException if the block is freed, or the handle is not of this heap
     */
    public HeapPin pin(long handle) {
        owner.requireOwner();
        table.pin(owner.requireLive(handle));
        return new HeapPin(this, handle);
    }

    void unpin(long handle) {
        owner.requireOwner();
        table.unpin(owner.requireLive(handle));
    }

    /**
     * Moves unpinned blocks to lower addresses, so that holes merge, and gives empty regions back to the source. A move
     * never increases fragmentation. Stops when the budget is spent; the next call continues there.
     *
     * @param budgetMicros the time for moving blocks, in microseconds. It is checked before each move, so the last move
     *     may exceed it. 0 only gives back empty regions
     * @return the moves and their effect
     * @throws IllegalArgumentException if {@code budgetMicros} is negative
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
     */
    public Defragmentation defragmentBytes(long budgetBytes) {
        requireUsable();
        if (budgetBytes < 0) {
            throw new IllegalArgumentException("budgetBytes must be >= 0: budgetBytes=" + budgetBytes);
        }
        return compaction.run(Long.MAX_VALUE, budgetBytes);
    }

    /**
     * The fragmentation of the free space: 1 - largestFreeBytes / freeBytes.
     *
     * @return 0 if the free space is one hole or empty; close to 1 if it is scattered over many holes
     */
    public double fragmentation() {
        return segments.fragmentation();
    }

    /** {@return the free bytes in regions: those of all holes} */
    public long freeBytes() {
        return segments.freeBytes();
    }

    /** {@return the size of the largest hole: the largest block that needs no more memory from the source} */
    public long largestFreeBytes() {
        return segments.largestBytes();
    }

    /** {@return the number of all allocations so far, including freed blocks} */
    public long allocations() {
        return table.opened();
    }

    @Override
    String figures() {
        return "largestFreeBytes=" + largestFreeBytes() + ", ";
    }

    /** {@inheritDoc} Here, fragmentation is {@link #fragmentation()}. */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return snapshot(Math.max(0, Math.min(1, fragmentation())));
    }

    @Override
    long deny(long bytes, long leastBytes) {
        throw new NativeMemoryException(
                "heap is at its cap and no hole is large enough: free something or defragment, capBytes="
                        + backing.capBytes() + ", largestFreeBytes=" + largestFreeBytes(),
                bytes,
                usedBytes());
    }

    /**
     * The result of a call of {@link Heap#defragment(long)}.
     *
     * @param movedBlocks the number of moves
     * @param movedBytes the bytes moved
     * @param fragmentationBefore {@link Heap#fragmentation()} when the call began
     * @param fragmentationAfter the same after the last move and before regions were given back; never more than
     *     before. {@link Heap#fragmentation()} is higher afterwards if the largest hole was a region that was given
     *     back
     * @param returnedBytes the bytes of empty regions that were given back to the source
     * @param finished whether the pass over all blocks is complete; if not, the next call continues where this one
     *     stopped
     */
    public record Defragmentation(
            long movedBlocks,
            long movedBytes,
            double fragmentationBefore,
            double fragmentationAfter,
            long returnedBytes,
            boolean finished) {}
}
