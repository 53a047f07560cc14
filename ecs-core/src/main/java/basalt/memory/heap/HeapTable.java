package basalt.memory.heap;

import basalt.memory.Slice;
import basalt.memory.handle.Handles;
import java.util.Arrays;

/** Where the blocks of one {@link HeapBlocks} are, by the slots of their {@link Handles}; and which slots are free. */
final class HeapTable {
    private static final int NO_SEGMENT = HeapSegments.NONE;
    private static final int LAST_FREE = -2;
    private static final int INITIAL_SLOTS = 16;

    private final Handles handles;
    private int[] segments = new int[INITIAL_SLOTS]; // NONE in a region of its own; of a free slot, the next free one
    private int[] alignments = new int[INITIAL_SLOTS];
    private int[] pins = new int[INITIAL_SLOTS];
    private long[] addresses = new long[INITIAL_SLOTS];
    private long[] sizes = new long[INITIAL_SLOTS];
    private int count;
    private int free = LAST_FREE;
    private int live;
    private long opened;

    HeapTable(Handles handles) {
        this.handles = handles;
    }

    /** Whether there is no slot left. */
    boolean isFull() {
        return nextSlot() >= handles.maxSlots();
    }

    /** Makes sure that the next handle can be given out without anything that can fail; the table must not be full. */
    void ensureRoom() {
        int slot = nextSlot();
        handles.ensureSlots(slot + 1);
        if (slot == sizes.length) {
            int length = count * 2;
            segments = Arrays.copyOf(segments, length);
            alignments = Arrays.copyOf(alignments, length);
            pins = Arrays.copyOf(pins, length);
            addresses = Arrays.copyOf(addresses, length);
            sizes = Arrays.copyOf(sizes, length); // last, as it tells whether all are long enough
        }
    }

    /** How many blocks there are. */
    int live() {
        return live;
    }

    /** How many there have ever been. */
    long opened() {
        return opened;
    }

    /** Slots are below; some of them may be free. */
    int count() {
        return count;
    }

    /** The slot that {@link #open} will use. */
    int nextSlot() {
        return free == LAST_FREE ? count : free;
    }

    /** Gives out a handle of {@link #nextSlot()}; the segment is NONE for a block in a region of its own. */
    long open(int segment, long address, long bytes, int alignment) {
        int slot = nextSlot();
        if (slot == count) {
            count++;
        } else {
            free = segments[slot];
        }
        segments[slot] = segment;
        addresses[slot] = address;
        alignments[slot] = alignment;
        sizes[slot] = bytes;
        live++;
        opened++;
        return handles.begin(slot);
    }

    /** Ends a handle; nothing is pinned there. */
    void end(int slot) {
        segments[slot] = free;
        live--;
        if (handles.end(slot)) {
            free = slot;
        }
    }

    /** Whether the block of a live slot may be somewhere else from now on. */
    boolean mayMove(int slot) {
        return pins[slot] == 0 && handles.mayMove(slot);
    }

    /** The block of a live slot, which may move, is in a new place: slices of the old one die. */
    void move(int slot, int segment, long address) {
        handles.move(slot);
        segments[slot] = segment;
        addresses[slot] = address;
    }

    /**
     * The block of a live slot has another size where it is. Slices of more than that die; the slot has a move left
     * then.
     */
    void resize(int slot, long bytes) {
        if (bytes < sizes[slot]) {
            handles.move(slot);
        }
        sizes[slot] = bytes;
    }

    /**
     * Two live slots have each other's blocks from now on, and slices of both die. The other one counts as never
     * opened.
     */
    void exchange(int slot, int other) {
        int segment = segments[slot];
        long address = addresses[slot];
        long bytes = sizes[slot];
        move(slot, segments[other], addresses[other]);
        sizes[slot] = sizes[other];
        move(other, segment, address);
        sizes[other] = bytes;
        opened--;
    }

    /** SAFETY: the block has this many bytes there, until its slot ends or moves. */
    Slice slice(int slot) {
        return handles.slice(slot, addresses[slot], sizes[slot]);
    }

    int segment(int slot) {
        return segments[slot];
    }

    /**
     * Whether the slot has a block, and that in a region of its own. Closing the handles does not change the answer.
     */
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

    /** There are no blocks any more; {@link #standsApart} still answers as before. */
    void clear() {
        live = 0;
    }
}
