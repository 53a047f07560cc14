package basalt.bench.memory;

import java.util.SplittableRandom;

/**
 * Blocks of 16 bytes to 8 KiB, each size class as often as any other, that come and go at random: the same requests for
 * each allocator. Blocks are whatever the allocator knows them by.
 */
abstract class Churn {
    /** How much memory the blocks are held in. */
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

    /** Fills the capacity, frees down to where it is to be held, and replaces each block many times over. */
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

    /** So many times: frees a block, and allocates one of another size. */
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
