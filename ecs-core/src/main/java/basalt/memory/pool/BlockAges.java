package basalt.memory.pool;

import java.util.Arrays;

/** In which frame each block of a pool was allocated, where somebody wants to know how many are freed in the same one. */
final class BlockAges {
    private int[] bornIn = new int[16];
    private int frame = 1; // 0 stands where nothing was allocated yet
    private long shortLived;

    void startFrame() {
        frame++;
    }

    void born(int slot) {
        if (slot >= bornIn.length) {
            bornIn = Arrays.copyOf(bornIn, Math.max(slot + 1, bornIn.length * 2));
        }
        bornIn[slot] = frame;
    }

    void died(int slot) {
        // What is older than the watch has no entry, or that of an earlier block, whose frame has passed.
        if (slot < bornIn.length && bornIn[slot] == frame) {
            shortLived++;
        }
    }

    /** How many blocks were freed in the frame in which they were allocated. */
    long shortLived() {
        return shortLived;
    }
}
