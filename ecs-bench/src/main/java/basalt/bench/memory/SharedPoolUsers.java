package basalt.bench.memory;

import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.SharedPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A shared pool, which its last user closes. */
@State(Scope.Benchmark)
public class SharedPoolUsers {
    private final SharedPool pool = new SharedPool(MemorySource.direct(), PoolUse.BYTES, PoolUse.BYTES, 100_000);
    private final AtomicInteger users = new AtomicInteger();

    /** The cache of a thread. */
    @State(Scope.Thread)
    public static class User {
        /** The cache. */
        PoolCache cache;

        /** The allocated blocks. */
        final long[] handles = new long[PoolUse.BLOCKS];

        /**
         * Creates the cache.
         *
         * @param all the pool
         */
        @Setup
        public void join(SharedPoolUsers all) {
            all.users.incrementAndGet();
            cache = all.pool.cache();
        }

        /**
         * Closes the cache.
         *
         * @param all the pool
         */
        @TearDown
        public void leave(SharedPoolUsers all) {
            cache.close();
            if (all.users.decrementAndGet() == 0) {
                all.pool.close();
            }
        }
    }
}
