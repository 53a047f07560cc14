package basalt.memory.pool;

import basalt.memory.DeadHandleException;
import basalt.memory.Slice;
import basalt.memory.handle.Handles;
import basalt.memory.view.SliceLifetimes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The handles of a {@link SharedPool}, by slot, and the links of its free blocks.
 *
 * <pre>
 *   serial of a slot (long), generations as in Handles:
 *
 *   live    odd generation:32  | slot:32            the handle itself
 *   free    even generation:32 | next slot:32       the one that follows it in its magazine
 *
 *   free  -- begin, by the one cache that has it -->  live  -- end, one CAS of the thread that frees it -->  free
 * </pre>
 *
 * <p>As a handle names its slot, the serial of a free one has room for the link; to allocate or free a block touches
 * nothing of it but this. The table never grows, so no thread ever sees an old one.
 *
 * <p><b>Why no double free is missed.</b> A life ends by a compare-and-set from the handle to the next generation, and
 * generations only grow: of all that try, at whatever time, one succeeds.
 */
final class SharedHandles extends SliceLifetimes {
    private static final VarHandle SERIALS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long ONE_GENERATION = 1L << 32;
    private static final String NAME = "shared pool";

    private volatile boolean closed;

    SharedHandles(int slots) {
        super(slots, null);
    }

    /** What follows a free slot in its magazine, if anything does. For the thread that has the slot. */
    int next(int slot) {
        return (int) serials[slot];
    }

    /** Sets what follows a slot that was never used. For the thread that has the slot. */
    void link(int slot, int next) {
        serials[slot] = Integer.toUnsignedLong(next);
    }

    /**
     * Begins the next life of a free slot, which is not retired. For the thread that has the slot. A thread that sees
     * the handle in the table sees what was written before, and so where the block is.
     */
    long begin(int slot) {
        long handle = (serials[slot] & -ONE_GENERATION) + ONE_GENERATION | slot;
        SERIALS.setRelease(serials, slot, handle);
        return handle;
    }

    /**
     * Ends a life, and links the slot to the next one of a magazine. Any thread. Answers false if it was the slot's
     * last one: it is retired now, and must not come into a magazine.
     *
     * @throws DeadHandleException if the handle is not live; nothing has changed then
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

    /** The slot of a handle that is live; others throw. Any thread. */
    int requireLive(long handle) {
        if (!isLive(handle)) {
            throw deadHandle(handle);
        }
        return (int) handle;
    }

    /** SAFETY: the caller has the block of that handle there, until its life ends. */
    Slice block(int slot, long handle, long address, long bytes) {
        return slice(slot, handle, address, bytes);
    }

    /** Ends all lives, for good. */
    void close() {
        closed = true; // first: a thread that finds its slice dead asks why
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
                handle == 0 ? "0 is no handle" : "handle is dead",
                handle,
                currentGeneration(handle),
                "free each handle once, ask isLive(handle) of one that was kept");
    }

    /** The generation that a handle's slot has now; 0 if there is no such slot. */
    private int currentGeneration(long handle) {
        int slot = (int) handle;
        return slot >= 0 && slot < serials.length ? (int) ((long) SERIALS.getAcquire(serials, slot) >>> 32) : 0;
    }
}
