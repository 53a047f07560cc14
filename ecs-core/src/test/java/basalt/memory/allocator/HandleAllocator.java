package basalt.memory.allocator;

import basalt.memory.MemorySource;
import basalt.memory.Slice;

/** The common interface of the allocators with handles, for tests of all of them. */
interface HandleAllocator extends AutoCloseable {
    /** A pool with blocks of 64 bytes for all requests; 8 blocks in a slab. */
    static HandleAllocator pool(MemorySource source, long capBytes, int queueCapacity) {
        PoolAllocator pool = new PoolAllocator(source, 64, 64, 8, capBytes, queueCapacity);
        return new HandleAllocator() {
            @Override
            public long maxBytes() {
                return 64;
            }

            @Override
            public long usableBytes(long bytes) {
                return 64;
            }

            @Override
            public long allocate(long bytes, int alignment) {
                return pool.allocate();
            }

            @Override
            public long tryAllocate(long bytes, int alignment) {
                return pool.tryAllocate();
            }

            @Override
            public Slice slice(long handle) {
                return pool.slice(handle);
            }

            @Override
            public void free(long handle) {
                pool.free(handle);
            }

            @Override
            public boolean isLive(long handle) {
                return pool.isLive(handle);
            }

            @Override
            public boolean offerFree(long handle) {
                return pool.offerFree(handle);
            }

            @Override
            public int drain() {
                return pool.drain();
            }

            @Override
            public long trim() {
                return pool.trim();
            }

            @Override
            public Stats stats() {
                return new Stats(
                        pool.liveBlocks(),
                        pool.usedBytes(),
                        pool.reservedBytes(),
                        pool.highWaterBytes(),
                        pool.refusedFrees());
            }

            @Override
            public String toString() {
                return pool.toString();
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }

    static HandleAllocator sizeClasses(MemorySource source, long capBytes, int queueCapacity) {
        SizeClassAllocator sizeClasses = new SizeClassAllocator(source, capBytes, queueCapacity);
        return new HandleAllocator() {
            @Override
            public long maxBytes() {
                return 20_000;
            }

            @Override
            public long usableBytes(long bytes) {
                return bytes > 4096 ? bytes : Math.max(16, Long.highestOneBit(2 * bytes - 1));
            }

            @Override
            public long allocate(long bytes, int alignment) {
                return sizeClasses.allocate(bytes, alignment);
            }

            @Override
            public long tryAllocate(long bytes, int alignment) {
                return sizeClasses.tryAllocate(bytes, alignment);
            }

            @Override
            public Slice slice(long handle) {
                return sizeClasses.slice(handle);
            }

            @Override
            public void free(long handle) {
                sizeClasses.free(handle);
            }

            @Override
            public boolean isLive(long handle) {
                return sizeClasses.isLive(handle);
            }

            @Override
            public boolean offerFree(long handle) {
                return sizeClasses.offerFree(handle);
            }

            @Override
            public int drain() {
                return sizeClasses.drain();
            }

            @Override
            public long trim() {
                return sizeClasses.trim();
            }

            @Override
            public Stats stats() {
                return new Stats(
                        sizeClasses.liveBlocks(),
                        sizeClasses.usedBytes(),
                        sizeClasses.reservedBytes(),
                        sizeClasses.highWaterBytes(),
                        sizeClasses.refusedFrees());
            }

            @Override
            public String toString() {
                return sizeClasses.toString();
            }

            @Override
            public void close() {
                sizeClasses.close();
            }
        };
    }

    record Stats(int liveBlocks, long usedBytes, long reservedBytes, long highWaterBytes, long refusedFrees) {}

    /** The largest size that a test may request. */
    long maxBytes();

    /** The size of the slice for a request. */
    long usableBytes(long bytes);

    long allocate(long bytes, int alignment);

    long tryAllocate(long bytes, int alignment);

    Slice slice(long handle);

    void free(long handle);

    boolean isLive(long handle);

    boolean offerFree(long handle);

    int drain();

    long trim();

    Stats stats();

    @Override
    void close();
}
