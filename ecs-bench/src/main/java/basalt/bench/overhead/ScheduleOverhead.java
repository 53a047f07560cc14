package basalt.bench.overhead;

import basalt.bench.OperationBenchmark;
import basalt.system.Schedule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Ticks of schedules whose systems do nothing, or very little. */
public class ScheduleOverhead extends OperationBenchmark {
    /** A small world that a schedule ticks. */
    @State(Scope.Thread)
    public static class Scheduled {
        /** Number of threads. */
        @Param({"1", "2"})
        public int workers;

        private SmallWorld world;
        private Schedule schedule;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            world = new SmallWorld();
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
            schedule.tick(1f / 60f);
        }
    }

    /** A small world whose kernels run without a schedule. */
    @State(Scope.Thread)
    public static class Unscheduled {
        private SmallWorld world;

        /** Builds the world and checks a run of all kernels. */
        @Setup
        public void build() {
            world = new SmallWorld();
            world.check(world::runKernels);
        }

        /** Checks one more run of the measured code. */
        @TearDown
        public void close() {
            world.check(world::runKernels);
            world.close();
        }
    }

    /**
     * A tick of empty systems.
     *
     * @param empty the schedule
     */
    @Benchmark
    public void emptySystems(EmptySystems empty) {
        empty.tick();
    }

    /**
     * A tick of three kernels over a hundred entities.
     *
     * @param small the world
     */
    @Benchmark
    public void smallWorld(Scheduled small) {
        small.tick();
    }

    /**
     * The same kernels in sequence, without a schedule.
     *
     * @param small the world
     */
    @Benchmark
    public void smallWorldKernels(Unscheduled small) {
        small.world.runKernels();
    }
}
