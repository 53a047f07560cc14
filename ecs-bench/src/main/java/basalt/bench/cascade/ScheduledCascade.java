package basalt.bench.cascade;

import basalt.bench.OperationBenchmark;
import basalt.system.Schedule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A tick of a schedule with a cascade over a scene of a million nodes, eight children each. */
public class ScheduledCascade extends OperationBenchmark {
    private static final int COUNT = 1_000_000;
    private static final int FAN_OUT = 8;

    /** An arranged world that a schedule ticks. */
    @State(Scope.Thread)
    public static class Ticking {
        /** Number of threads. */
        @Param({"1", "2"})
        public int workers;

        private Scene scene;
        private Schedule schedule;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            scene = new Scene(new Nodes(COUNT, FAN_OUT), Placement.ARRANGED);
            schedule = scene.schedule(workers);
            schedule.tick(1);
            scene.check();
        }

        /** Checks one more tick. */
        @TearDown
        public void close() {
            schedule.tick(1);
            scene.check();
            schedule.close();
            scene.close();
        }
    }

    /**
     * A tick.
     *
     * @param data the world
     */
    @Benchmark
    public void tick(Ticking data) {
        data.schedule.tick(1);
    }
}
