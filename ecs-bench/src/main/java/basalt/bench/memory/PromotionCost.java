package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FramePromotions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A hundred slices of 256 bytes that outlive their frame: promoted at its end, or allocated in the target from the
 * start. The time is per slice.
 */
@State(Scope.Thread)
public class PromotionCost extends OperationBenchmark {
    private static final int PIECES = 100;
    private static final int BYTES = 256;

    private final FrameArena arena = new FrameArena(MemorySource.direct());
    private final PoolAllocator pool = new PoolAllocator(MemorySource.direct(), BYTES, 64);
    private final ScratchArena scratch = new ScratchArena(MemorySource.direct(), "scratch", Long.MAX_VALUE);
    private final long[] kept = new long[PIECES];

    /** Frees the memory. */
    @TearDown
    public void close() {
        arena.close();
        pool.close();
        scratch.close();
    }

    /**
     * Written in the frame, promoted to a pool, resolved and freed there.
     *
     * @return a part of the written data
     */
    @Benchmark
    @OperationsPerInvocation(PIECES)
    public long promoteToPool() {
        FramePromotions promotions = arena.promotions();
        for (int i = 0; i < PIECES; i++) {
            kept[i] = promotions.promote(written(arena.allocate(BYTES, 64), i), pool);
        }
        arena.reset();
        long sum = 0;
        for (int i = 0; i < PIECES; i++) {
            long handle = promotions.handle(kept[i]);
            sum += pool.slice(handle).getLong(0);
            pool.free(handle);
        }
        return sum;
    }

    /**
     * Written in the frame, and promoted to a scratch arena, which is then reset.
     *
     * @return a part of the written data
     */
    @Benchmark
    @OperationsPerInvocation(PIECES)
    public long promoteToScratch() {
        FramePromotions promotions = arena.promotions();
        for (int i = 0; i < PIECES; i++) {
            kept[i] = promotions.promote(written(arena.allocate(BYTES, 64), i), scratch);
        }
        arena.reset();
        long sum = 0;
        for (int i = 0; i < PIECES; i++) {
            sum += promotions.slice(kept[i]).getLong(0);
        }
        scratch.reset();
        return sum;
    }

    /**
     * Written directly in the pool.
     *
     * @return a part of the written data
     */
    @Benchmark
    @OperationsPerInvocation(PIECES)
    public long poolAtOnce() {
        for (int i = 0; i < PIECES; i++) {
            kept[i] = pool.allocate();
            written(pool.slice(kept[i]), i);
        }
        long sum = 0;
        for (int i = 0; i < PIECES; i++) {
            sum += pool.slice(kept[i]).getLong(0);
            pool.free(kept[i]);
        }
        return sum;
    }

    private static Slice written(Slice slice, long value) {
        for (int offset = 0; offset < BYTES; offset += 8) {
            slice.putLong(offset, value);
        }
        return slice;
    }
}
