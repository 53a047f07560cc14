package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

/**
 * One thread allocates blocks of 64 bytes, writes a long to each, and hands them over to another thread, which frees
 * them. The time is per block, of the slower thread, including the handover.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PoolUse.BLOCKS)
public class PoolHandover extends OperationBenchmark {
    /** A reference to the pool for the freeing thread. */
    @State(Scope.Group)
    public static class PoolReference {
        private volatile PoolAllocator allocator;
    }

    /**
     * The pool of the allocating thread. Its queue has room for all blocks that the other thread can free in the
     * meantime.
     */
    @State(Scope.Thread)
    public static class Owner {
        private PoolAllocator allocator;

        /**
         * Creates the pool.
         *
         * @param reference receives the pool
         */
        @Setup
        public void create(PoolReference reference) {
            int queueCapacity = 2 * (HandoverRing.CAPACITY + PoolUse.BLOCKS);
            allocator = new PoolAllocator(
                    MemorySource.direct(), PoolUse.BYTES, PoolUse.BYTES, 1024, Long.MAX_VALUE, queueCapacity);
            reference.allocator = allocator;
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            allocator.close();
        }
    }

    /** A ring of addresses from malloc. */
    @State(Scope.Group)
    public static class AddressRing extends HandoverRing {
        /** Frees the blocks left in the ring. */
        @TearDown
        public void freeLeft() {
            for (long address = takeLeft(); address != 0; address = takeLeft()) {
                UnsafeApi.freeMemory(address);
            }
        }
    }

    /**
     * Allocates from a pool allocator, and reclaims blocks that the other thread has freed.
     *
     * @param owner the pool
     * @param ring ring to the other thread
     * @param place position in the ring
     * @param control control of the iteration
     */
    @Benchmark
    @Group("pool")
    public void pool(Owner owner, HandoverRing ring, HandoverRing.RingCursor place, Control control) {
        PoolAllocator allocator = owner.allocator;
        allocator.drain();
        for (int i = 0; i < PoolUse.BLOCKS; i++) {
            long handle = allocator.allocate();
            allocator.slice(handle).putLong(0, i);
            if (!ring.put(place, handle, control)) {
                allocator.free(handle);
                return;
            }
        }
    }

    /**
     * Frees through the queue of the pool.
     *
     * @param reference holds the pool
     * @param ring ring from the other thread
     * @param place position in the ring
     * @param control control of the iteration
     */
    @Benchmark
    @Group("pool")
    public void poolFreeing(
            PoolReference reference, HandoverRing ring, HandoverRing.RingCursor place, Control control) {
        PoolAllocator allocator = reference.allocator;
        for (int i = 0; i < PoolUse.BLOCKS; i++) {
            long handle = ring.take(place, control);
            if (handle == 0) {
                return;
            }
            if (!allocator.offerFree(handle)) {
                throw new IllegalStateException("the queue has room for all");
            }
        }
    }

    /**
     * Allocates from a cache of a shared pool.
     *
     * @param user the cache
     * @param ring ring to the other thread
     * @param place position in the ring
     * @param control control of the iteration
     */
    @Benchmark
    @Group("shared")
    public void shared(SharedPoolUsers.User user, HandoverRing ring, HandoverRing.RingCursor place, Control control) {
        PoolCache cache = user.cache;
        for (int i = 0; i < PoolUse.BLOCKS; i++) {
            long handle = cache.allocate();
            cache.slice(handle).putLong(0, i);
            if (!ring.put(place, handle, control)) {
                cache.free(handle);
                return;
            }
        }
    }

    /**
     * Frees to another cache of the shared pool.
     *
     * @param user the cache
     * @param ring ring from the other thread
     * @param place position in the ring
     * @param control control of the iteration
     */
    @Benchmark
    @Group("shared")
    public void sharedFreeing(
            SharedPoolUsers.User user, HandoverRing ring, HandoverRing.RingCursor place, Control control) {
        for (int i = 0; i < PoolUse.BLOCKS; i++) {
            long handle = ring.take(place, control);
            if (handle == 0) {
                return;
            }
            user.cache.free(handle);
        }
    }

    /**
     * The baseline: allocates by malloc.
     *
     * @param ring ring to the other thread
     * @param place position in the ring
     * @param control control of the iteration
     */
    @Benchmark
    @Group("malloc")
    public void malloc(AddressRing ring, HandoverRing.RingCursor place, Control control) {
        for (int i = 0; i < PoolUse.BLOCKS; i++) {
            long address = UnsafeApi.allocateMemory(PoolUse.BYTES);
            UnsafeApi.putLong(null, address, i);
            if (!ring.put(place, address, control)) {
                UnsafeApi.freeMemory(address);
                return;
            }
        }
    }

    /**
     * The baseline: frees by free.
     *
     * @param ring ring from the other thread
     * @param place position in the ring
     * @param control control of the iteration
     */
    @Benchmark
    @Group("malloc")
    public void mallocFreeing(AddressRing ring, HandoverRing.RingCursor place, Control control) {
        for (int i = 0; i < PoolUse.BLOCKS; i++) {
            long address = ring.take(place, control);
            if (address == 0) {
                return;
            }
            UnsafeApi.freeMemory(address);
        }
    }
}
