package basalt.bench.memory;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.SharedPool;
import java.util.function.Supplier;
import org.agrona.UnsafeApi;

/** The allocators of blocks that are compared: values of the parameter {@code allocator}. */
public enum Allocator {
    /** A pool of one thread. */
    POOL(Pool::new),
    /** A cache of a shared pool. */
    SHARED(Shared::new),
    /** A heap whose blocks can move; the first hole that fits. */
    HEAP(OfHeap::new),
    /** The C library's malloc and free. */
    MALLOC(Malloc::new);

    /** The size of the blocks of pools. */
    static final int BYTES = 64;

    /** The memory of heaps. */
    static final long HEAP_BYTES = 32 << 20;

    private final Supplier<Blocks> maker;

    Allocator(Supplier<Blocks> maker) {
        this.maker = maker;
    }

    Blocks open() {
        return maker.get();
    }

    /** Blocks of memory by handle. A measuring JVM has one implementation, so its calls are inlined. */
    interface Blocks extends AutoCloseable {
        long allocate(int bytes);

        /** Writes the whole of the first bytes of a block, eight at a time. Returns the first eight. */
        long fill(long block, int bytes, long value);

        /** The first eight bytes of a block. */
        long get(long block);

        void free(long block);

        @Override
        default void close() {
            // What was not freed is lost.
        }
    }

    private static long fill(Slice slice, int bytes, long value) {
        for (int offset = 0; offset < bytes; offset += Long.BYTES) {
            slice.putLong(offset, value);
        }
        return slice.getLong(0);
    }

    private static final class Pool implements Blocks {
        private final PoolAllocator pool = new PoolAllocator(MemorySource.direct(), BYTES, BYTES);

        @Override
        public long allocate(int bytes) {
            return pool.allocate();
        }

        @Override
        public long fill(long block, int bytes, long value) {
            return Allocator.fill(pool.slice(block), bytes, value);
        }

        @Override
        public long get(long block) {
            return pool.slice(block).getLong(0);
        }

        @Override
        public void free(long block) {
            pool.free(block);
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    private static final class Shared implements Blocks {
        private final SharedPool pool = new SharedPool(MemorySource.direct(), BYTES, BYTES, 100_000);
        private final PoolCache cache = pool.cache();

        @Override
        public long allocate(int bytes) {
            return cache.allocate();
        }

        @Override
        public long fill(long block, int bytes, long value) {
            return Allocator.fill(cache.slice(block), bytes, value);
        }

        @Override
        public long get(long block) {
            return cache.slice(block).getLong(0);
        }

        @Override
        public void free(long block) {
            cache.free(block);
        }

        @Override
        public void close() {
            cache.close();
            pool.close();
        }
    }

    /** A heap. */
    static final class OfHeap implements Blocks {
        final Heap heap;

        private OfHeap() {
            heap = new Heap(MemorySource.direct(), 4 << 20, HEAP_BYTES);
        }

        @Override
        public long allocate(int bytes) {
            return heap.allocate(bytes);
        }

        @Override
        public long fill(long block, int bytes, long value) {
            return Allocator.fill(heap.slice(block), bytes, value);
        }

        @Override
        public long get(long block) {
            return heap.slice(block).getLong(0);
        }

        @Override
        public void free(long block) {
            heap.free(block);
        }

        @Override
        public void close() {
            heap.close();
        }
    }

    /** Blocks are addresses, which nothing checks. */
    private static final class Malloc implements Blocks {
        @Override
        public long allocate(int bytes) {
            return UnsafeApi.allocateMemory(bytes);
        }

        @Override
        public long fill(long block, int bytes, long value) {
            for (int offset = 0; offset < bytes; offset += Long.BYTES) {
                UnsafeApi.putLong(null, block + offset, value);
            }
            return UnsafeApi.getLong(null, block);
        }

        @Override
        public long get(long block) {
            return UnsafeApi.getLong(null, block);
        }

        @Override
        public void free(long block) {
            UnsafeApi.freeMemory(block);
        }
    }
}
