package basalt.bench.overhead;

import basalt.bench.OperationBenchmark;
import basalt.bench.steady.ScheduledSparks;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * The cost of strict mode: the tick of a small game with kernels, pure kernels, commands and events, with and without
 * strict mode.
 */
public class StrictTick extends OperationBenchmark {
    /**
     * Without strict mode.
     *
     * @param sparks the world
     * @return a sum over events
     */
    @Benchmark
    public float fast(ScheduledSparks sparks) {
        return sparks.tick();
    }

    /**
     * The same tick in strict mode.
     *
     * @param sparks the world
     * @return a sum over events
     */
    @Benchmark
    @Fork(jvmArgsPrepend = "-Dbasalt.strict=true")
    public float strict(ScheduledSparks sparks) {
        if (!Boolean.getBoolean("basalt.strict")) {
            throw new IllegalStateException("must be measured in strict mode: set -Dbasalt.strict=true");
        }
        return sparks.tick();
    }
}
