package basalt.memory.pool;

import java.util.Arrays;

/** In which frame each block of a pool was allocated, where it is asked how many are freed in the same one. */
final class BlockAges {
    private int[] bornIn;
    private int frame = 1; // 0 stands where nothing was allocated yet
    private long shortLived;

    BlockAges(int slots) {
        bornIn = new int[slots];
    }

    /** Makes room for slots 0 to {@code slots - 1}, before they are given out. */
    void ensureSlots(int slots) {
        if (slots > bornIn.length) {
            bornIn = Arrays.copyOf(bornIn, Math.max(slots, bornIn.length * 2));
        }
    }

    void startFrame() {
        frame++;
    }

    void born(int slot) {
        bornIn[slot] = frame;
    }

    void died(int slot) {
        if (bornIn[slot] == frame) {
            shortLived++;
        }
    }

    /** How many blocks were freed in the frame in which they were allocated. */
    long shortLived() {
        return shortLived;
    }
}
