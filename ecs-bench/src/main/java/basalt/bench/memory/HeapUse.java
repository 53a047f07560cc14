package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.memory.allocator.Heap;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Random allocation and freeing of 16 bytes to 8 KiB, with equally frequent size classes, in 32 MiB at 70 percent
 * occupancy: the same requests for each allocator.
 */
public class HeapUse extends OperationBenchmark {
    private static final int REPLACEMENTS = 1000;
    private static final double FULL = 0.95;
    private static final double HELD = 0.7;
    private static final int REPLACEMENTS_PER_BLOCK = 20;
    private static final int[] SIZES = sizes();

    private static int[] sizes() {
        int[] sizes = new int[1024];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = (int) (16 * Math.pow(2, 9 * i / (sizes.length - 1.0)));
        }
        return sizes;
    }

    /** Blocks each of which has been replaced many times. */
    @State(Scope.Thread)
    public static class Churn {
        /** What the blocks are of. */
        @Param({"HEAP", "MALLOC"})
        public Allocator allocator;

        private final SplittableRandom random = new SplittableRandom(7);
        private final long[] handles = new long[(int) (Allocator.HEAP_BYTES / 256)];
        private final int[] sizes = new int[handles.length];
        private int count;
        private long usedBytes;
        private Allocator.Blocks blocks;

        /** Fills the memory, frees blocks down to the occupancy, and replaces each block many times. */
        @Setup
        public void open() {
            blocks = allocator.open();
            while (usedBytes < FULL * Allocator.HEAP_BYTES) {
                sizes[count] = SIZES[random.nextInt(SIZES.length)];
                usedBytes += sizes[count];
                handles[count] = allocate(sizes[count], count);
                count++;
            }
            while (usedBytes > HELD * Allocator.HEAP_BYTES) {
                int victim = random.nextInt(count);
                blocks.free(handles[victim]);
                usedBytes -= sizes[victim];
                handles[victim] = handles[--count];
                sizes[victim] = sizes[count];
            }
            replace(REPLACEMENTS_PER_BLOCK * count);
        }

        /** Allocates a block, and writes to its start. */
        private long allocate(int bytes, long value) {
            long block = blocks.allocate(bytes);
            blocks.fill(block, Long.BYTES, value);
            return block;
        }

        /** Frees a block and allocates one of another size, so many times. */
        private void replace(int times) {
            for (int i = 0; i < times; i++) {
                long bits = random.nextLong();
                int victim = (int) ((bits >>> 32) * count >>> 32);
                blocks.free(handles[victim]);
                handles[victim] = allocate(SIZES[(int) bits & SIZES.length - 1], i);
            }
        }

        /** Checks the occupancy, and frees the memory. */
        @TearDown
        public void close() {
            if (allocator != Allocator.MALLOC) {
                Heap heap = ((Allocator.OfHeap) blocks).heap;
                Check.near("share in use", HELD, (double) heap.usedBytes() / Allocator.HEAP_BYTES, 0.05);
            }
            while (count > 0) {
                blocks.free(handles[--count]);
            }
            blocks.close();
        }
    }

    /** A thousand times, frees a random block, allocates one of another size, and writes to it. */
    @Benchmark
    public void replace(Churn churn) {
        churn.replace(REPLACEMENTS);
    }
}
