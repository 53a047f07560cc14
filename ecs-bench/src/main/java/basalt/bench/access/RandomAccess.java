package basalt.bench.access;

import basalt.bench.OperationBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Reads, or writes, one float of each of 100,000 entities, by handle, in random order. The time is per access.
 *
 * <p>Values are small whole numbers, so that sums are exact in any order.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Places.COUNT)
public class RandomAccess extends OperationBenchmark {
    /**
     * Reads a column by handle.
     *
     * @param state the world
     * @return the sum
     */
    @Benchmark
    public int basaltGet(BasaltHandles state) {
        return state.read();
    }

    /**
     * Writes a column by handle.
     *
     * @param state the world
     */
    @Benchmark
    public void basaltSet(BasaltHandles state) {
        state.write();
    }

    /**
     * Reads a component's field through its mapper.
     *
     * @param state the world
     * @return the sum
     */
    @Benchmark
    public int artemisGet(ArtemisIds state) {
        return state.read();
    }

    /**
     * Writes a component's field through its mapper.
     *
     * @param state the world
     */
    @Benchmark
    public void artemisSet(ArtemisIds state) {
        state.write();
    }

    /**
     * Reads a component's field through the entity.
     *
     * @param state the dominion
     * @return the sum
     */
    @Benchmark
    public int dominionGet(DominionEntities state) {
        return state.read();
    }

    /**
     * Writes a component's field through the entity.
     *
     * @param state the dominion
     */
    @Benchmark
    public void dominionSet(DominionEntities state) {
        state.write();
    }

    /**
     * The baseline: reads an array.
     *
     * @param state the array
     * @return the sum
     */
    @Benchmark
    public int floatArrayGet(ArrayIndices state) {
        return state.read();
    }

    /**
     * The baseline: writes an array.
     *
     * @param state the array
     */
    @Benchmark
    public void floatArraySet(ArrayIndices state) {
        state.write();
    }
}
