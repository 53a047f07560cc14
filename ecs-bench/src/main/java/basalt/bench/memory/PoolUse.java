package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thousand blocks of 64 bytes: allocated, written and freed, or read by handle. The time is per block. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PoolUse.BLOCKS)
public class PoolUse extends OperationBenchmark {
    static final int BLOCKS = 1000;
    private static final long SUM = BLOCKS * (BLOCKS - 1L) / 2;

    /** What the blocks are of; those of malloc are addresses, which nothing checks. */
    @Param({"POOL", "SHARED", "HEAP", "MALLOC"})
    public Allocator allocator;

    private final long[] handles = new long[BLOCKS];

    /** Blocks that stay, in random order. */
    private final long[] kept = new long[BLOCKS];

    private Allocator.Blocks blocks;

    /** Allocates the blocks that stay. */
    @Setup
    public void open() {
        blocks = allocator.open();
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < BLOCKS; i++) {
            int other = random.nextInt(i + 1);
            kept[i] = kept[other];
            kept[other] = blocks.allocate(Allocator.BYTES);
            blocks.fill(kept[other], Allocator.BYTES, i);
        }
        check();
    }

    private void check() {
        Check.same("sum of what is written", SUM, use());
        Check.same("sum of what is read", SUM, read());
    }

    /** Checks once more, and frees the memory. */
    @TearDown
    public void close() {
        check();
        for (long block : kept) {
            blocks.free(block);
        }
        blocks.close();
    }

    /** Allocates a thousand blocks, writes each completely, and frees them in the same order. */
    @Benchmark
    public long use() {
        long sum = 0;
        for (int i = 0; i < BLOCKS; i++) {
            handles[i] = blocks.allocate(Allocator.BYTES);
            sum += blocks.fill(handles[i], Allocator.BYTES, i);
        }
        for (long handle : handles) {
            blocks.free(handle);
        }
        return sum;
    }

    /** Reads a long of each of a thousand blocks, by handle, in random order. */
    @Benchmark
    public long read() {
        long sum = 0;
        for (long handle : kept) {
            sum += blocks.get(handle);
        }
        return sum;
    }
}
