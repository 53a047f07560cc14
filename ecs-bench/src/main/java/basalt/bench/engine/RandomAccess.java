package basalt.bench.engine;

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

/** Reads, or writes, one float of each of 100,000 entities, by handle, in random order. The time is per access. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RandomAccess.ENTITIES)
public class RandomAccess extends OperationBenchmark {
    static final int ENTITIES = 100_000;
    private static final int SMALL = 8;

    /** The engine that is measured. */
    @Param({"BASALT", "ARTEMIS", "DOMINION", "ASHLEY", "FLEKS", "ARRAYS"})
    public Engine engine;

    private final int[] order = new int[ENTITIES];
    private Bodies bodies;

    /** Builds the scene, with an order that is always the same. */
    @Setup
    public void build() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < ENTITIES; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        bodies = engine.scenes().bodies(ENTITIES);
        bodies.create();
        set();
        check();
    }

    /** Checks what was written. */
    private void check() {
        for (int i = 0; i < ENTITIES; i++) {
            Check.same("x", order[i], i % SMALL, bodies.x(order[i]));
        }
    }

    /** Checks once more. */
    @TearDown
    public void close() {
        check();
        bodies.close();
    }

    /** Reads; values are small whole numbers, so that their sum is exact. */
    @Benchmark
    public int get() {
        float sum = 0;
        for (int number : order) {
            sum += bodies.x(number);
        }
        Check.same("sum", (SMALL - 1) * ENTITIES / 2, (int) sum);
        return (int) sum;
    }

    /** Writes. */
    @Benchmark
    public void set() {
        for (int i = 0; i < ENTITIES; i++) {
            bodies.x(order[i], i % SMALL);
        }
    }
}
