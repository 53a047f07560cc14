package basalt.memory.allocator;

import basalt.memory.DeadHandleException;
import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;
import java.util.Arrays;

/**
 * A table of generational handles, by slot.
 *
 * <pre>
 *   handle (long) = generation:32 | index:32        index = tag | slot
 *   serial (long) = generation:32 | moves:32        checked by slices
 *
 *   generation    0   1      2      3      4     ...   2^32 - 3   2^32 - 2
 *                 |   live   free   live   free        live       retired
 *                 never used
 * </pre>
 *
 * <p>Live generations are odd, so no handle is 0. Generations only grow, even if the memory of the slot is given back
 * and taken again; a slot that has used up its generations is retired and must not be used again. The tag distinguishes
 * the tables of one allocator.
 *
 * <p>If an allocator moves a block, its slices die and its handle stays live. A block that has used up its moves is not
 * moved again, so no serial is repeated.
 */
final class Handles extends SliceLifetimes {
    /** The largest number of slots. */
    static final int MAX_SLOTS = 1 << 30;

    /** The generation of a retired slot. */
    static final int RETIRED = DeadHandleException.RETIRED;

    private static final long ONE_GENERATION = 1L << 32;

    private final String allocator;
    private final int tag;
    private final int slotMask;
    private boolean closed;

    /** For the calling thread; {@code maxSlots} is a power of two up to {@link #MAX_SLOTS}. */
    Handles(String allocator, int tag, int maxSlots) {
        super(16);
        this.allocator = allocator;
        this.tag = tag;
        this.slotMask = maxSlots - 1;
    }

    int maxSlots() {
        return slotMask + 1;
    }

    /** Grows the table. */
    void ensureSlots(int slots) {
        if (slots > serials.length) {
            serials = Arrays.copyOf(serials, (int) Math.min(slotMask + 1L, Math.max(slots, serials.length * 2L)));
        }
    }

    /** Makes a free slot live, which must not be retired. */
    long begin(int slot) {
        serials[slot] += ONE_GENERATION; // the number of moves is 0 here
        return handle(slot, serials[slot]);
    }

    /** Frees a live slot. */
    boolean end(int slot) {
        serials[slot] = (serials[slot] & -ONE_GENERATION) + ONE_GENERATION;
        return !isRetired(slot);
    }

    boolean isRetired(int slot) {
        return generation(slot) == RETIRED;
    }

    /** Whether the block of a live slot may still be moved. */
    boolean mayMove(int slot) {
        return (int) serials[slot] != -1;
    }

    /** Counts a move of a live slot, which {@link #mayMove} allows. Its slices die, its handle stays live. */
    void move(int slot) {
        serials[slot]++;
    }

    /** Whether a value has the form of a handle: an odd generation. */
    static boolean isPossible(long handle) {
        return (handle & ONE_GENERATION) != 0;
    }

    boolean isLive(long handle) {
        int slot = (int) handle & slotMask;
        return slot < serials.length && handle(slot, serials[slot]) == handle && isPossible(handle);
    }

    int requireLive(long handle) {
        if (!isLive(handle)) {
            requireOpen();
            throw new DeadHandleException(
                    handle == 0 ? "0 is not a handle" : "handle is dead",
                    handle,
                    currentGeneration(handle),
                    "free each handle once, and check stored handles with isLive(handle)");
        }
        return (int) handle & slotMask;
    }

    /** A view of a block. SAFETY: these bytes are the block of a live slot, until it ends or moves. */
    Slice slice(int slot, long address, long bytes) {
        return slice(slot, serials[slot], address, bytes);
    }

    /** The current generation of a handle's slot. 0 if there is no such slot. */
    int currentGeneration(long handle) {
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

    boolean isClosed() {
        return closed;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(allocator + " is closed: create a new one");
        }
    }

    /** Ends all handles and slices for good. */
    void close() {
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
