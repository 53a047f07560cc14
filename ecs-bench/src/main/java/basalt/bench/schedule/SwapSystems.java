package basalt.bench.schedule;

import basalt.bench.OperationBenchmark;
import basalt.system.Schedule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The schedule of ecs_bench_suite: as many entities AB, ABC, ABCD and ABCE, and three systems, which swap A with B, C
 * with D and C with E.
 */
public class SwapSystems extends OperationBenchmark {
    private static final float SECONDS = 1f / 60f;

    /** A world that a schedule ticks. */
    @State(Scope.Thread)
    public static class Scheduled {
        /** Number of entities of each of the four kinds. */
        @Param({"10000", "1000000"})
        public int entitiesOfEach;

        /** Number of threads. */
        @Param({"1", "2"})
        public int workers;

        private SwapWorld world;
        private Schedule schedule;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            world = new SwapWorld(entitiesOfEach);
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

    /** A world whose kernels run without a schedule. */
    @State(Scope.Thread)
    public static class Unscheduled {
        /** Number of entities of each of the four kinds. */
        @Param({"10000", "1000000"})
        public int entitiesOfEach;

        private SwapWorld world;

        /** Builds the world and checks a run of all kernels. */
        @Setup
        public void build() {
            world = new SwapWorld(entitiesOfEach);
            world.check(world::runKernels);
        }

        /** Checks one more run with the code that was measured. */
        @TearDown
        public void close() {
            world.check(world::runKernels);
            world.close();
        }
    }

    /**
     * A tick of the schedule.
     *
     * @param world the data
     */
    @Benchmark
    public void schedule(Scheduled world) {
        world.tick();
    }

    /**
     * The same kernels in sequence, without a schedule.
     *
     * @param world the data
     */
    @Benchmark
    public void kernels(Unscheduled world) {
        world.world.runKernels();
    }

    /**
     * The baseline: the same loops over arrays.
     *
     * @param arrays the data
     */
    @Benchmark
    public void floatArray(SwapArrays arrays) {
        arrays.tick();
    }

    /**
     * The same with two threads: the possible gain of two processors.
     *
     * @param arrays the data
     */
    @Benchmark
    public void floatArrayByTwo(SwapArrays arrays) {
        arrays.tickByTwo();
    }
}
