package basalt.bench.system;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * The tick of a small game with kernels, commands and events, without and in strict mode. By the gc profiler, it makes
 * no garbage.
 */
public class SteadyTick extends OperationBenchmark {
    /** Without strict mode. Returns a sum over events. */
    @Benchmark
    public float tick(ScheduledSparks sparks) {
        return sparks.tick();
    }

    /** The same tick in strict mode. */
    @Benchmark
    @Fork(jvmArgsPrepend = "-Dbasalt.strict=true")
    public float strict(ScheduledSparks sparks) {
        if (!Boolean.getBoolean("basalt.strict")) {
            throw new IllegalStateException("must be measured in strict mode: set -Dbasalt.strict=true");
        }
        return sparks.tick();
    }
}
