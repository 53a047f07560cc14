package basalt.memory.handle;

import basalt.memory.DeadHandleException;
import basalt.memory.Slice;
import basalt.memory.view.SliceLifetimes;
import java.util.Arrays;

/**
 * The handles that one allocator has given out, by slot.
 *
 * <pre>
 *   handle (long) = generation:32 | index:32        index = tag | slot
 *   serial (long) = generation:32 | moves:32        what slices are checked against
 *
 *   generation    0   1      2      3      4     ...   2^32 - 3   2^32 - 2
 *                 |   live   free   live   free        live       retired
 *                 never used
 * </pre>
 *
 * <p>Live generations are odd, so no handle is 0. A generation only ever grows, also while the memory behind the slot
 * is given back and taken anew; a slot that has none left is retired and must not be used again. The tag keeps apart
 * the handles of several tables that belong to one allocator.
 *
 * <p>Where an allocator moves its blocks, a slice dies by the move and the handle does not. A block that has used up
 * its moves stays where it is: no serial comes twice.
 */
public final class Handles extends SliceLifetimes {
    /** The most slots that a table can have. */
    public static final int MAX_SLOTS = 1 << 30;

    /** The generation of a slot that is never used again. */
    public static final int RETIRED = DeadHandleException.RETIRED;

    private static final long ONE_GENERATION = 1L << 32;

    private final String allocator;
    private final int tag;
    private final int slotMask;
    private boolean closed;

    /**
     * Handles that belong to the calling thread.
     *
     * @param allocator what their allocator is called in messages
     * @param tag what all indices have in common: no bits below {@code maxSlots}
     * @param maxSlots a power of two up to {@link #MAX_SLOTS}
     */
    public Handles(String allocator, int tag, int maxSlots) {
        super(16);
        this.allocator = allocator;
        this.tag = tag;
        this.slotMask = maxSlots - 1;
    }

    /**
     * How many slots there can be.
     *
     * @return the number
     */
    public int maxSlots() {
        return slotMask + 1;
    }

    /**
     * Makes room for slots.
     *
     * @param slots how many, from 0 on; at most {@link #maxSlots()}
     */
    public void ensureSlots(int slots) {
        if (slots > serials.length) {
            serials = Arrays.copyOf(serials, (int) Math.min(slotMask + 1L, Math.max(slots, serials.length * 2L)));
        }
    }

    /**
     * Begins the next life of a free slot, which is not retired.
     *
     * @param slot the slot
     * @return the handle
     */
    public long begin(int slot) {
        serials[slot] += ONE_GENERATION; // which had no moves
        return handle(slot, serials[slot]);
    }

    /**
     * Ends the life of a live slot.
     *
     * @param slot the slot
     * @return false if that was its last: it is retired now
     */
    public boolean end(int slot) {
        serials[slot] = (serials[slot] & -ONE_GENERATION) + ONE_GENERATION;
        return !isRetired(slot);
    }

    /**
     * Whether a slot must not be used again.
     *
     * @param slot the slot
     * @return whether it has used up its generations
     */
    public boolean isRetired(int slot) {
        return generation(slot) == RETIRED;
    }

    /**
     * Whether the block of a live slot has a move left.
     *
     * @param slot the slot
     * @return whether {@link #move} may follow
     */
    public boolean mayMove(int slot) {
        return (int) serials[slot] != -1;
    }

    /**
     * Ends the slices of a live slot, which has a move left. Its handle stays live.
     *
     * @param slot the slot
     */
    public void move(int slot) {
        serials[slot]++;
    }

    /**
     * Whether a handle may have been given out by some table: live generations are odd.
     *
     * @param handle any long
     * @return false if it never was a handle
     */
    public static boolean isPossible(long handle) {
        return (handle & ONE_GENERATION) != 0;
    }

    /**
     * Whether a handle was given out here and has not ended.
     *
     * @param handle any long
     * @return whether it is live
     */
    public boolean isLive(long handle) {
        int slot = (int) handle & slotMask;
        return slot < serials.length && handle(slot, serials[slot]) == handle && isPossible(handle);
    }

    /**
     * The slot of a handle that is live.
     *
     * @param handle the handle
     * @return its slot
     * @throws DeadHandleException if it is not live
     * @throws IllegalStateException if the allocator is closed
     */
    public int requireLive(long handle) {
        if (!isLive(handle)) {
            requireOpen();
            throw new DeadHandleException(
                    handle == 0 ? "0 is no handle" : "handle is dead",
                    handle,
                    currentGeneration(handle),
                    "free each handle once, ask isLive(handle) of one that was kept");
        }
        return (int) handle & slotMask;
    }

    /**
     * A view of a block. SAFETY: these bytes are the block of a live slot, until it ends or moves.
     *
     * @param slot the slot
     * @param address where the block is
     * @param bytes how large it is
     * @return the view
     */
    public Slice slice(int slot, long address, long bytes) {
        return slice(slot, serials[slot], address, bytes);
    }

    /**
     * The generation that a handle's slot has now.
     *
     * @param handle any long
     * @return the generation; 0 if there is no such slot
     */
    public int currentGeneration(long handle) {
        int slot = (int) handle & slotMask;
        boolean exists = slot < serials.length && (tag | slot) == (int) handle;
        return exists ? generation(slot) : 0;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        if (closed) {
            return new IllegalStateException("slice used after its " + allocator + " was closed");
        }
        int generation = generation(slot);
        if (generation == (int) (serial >>> 32)) {
            return new IllegalStateException("slice used after its block was moved by defragment, or changed by resize:"
                    + " take a slice of the handle again, and pin blocks that must stay where they are");
        }
        return new DeadHandleException(
                "slice used after its block was freed", handle(slot, serial), generation, "copy what must live longer");
    }

    @Override
    public String allocator() {
        return allocator;
    }

    /**
     * Whether all have ended for good.
     *
     * @return whether {@link #close()} was called
     */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Requires that the allocator is not closed.
     *
     * @throws IllegalStateException if it is
     */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException(allocator + " is closed: create a new one");
        }
    }

    /** Ends all lives, for good. */
    public void close() {
        Arrays.fill(serials, 0);
        closed = true;
    }

    @Override
    public long handle(int slot, long serial) {
        return serial & -ONE_GENERATION | Integer.toUnsignedLong(tag | slot);
    }

    private int generation(int slot) {
        return (int) (serials[slot] >>> 32);
    }
}
