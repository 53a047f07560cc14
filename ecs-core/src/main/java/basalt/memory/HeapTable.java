package basalt.memory;

import java.util.Arrays;

/**
 * The handles of one {@link Heap}, and where their blocks are.
 *
 * <pre>
 *   handle = generation:32 | index:32      index = slot of this table
 *
 *   generation   0          never used, or all generations used up: the slot is out of use for good then
 *                odd        the slot has a block; handles with this generation are live
 *                even       the slot is free
 *
 *   serial = generation:32 | moves:32      what slices are checked against; moves = 0 if the slot is free
 * </pre>
 *
 * <p>So a slice dies when its block goes, and when it moves, and still tells which of the two it was. A block that has used up its
 * moves stays where it is: no serial comes twice.
 */
final class HeapTable extends Lifetimes {
    private static final int NO_SEGMENT = HeapSegments.NONE;
    private static final int LAST_FREE = -2;
    private static final int INITIAL_SLOTS = 16;
    private static final long ONE_GENERATION = 1L << 32;

    private final int firstGeneration;
    private int[] segments = new int[INITIAL_SLOTS]; // NONE in a region of its own; of a free slot, the next free one
    private int[] alignments = new int[INITIAL_SLOTS];
    private int[] pins = new int[INITIAL_SLOTS];
    private long[] addresses = new long[INITIAL_SLOTS];
    private long[] sizes = new long[INITIAL_SLOTS];
    private int count;
    private int free = LAST_FREE;
    private int live;
    private boolean closed;

    HeapTable() {
        this(0);
    }

    /** For tests: slots start in a later generation. */
    HeapTable(int firstGeneration) {
        super(INITIAL_SLOTS);
        this.firstGeneration = firstGeneration;
    }

    /** Makes sure that the next handle can be given out without anything that can fail. */
    void ensureRoom() {
        if (free == LAST_FREE && count == serials.length) {
            int length = count * 2;
            segments = Arrays.copyOf(segments, length);
            alignments = Arrays.copyOf(alignments, length);
            pins = Arrays.copyOf(pins, length);
            addresses = Arrays.copyOf(addresses, length);
            sizes = Arrays.copyOf(sizes, length);
            serials = Arrays.copyOf(serials, length); // last, as it tells whether all are long enough
        }
    }

    /** How many handles are live. */
    int live() {
        return live;
    }

    /** The slot that {@link #open} will use. */
    int nextSlot() {
        return free == LAST_FREE ? count : free;
    }

    /** Gives out a handle of {@link #nextSlot()}; the segment is NONE for a block in a region of its own. */
    long open(int segment, long address, long bytes, int alignment) {
        int slot = nextSlot();
        if (slot == count) {
            serials[count++] = (long) firstGeneration << 32;
        } else {
            free = segments[slot];
        }
        serials[slot] += ONE_GENERATION;
        alignments[slot] = alignment;
        sizes[slot] = bytes;
        live++;
        put(slot, segment, address);
        return serials[slot] | slot;
    }

    /** Ends a handle; nothing is pinned there. */
    void end(int slot) {
        serials[slot] = (serials[slot] & -ONE_GENERATION) + ONE_GENERATION;
        segments[slot] = free;
        live--;
        if (serials[slot] != 0) { // else the generations would repeat: the slot retires
            free = slot;
        }
    }

    /** Whether the block of a live slot may be somewhere else from now on. */
    boolean mayMove(int slot) {
        return pins[slot] == 0 && (int) serials[slot] != -1;
    }

    /** The block of a live slot, which may move, is in a new place: slices of the old one die. */
    void move(int slot, int segment, long address) {
        serials[slot]++;
        put(slot, segment, address);
    }

    private void put(int slot, int segment, long address) {
        segments[slot] = segment;
        addresses[slot] = address;
    }

    boolean isLive(long handle) {
        int slot = (int) handle;
        int generation = (int) (handle >>> 32);
        return slot >= 0 && slot < count && generation(slot) == generation && (generation & 1) != 0;
    }

    private int generation(int slot) {
        return (int) (serials[slot] >>> 32);
    }

    /**
     * The slot of a live handle.
     *
     * @throws DeadHandleException if it is not live
     * @throws IllegalStateException if the heap is closed
     */
    int slot(long handle) {
        if (!isLive(handle)) {
            requireOpen();
            int slot = (int) handle;
            throw new DeadHandleException(
                    "heap handle is dead",
                    handle,
                    slot >= 0 && slot < count ? generation(slot) : 0,
                    "ask isLive(handle) before using a handle that was kept");
        }
        return (int) handle;
    }

    Slice slice(int slot) {
        // SAFETY: the block has at least sizes[slot] bytes at its address, and another serial once it is not there.
        return new Slice(this, slot, serials[slot], addresses[slot], sizes[slot]);
    }

    @Override
    long handle(int slot) {
        return (long) generations[slot] << 32 | slot;
    }

    /** Slots are below; some of them may be free. */
    int count() {
        return count;
    }

    int segment(int slot) {
        return segments[slot];
    }

    /** Whether the slot has a block in a region of its own. Answers after close as before. */
    boolean standsApart(int slot) {
        return segments[slot] == NO_SEGMENT;
    }

    int alignment(int slot) {
        return alignments[slot];
    }

    long address(int slot) {
        return addresses[slot];
    }

    /** What was asked for. */
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

    boolean isClosed() {
        return closed;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("heap is closed: create a new one");
        }
    }

    /** Ends all handles and slices. */
    void close() {
        Arrays.fill(serials, 0);
        live = 0;
        closed = true;
    }

    @Override
    String allocator() {
        return "heap";
    }

    @Override
    IllegalStateException dead(int slot, long serial) {
        if (closed) {
            return new IllegalStateException("slice used after its heap was closed");
        }
        int generation = generation(slot);
        if (generation == (int) (serial >>> 32)) {
            return new IllegalStateException("slice used after its block was moved by defragment: take a slice of the"
                    + " handle again, and pin blocks that must stay where they are");
        }
        long handle = (serial & -ONE_GENERATION) | slot;
        return new DeadHandleException(
                "slice used after its block was freed", handle, generation, "copy what must live longer");
    }
}
