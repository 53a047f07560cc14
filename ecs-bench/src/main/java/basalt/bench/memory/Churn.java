package basalt.bench.memory;

import java.util.SplittableRandom;

/**
 * Random allocation and freeing of blocks of 16 bytes to 8 KiB, with equally frequent size classes: the same requests
 * for each allocator. A block is a handle or an address, depending on the allocator.
 */
abstract class Churn {
    /** Memory that contains the blocks. */
    static final long CAPACITY_BYTES = 32 << 20;

    private static final double FULL = 0.95;
    private static final double HELD = 0.7;
    private static final int REPLACEMENTS_PER_BLOCK = 20;
    private static final int[] SIZES = sizes();

    private final SplittableRandom random = new SplittableRandom(7);
    private final long[] blocks = new long[(int) (CAPACITY_BYTES / 256)];
    private final int[] blockBytes = new int[blocks.length];
    private int count;
    private long usedBytes;

    /** Allocates a block, and writes to its start. */
    abstract long allocate(int bytes, long value);

    abstract void free(long block);

    /** Fills the capacity, frees blocks down to the target occupancy, and replaces each block many times. */
    final void fragment() {
        while (usedBytes < FULL * CAPACITY_BYTES) {
            blockBytes[count] = SIZES[random.nextInt(SIZES.length)];
            blocks[count] = allocate(blockBytes[count], count);
            usedBytes += blockBytes[count++];
        }
        while (usedBytes > HELD * CAPACITY_BYTES) {
            int victim = random.nextInt(count);
            free(blocks[victim]);
            usedBytes -= blockBytes[victim];
            blocks[victim] = blocks[--count];
            blockBytes[victim] = blockBytes[count];
        }
        replace(REPLACEMENTS_PER_BLOCK * count);
    }

    /** Frees a block and allocates one of another size, so many times. */
    final void replace(int times) {
        for (int i = 0; i < times; i++) {
            long bits = random.nextLong();
            int victim = (int) ((bits >>> 32) * count >>> 32);
            int bytes = SIZES[(int) bits & SIZES.length - 1];
            free(blocks[victim]);
            blocks[victim] = allocate(bytes, i);
        }
    }

    final void freeAll() {
        while (count > 0) {
            free(blocks[--count]);
        }
    }

    private static int[] sizes() {
        int[] sizes = new int[1024];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = (int) (16 * Math.pow(2, 9 * i / (sizes.length - 1.0)));
        }
        return sizes;
    }
}
