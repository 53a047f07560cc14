package basalt.bench.steady;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;

/** Ticks that repeat, to be run with the gc profiler: nothing may be left on the heap. */
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
     * Births, deaths, components that come and go.
     *
     * @param sparks the world
     * @return how many changes there were
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
     * A schedule of kernels, of systems that record commands, and of some that send and read events.
     *
     * @param sparks the world
     * @return a sum over events
     */
    @Benchmark
    public float schedule(ScheduledSparks sparks) {
        return sparks.tick();
    }
}
