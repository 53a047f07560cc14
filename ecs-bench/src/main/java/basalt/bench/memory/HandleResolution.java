package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import basalt.memory.allocator.FitPolicy;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.SharedPool;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads a long of each of a thousand blocks of 64 bytes, by handle, in random order. The time is per read. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PoolUse.BLOCKS)
public class HandleResolution extends OperationBenchmark {
    private static final long SUM = (PoolUse.BLOCKS - 1) * (long) PoolUse.BLOCKS / 2;

    /** A pool of one thread. */
    @State(Scope.Thread)
    public static class Pool {
        private final PoolAllocator allocator = new PoolAllocator(MemorySource.direct(), PoolUse.BYTES, PoolUse.BYTES);
        private final long[] handles = new long[PoolUse.BLOCKS];

        /** Allocates the blocks. */
        @Setup
        public void fill() {
            for (int i = 0; i < PoolUse.BLOCKS; i++) {
                handles[i] = allocator.allocate();
                allocator.slice(handles[i]).putLong(0, i);
            }
            shuffle(handles);
            Check.same("sum", SUM, read());
        }

        private long read() {
            long sum = 0;
            for (long handle : handles) {
                sum += allocator.slice(handle).getLong(0);
            }
            return sum;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            allocator.close();
        }
    }

    /** A heap, whose blocks can move. */
    @State(Scope.Thread)
    public static class Blocks {
        private final Heap heap = new Heap(MemorySource.direct(), 1 << 20, 1 << 20, FitPolicy.FIRST_FIT);
        private final long[] handles = new long[PoolUse.BLOCKS];

        /** Allocates the blocks. */
        @Setup
        public void fill() {
            for (int i = 0; i < PoolUse.BLOCKS; i++) {
                handles[i] = heap.allocate(PoolUse.BYTES);
                heap.slice(handles[i]).putLong(0, i);
            }
            shuffle(handles);
            Check.same("sum", SUM, read());
        }

        private long read() {
            long sum = 0;
            for (long handle : handles) {
                sum += heap.slice(handle).getLong(0);
            }
            return sum;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            heap.close();
        }
    }

    /** A cache of a shared pool. */
    @State(Scope.Thread)
    public static class Shared {
        private final SharedPool pool = new SharedPool(MemorySource.direct(), PoolUse.BYTES, PoolUse.BYTES, 10_000);
        private final PoolCache cache = pool.cache();
        private final long[] handles = new long[PoolUse.BLOCKS];

        /** Allocates the blocks. */
        @Setup
        public void fill() {
            for (int i = 0; i < PoolUse.BLOCKS; i++) {
                handles[i] = cache.allocate();
                cache.slice(handles[i]).putLong(0, i);
            }
            shuffle(handles);
            Check.same("sum", SUM, read());
        }

        private long read() {
            long sum = 0;
            for (long handle : handles) {
                sum += cache.slice(handle).getLong(0);
            }
            return sum;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            pool.close();
        }
    }

    /** The baseline: addresses, unchecked. */
    @State(Scope.Thread)
    public static class Addresses {
        private static final long ALL_BYTES = (long) PoolUse.BLOCKS * PoolUse.BYTES;

        private final long start = MemorySource.direct().allocate(ALL_BYTES, PoolUse.BYTES);
        private final long[] addresses = new long[PoolUse.BLOCKS];

        /** Fills the blocks. */
        @Setup
        public void fill() {
            for (int i = 0; i < PoolUse.BLOCKS; i++) {
                addresses[i] = start + (long) i * PoolUse.BYTES;
                UnsafeApi.putLong(null, addresses[i], i);
            }
            shuffle(addresses);
            Check.same("sum", SUM, read());
        }

        private long read() {
            long sum = 0;
            for (long address : addresses) {
                sum += UnsafeApi.getLong(null, address);
            }
            return sum;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            MemorySource.direct().free(start, ALL_BYTES);
        }
    }

    /**
     * Through a pool allocator.
     *
     * @param pool the pool
     * @return the sum
     */
    @Benchmark
    public long pool(Pool pool) {
        return pool.read();
    }

    /**
     * Through a heap.
     *
     * @param blocks the heap
     * @return the sum
     */
    @Benchmark
    public long heap(Blocks blocks) {
        return blocks.read();
    }

    /**
     * Through a cache of a shared pool.
     *
     * @param shared the cache
     * @return the sum
     */
    @Benchmark
    public long shared(Shared shared) {
        return shared.read();
    }

    /**
     * The baseline: addresses in an array.
     *
     * @param addresses the addresses
     * @return the sum
     */
    @Benchmark
    public long address(Addresses addresses) {
        return addresses.read();
    }

    private static void shuffle(long[] values) {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
}
