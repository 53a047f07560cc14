package basalt.memory.allocator;

import java.util.Arrays;

/** The frame in which each block of a pool was allocated, to count the blocks that are freed in the same frame. */
final class BlockAges {
    private int[] allocatedIn;
    private int frame = 1; // 0 is the value of slots that were never allocated
    private long shortLived;

    BlockAges(int slots) {
        allocatedIn = new int[slots];
    }

    /** Grows the table for slots 0 to {@code slots - 1}. */
    void ensureSlots(int slots) {
        if (slots > allocatedIn.length) {
            allocatedIn = Arrays.copyOf(allocatedIn, Math.max(slots, allocatedIn.length * 2));
        }
    }

    void startFrame() {
        frame++;
    }

    void allocated(int slot) {
        allocatedIn[slot] = frame;
    }

    void freed(int slot) {
        if (allocatedIn[slot] == frame) {
            shortLived++;
        }
    }

    /** The number of blocks that were freed in the frame of their allocation. */
    long shortLived() {
        return shortLived;
    }
}
