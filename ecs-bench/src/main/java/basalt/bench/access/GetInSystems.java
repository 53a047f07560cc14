package basalt.bench.access;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.World;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads by handle within systems: sixteen systems that can run in parallel read 5,000 entities each. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GetInSystems extends OperationBenchmark {
    private static final int SYSTEMS = 16;
    private static final int ENTITIES = 5_000;

    /** A world that a schedule ticks. */
    @State(Scope.Thread)
    public static class Reading {
        /** Number of threads. */
        @Param({"1", "4", "16"})
        public int workers;

        private final long[] handles = new long[ENTITIES];
        private final double[] sums = new double[SYSTEMS];
        private World world;
        private Schedule schedule;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            world = World.create();
            for (int i = 0; i < ENTITIES; i++) {
                handles[i] = world.spawn(new Position(1, 0));
            }
            ScheduleBuilder builder = Schedule.builder(world).workers(workers);
            for (int i = 0; i < SYSTEMS; i++) {
                int system = i;
                builder.add("reader " + i, () -> sums[system] = sum(), Access.reads(Position.TYPE));
            }
            schedule = builder.build();
            schedule.tick(1);
            for (double sum : sums) {
                Check.same("sum", ENTITIES, (int) sum);
            }
        }

        private double sum() {
            double sum = 0;
            for (long handle : handles) {
                sum += world.get(handle, Position.X);
            }
            return sum;
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            schedule.close();
            world.close();
        }
    }

    /**
     * A tick.
     *
     * @param reading the world
     */
    @Benchmark
    @OperationsPerInvocation(SYSTEMS * ENTITIES)
    public void get(Reading reading) {
        reading.schedule.tick(1);
    }
}
