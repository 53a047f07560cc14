package basalt.bench.heavy;

import basalt.bench.OperationBenchmark;
import basalt.system.Schedule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The heavy_compute of ecs_bench_suite: a thousand entities with a matrix, which is inverted a hundred times and then
 * rotates the entity's position.
 */
public class HeavyCompute extends OperationBenchmark {
    private static final float SECONDS = 1f / 60f;

    /** A world that a schedule ticks. */
    @State(Scope.Thread)
    public static class Scheduled {
        /** Number of threads. */
        @Param({"1", "2"})
        public int workers;

        private HeavyWorld world;
        private Schedule schedule;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            world = new HeavyWorld();
            schedule = world.schedule(workers);
            world.check(this::tick);
        }

        /** Checks one more tick with the code that was measured. */
        @TearDown
        public void close() {
            world.check(this::tick);
            schedule.close();
            world.close();
        }

        private void tick() {
            schedule.tick(SECONDS);
        }
    }

    /**
     * A tick of a schedule with one system.
     *
     * @param world the data
     */
    @Benchmark
    public void schedule(Scheduled world) {
        world.tick();
    }

    /**
     * The baseline: the same loop over arrays.
     *
     * @param arrays the data
     */
    @Benchmark
    public void floatArray(HeavyArrays arrays) {
        arrays.tick();
    }

    /**
     * The same with two threads: the possible gain of two processors.
     *
     * @param arrays the data
     */
    @Benchmark
    public void floatArrayByTwo(HeavyArrays arrays) {
        arrays.tickByTwo();
    }
}
