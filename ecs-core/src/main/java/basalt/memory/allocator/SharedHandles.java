package basalt.memory.allocator;

import basalt.memory.DeadHandleException;
import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The handles of a {@link SharedPool} by slot, and the links between its free blocks.
 *
 * <pre>
 *   serial of a slot (long), generations as in Handles:
 *
 *   live    odd generation:32  | slot:32            the handle itself
 *   free    even generation:32 | next slot:32       the next slot in its magazine
 *
 *   free  -- begin, by the cache that owns it -->  live  -- end, one CAS of the thread that frees it -->  free
 * </pre>
 *
 * <p>A free slot uses its serial for the link, so allocating and freeing a block touch only this table. The table never
 * grows, so no thread ever sees an old array.
 *
 * <p><b>Why no double free is missed.</b> A block is freed by a compare-and-set from the handle to the next generation,
 * and generations only grow: of all threads that free one handle, at any time, exactly one succeeds.
 */
final class SharedHandles extends SliceLifetimes {
    private static final VarHandle SERIALS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long ONE_GENERATION = 1L << 32;
    private static final String NAME = "shared pool";

    private volatile boolean closed;

    SharedHandles(int slots) {
        super(slots, null);
    }

    /** The next slot of a free slot in its magazine. For the thread that owns the slot. */
    int next(int slot) {
        return (int) serials[slot];
    }

    /** Links a slot that was never used to the next one. For the thread that owns the slot. */
    void link(int slot, int next) {
        serials[slot] = Integer.toUnsignedLong(next);
    }

    /**
     * Makes a free slot live, which must not be retired. For the thread that owns the slot. A thread that sees the
     * handle in the table also sees all earlier writes, including the block's address.
     */
    long begin(int slot) {
        long handle = (serials[slot] & -ONE_GENERATION) + ONE_GENERATION | slot;
        SERIALS.setRelease(serials, slot, handle);
        return handle;
    }

    /**
     * Frees a live handle, and links its slot to the next one of a magazine. Any thread. Returns false if the slot has
     * used up its generations: it is retired and must not be put into a magazine.
     */
    boolean end(long handle, int next) {
        int slot = (int) handle;
        long free = (handle & -ONE_GENERATION) + ONE_GENERATION | Integer.toUnsignedLong(next);
        if (!isPossible(handle) || !SERIALS.compareAndSet(serials, slot, handle, free)) {
            throw deadHandle(handle);
        }
        return (int) (free >>> 32) != Handles.RETIRED;
    }

    /** Any thread. */
    boolean isLive(long handle) {
        return isPossible(handle) && (long) SERIALS.getAcquire(serials, (int) handle) == handle;
    }

    /** Requires that a handle is live, and returns its slot. Any thread. */
    int requireLive(long handle) {
        if (!isLive(handle)) {
            throw deadHandle(handle);
        }
        return (int) handle;
    }

    /** SAFETY: the caller guarantees that this is the block of the handle, until the handle ends. */
    Slice block(int slot, long handle, long address, long bytes) {
        return slice(slot, handle, address, bytes);
    }

    /** Ends all handles and slices for good. */
    void close() {
        closed = true; // first: a thread that finds its slice dead reads this for the message
        Arrays.fill(serials, 0);
    }

    @Override
    public long handle(int slot, long serial) {
        return serial;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        if (closed) {
            return new IllegalStateException("slice used after its " + NAME + " was closed");
        }
        return new DeadHandleException(
                "slice used after its block was freed",
                serial,
                currentGeneration(serial),
                "copy what must live longer");
    }

    @Override
    public String allocator() {
        return NAME;
    }

    private boolean isPossible(long handle) {
        int slot = (int) handle;
        return Handles.isPossible(handle) && slot >= 0 && slot < serials.length;
    }

    private DeadHandleException deadHandle(long handle) {
        return new DeadHandleException(
                handle == 0 ? "0 is not a handle" : "handle is dead",
                handle,
                currentGeneration(handle),
                "free each handle once, and check stored handles with isLive(handle)");
    }

    /** The current generation of a handle's slot; 0 if there is no such slot. */
    private int currentGeneration(long handle) {
        int slot = (int) handle;
        return slot >= 0 && slot < serials.length ? (int) ((long) SERIALS.getAcquire(serials, slot) >>> 32) : 0;
    }
}
