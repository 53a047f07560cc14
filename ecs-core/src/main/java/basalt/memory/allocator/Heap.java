package basalt.memory.allocator;

import basalt.memory.AllocatorSnapshot;
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
    private final HeapBlocks.Table table;
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
        super(handles, backing, blocks);
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
     * Like {@link #allocate(long, int)}, aligned to 16 bytes.
     *
     * @return its handle, never 0
     */
    public long allocate(long bytes) {
        return allocate(bytes, HeapBlocks.GRANULE_BYTES);
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
     * @param bytes how many bytes, at least 1
     * @throws NativeMemoryException if it would have to move, no hole is large enough, and the cap or the source denies
     *     another region; the block does not change
     * @throws IllegalStateException if the block is pinned and would have to move or become smaller; nothing changes
     */
    public void resize(long handle, long bytes) {
        requireUsable();
        int slot = owner.requireLive(handle);
        MemorySource.requireValid(bytes, table.alignment(slot));
        if (bytes != table.sizeBytes(slot) && !blocks.resizeInPlace(handle, bytes)) {
            blocks.requireMovable(handle);
            blocks.moveInto(handle, allocate(bytes, table.alignment(slot)));
        }
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
     * @return bytes as requested
     */
    public long sizeBytes(long handle) {
        owner.requireOwnerIfStrict();
        return table.sizeBytes(owner.requireLive(handle));
    }

    /** Pins a block: it cannot be moved or freed until each pin is closed. Pins are counted. */
    public Pin pin(long handle) {
        owner.requireOwner();
        table.pin(owner.requireLive(handle));
        return new Pin(this, handle);
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
     * @return the moves and their effect
     */
    public Defragmentation defragmentBytes(long budgetBytes) {
        requireUsable();
        if (budgetBytes < 0) {
            throw new IllegalArgumentException("budgetBytes must be >= 0: budgetBytes=" + budgetBytes);
        }
        return compaction.run(Long.MAX_VALUE, budgetBytes);
    }

    /**
     * {@return the fragmentation of the free space: 1 - largestFreeBytes / freeBytes; 0 if the free space is one hole
     * or empty; close to 1 if it is scattered over many holes}
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
    NativeMemoryException atCap(long bytes, long leastBytes) {
        return new NativeMemoryException(
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

    /**
     * A pin of a {@link Heap}'s block: while it is open the block cannot be moved, freed or made smaller.
     *
     * <pre>{@code
     * try (Pin pin = heap.pin(handle)) {
     *     Slice slice = pin.slice(); // valid until the pin closes
     *     ...
     * }
     * }</pre>
     *
     * <p>Pins are counted: a block may move again once all of its pins are closed. Confined to its heap's thread.
     */
    public static final class Pin implements AutoCloseable {
        private final Heap heap;
        private final long handle;
        private boolean closed;

        Pin(Heap heap, long handle) {
            this.heap = heap;
            this.handle = handle;
        }

        /** {@return the handle of the pinned block} */
        public long handle() {
            return handle;
        }

        /**
         * Resolves the block. The slice stays valid at least until this pin closes.
         *
         * @return a checked view of it
         */
        public Slice slice() {
            requireOpen();
            return heap.slice(handle);
        }

        /** Releases this pin. Constant time. */
        @Override
        public void close() {
            requireOpen();
            heap.unpin(handle);
            closed = true;
        }

        @Override
        public String toString() {
            return "Heap.Pin[index=" + Integer.toUnsignedString((int) handle) + (closed ? ", closed]" : "]");
        }

        private void requireOpen() {
            if (closed) {
                throw new IllegalStateException("pin is closed already: pin(handle) returns a new one");
            }
        }
    }
}
