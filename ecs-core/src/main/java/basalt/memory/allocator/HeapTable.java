package basalt.memory.allocator;

import basalt.memory.Slice;
import java.util.Arrays;

/** The blocks of a {@link HeapBlocks} by the slots of their {@link Handles}, and the free slots. */
final class HeapTable {
    private static final int NO_SEGMENT = HeapSegments.NONE;
    private static final int LAST_FREE = -2;
    private static final int INITIAL_SLOTS = 16;

    private final Handles handles;
    private int[] segments = new int[INITIAL_SLOTS]; // NONE: own region; of a free slot, the next free one
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

    /** Whether all slots are in use. */
    boolean isFull() {
        return nextSlot() >= handles.maxSlots();
    }

    private void ensureRoom(int slot) {
        handles.ensureSlots(slot + 1);
        if (slot == sizes.length) {
            int length = count * 2;
            segments = Arrays.copyOf(segments, length);
            alignments = Arrays.copyOf(alignments, length);
            pins = Arrays.copyOf(pins, length);
            addresses = Arrays.copyOf(addresses, length);
            sizes = Arrays.copyOf(sizes, length);
        }
    }

    /** The number of live blocks. */
    int live() {
        return live;
    }

    /** The number of blocks ever opened. */
    long opened() {
        return opened;
    }

    /** The number of slots, live or free. */
    int count() {
        return count;
    }

    /** The slot that {@link #open} will use. */
    int nextSlot() {
        return free == LAST_FREE ? count : free;
    }

    /** Creates a handle for {@link #nextSlot()}; the segment is NONE for a block with its own region. */
    long open(int segment, long address, long bytes, int alignment) {
        int slot = nextSlot();
        ensureRoom(slot);
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

    /** Ends the handle of a slot that is not pinned. */
    void end(int slot) {
        segments[slot] = free;
        live--;
        if (handles.end(slot)) {
            free = slot;
        }
    }

    /** Whether the block of a live slot may be moved. */
    boolean mayMove(int slot) {
        return pins[slot] == 0 && handles.mayMove(slot);
    }

    /** Records that the block of a movable slot has moved: its old slices die. */
    void move(int slot, int segment, long address) {
        handles.move(slot);
        segments[slot] = segment;
        addresses[slot] = address;
    }

    /** Records a new size of a block in place. Slices that are larger die; the slot must then have a move left. */
    void resize(int slot, long bytes) {
        if (bytes < sizes[slot]) {
            handles.move(slot);
        }
        sizes[slot] = bytes;
    }

    /** Exchanges the blocks of two live slots; slices of both die. The other slot is not counted as opened. */
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

    /** SAFETY: the block has these bytes until its slot ends or moves. */
    Slice slice(int slot) {
        return handles.slice(slot, addresses[slot], sizes[slot]);
    }

    int segment(int slot) {
        return segments[slot];
    }

    /** Whether the slot has a block with its own region. Also valid after the handles were closed. */
    boolean standsApart(int slot) {
        return segments[slot] == NO_SEGMENT;
    }

    int alignment(int slot) {
        return alignments[slot];
    }

    long address(int slot) {
        return addresses[slot];
    }

    /** The requested size. */
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

    /** Called at close: there are no blocks any more. {@link #standsApart} remains valid. */
    void clear() {
        live = 0;
    }
}
