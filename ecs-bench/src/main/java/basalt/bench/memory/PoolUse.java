package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.SizeClassAllocator;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * Allocates a thousand blocks of 64 bytes, writes each completely, and frees them in the same order. The time is per
 * block.
 *
 * <p>With two threads, each has its own allocator, or its own cache of the shared pool, and the time is per block of
 * each thread.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PoolUse.BLOCKS)
public class PoolUse extends OperationBenchmark {
    static final int BLOCKS = 1000;
    static final int BYTES = 64;

    /** A pool of one thread. */
    @State(Scope.Thread)
    public static class Pool {
        private final PoolAllocator allocator = new PoolAllocator(MemorySource.direct(), BYTES, BYTES);
        private final long[] handles = new long[BLOCKS];

        private long use() {
            long sum = 0;
            for (int i = 0; i < BLOCKS; i++) {
                handles[i] = allocator.allocate();
                sum += write(allocator.slice(handles[i]), i);
            }
            for (long handle : handles) {
                allocator.free(handle);
            }
            return sum;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            allocator.close();
        }
    }

    /** Size classes of one thread. */
    @State(Scope.Thread)
    public static class SizeClasses {
        private final SizeClassAllocator allocator = new SizeClassAllocator(MemorySource.direct());
        private final long[] handles = new long[BLOCKS];

        /** Frees the memory. */
        @TearDown
        public void close() {
            allocator.close();
        }
    }

    /** The baseline: addresses from the C library. */
    @State(Scope.Thread)
    public static class Addresses {
        private final long[] addresses = new long[BLOCKS];

        private long use() {
            long sum = 0;
            for (int i = 0; i < BLOCKS; i++) {
                long address = UnsafeApi.allocateMemory(BYTES);
                for (int offset = 0; offset < BYTES; offset += Long.BYTES) {
                    UnsafeApi.putLong(null, address + offset, i);
                }
                sum += UnsafeApi.getLong(null, address);
                addresses[i] = address;
            }
            for (long address : addresses) {
                UnsafeApi.freeMemory(address);
            }
            return sum;
        }
    }

    /**
     * A pool allocator.
     *
     * @param pool the pool
     * @return a part of the written data
     */
    @Benchmark
    public long pool(Pool pool) {
        return pool.use();
    }

    /**
     * A size class allocator, which must find the size class.
     *
     * @param sizeClasses the allocator
     * @return a part of the written data
     */
    @Benchmark
    public long sizeClasses(SizeClasses sizeClasses) {
        SizeClassAllocator allocator = sizeClasses.allocator;
        long[] handles = sizeClasses.handles;
        long sum = 0;
        for (int i = 0; i < BLOCKS; i++) {
            handles[i] = allocator.allocate(BYTES);
            sum += write(allocator.slice(handles[i]), i);
        }
        for (long handle : handles) {
            allocator.free(handle);
        }
        return sum;
    }

    /**
     * A cache of a shared pool.
     *
     * @param user the cache
     * @return a part of the written data
     */
    @Benchmark
    public long shared(SharedPoolUsers.User user) {
        return use(user);
    }

    /**
     * The baseline: malloc and free.
     *
     * @param addresses array of the addresses
     * @return a part of the written data
     */
    @Benchmark
    public long malloc(Addresses addresses) {
        return addresses.use();
    }

    /**
     * A pool allocator for each of two threads.
     *
     * @param pool the thread's pool
     * @return a part of the written data
     */
    @Benchmark
    @Threads(2)
    public long poolOnTwo(Pool pool) {
        return pool.use();
    }

    /**
     * A shared pool for two threads.
     *
     * @param user the thread's cache
     * @return a part of the written data
     */
    @Benchmark
    @Threads(2)
    public long sharedOnTwo(SharedPoolUsers.User user) {
        return use(user);
    }

    /**
     * The baseline on two threads.
     *
     * @param addresses array of the thread's addresses
     * @return a part of the written data
     */
    @Benchmark
    @Threads(2)
    public long mallocOnTwo(Addresses addresses) {
        return addresses.use();
    }

    private static long use(SharedPoolUsers.User user) {
        PoolCache cache = user.cache;
        long[] handles = user.handles;
        long sum = 0;
        for (int i = 0; i < BLOCKS; i++) {
            handles[i] = cache.allocate();
            sum += write(cache.slice(handles[i]), i);
        }
        for (long handle : handles) {
            cache.free(handle);
        }
        return sum;
    }

    private static long write(Slice slice, long value) {
        for (int offset = 0; offset < BYTES; offset += Long.BYTES) {
            slice.putLong(offset, value);
        }
        return slice.getLong(0);
    }
}
