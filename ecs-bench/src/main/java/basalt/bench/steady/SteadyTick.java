package basalt.bench.steady;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;

/** Repeated ticks, to be run with the gc profiler: they must not allocate on the heap. */
public class SteadyTick extends OperationBenchmark {
    /**
     * Four kernels and a sum over all particles.
     *
     * @param sparks the world
     * @return the sum
     */
    @Benchmark
    public double kernels(Sparks sparks) {
        return sparks.kernels();
    }

    /**
     * Spawning, destroying, adding and removing components.
     *
     * @param sparks the world
     * @return number of changes
     */
    @Benchmark
    public int churn(Sparks sparks) {
        return sparks.churn();
    }

    /**
     * A cursor over all particles.
     *
     * @param sparks the world
     * @return the sum of a column
     */
    @Benchmark
    public float cursor(Sparks sparks) {
        return sparks.walk();
    }

    /**
     * A schedule of kernels, systems that record commands, and systems that send and read events.
     *
     * @param sparks the world
     * @return a sum over events
     */
    @Benchmark
    public float schedule(ScheduledSparks sparks) {
        return sparks.tick();
    }
}
