package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import basalt.memory.allocator.Defragmentation;
import basalt.memory.allocator.FitPolicy;
import basalt.memory.allocator.Heap;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Random allocation and freeing of mixed sizes in 32 MiB at 70 percent occupancy, and defragmentation of these 32 MiB.
 */
public class HeapUse extends OperationBenchmark {
    private static final int REPLACEMENTS = 1000;
    private static final long MOVED_BYTES = 1 << 20;

    /** A heap in which each block has been replaced many times. */
    @State(Scope.Thread)
    public static class Held extends Churn {
        /** The fit policy. */
        @Param({"FIRST_FIT", "BEST_FIT"})
        public FitPolicy fitPolicy;

        private Heap heap;

        /** Creates the heap. */
        @Setup
        public void open() {
            heap = new Heap(MemorySource.direct(), 4 << 20, CAPACITY_BYTES, fitPolicy);
            fragment();
            Check.same("bytes reserved", CAPACITY_BYTES, heap.reservedBytes());
            Check.near("fragmentation", 0.7, heap.fragmentation(), 0.3);
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            Check.near("share that is used", 0.7, (double) heap.usedBytes() / CAPACITY_BYTES, 0.05);
            heap.close();
        }

        @Override
        long allocate(int bytes, long value) {
            long handle = heap.allocate(bytes);
            heap.slice(handle).putLong(0, value);
            return handle;
        }

        @Override
        void free(long block) {
            heap.free(block);
        }
    }

    /** The same blocks from the C library. */
    @State(Scope.Thread)
    public static class Malloc extends Churn {
        /** Allocates them. */
        @Setup
        public void open() {
            fragment();
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            freeAll();
        }

        @Override
        long allocate(int bytes, long value) {
            long address = UnsafeApi.allocateMemory(bytes);
            UnsafeApi.putLong(null, address, value);
            return address;
        }

        @Override
        void free(long block) {
            UnsafeApi.freeMemory(block);
        }
    }

    /** A heap that is fragmented again before each invocation. */
    @State(Scope.Thread)
    public static class Fragmented {
        private Held held;

        /**
         * Replaces enough blocks to have more to move than is measured.
         *
         * @param fragmented the heap
         */
        @Setup(Level.Invocation)
        public void replace(Held fragmented) {
            held = fragmented;
            held.replace(10 * REPLACEMENTS);
        }
    }

    /**
     * A thousand times, frees a random block, allocates one of another size, and writes to it.
     *
     * @param held the heap
     * @return number of blocks
     */
    @Benchmark
    public int heap(Held held) {
        held.replace(REPLACEMENTS);
        return held.heap.allocationCount();
    }

    /**
     * The same by malloc and free.
     *
     * @param malloc the blocks
     */
    @Benchmark
    public void malloc(Malloc malloc) {
        malloc.replace(REPLACEMENTS);
    }

    /**
     * Moves blocks of 1 MiB in total; 2^20 divided by the result is the throughput in bytes per microsecond.
     *
     * @param fragmented the heap
     * @return number of blocks moved
     */
    @Benchmark
    public long defragment(Fragmented fragmented) {
        Heap heap = fragmented.held.heap;
        long movedBytes = 0;
        long movedBlocks = 0;
        while (movedBytes < MOVED_BYTES) { // a pass can end earlier
            Defragmentation done = heap.defragmentBytes(MOVED_BYTES - movedBytes);
            movedBytes += done.movedBytes();
            movedBlocks += done.movedBlocks();
        }
        return movedBlocks;
    }
}
