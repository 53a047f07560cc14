package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The time of each call with a budget of 200 microseconds, in worlds of a million entities that have work left. Beside
 * them, a loop that only looks at the clock: its long runs are those of the machine.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RunsOfBudgets extends OperationBenchmark {
    private static final long BUDGET_MICROS = 200;
    private static final int ENTITIES = 1_000_000;

    /** A world with holes, again when they are closed. */
    @State(Scope.Thread)
    public static class WithHoles {
        private final Holes holes = new Holes();
        private boolean isDone;

        /** Makes holes if there are none. */
        @Setup(Level.Invocation)
        public void fill() {
            if (isDone) {
                holes.fill();
            }
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            holes.close();
        }
    }

    /** A world in order, in which each entity moves a little when it is in order. */
    @State(Scope.Thread)
    public static class Drifting {
        private final Flock flock = new Flock(ENTITIES);
        private boolean isDone;

        /** Puts all in order. */
        @Setup
        public void arrange() {
            flock.arrangement().run();
            isDone = true;
        }

        /** Moves entities if they are in order. */
        @Setup(Level.Invocation)
        public void drift() {
            if (isDone) {
                flock.drift();
            }
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            flock.close();
        }
    }

    /** A world in random order, in new worlds again and again. */
    @State(Scope.Thread)
    public static class Gathering {
        private static final int CALLS = 50;

        private Flock flock;
        private int calls = CALLS;

        /** Makes a new world if much is gathered. */
        @Setup(Level.Invocation)
        public void build() {
            if (calls++ == CALLS) {
                close();
                flock = new Flock(ENTITIES);
                calls = 0;
            }
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            if (flock != null) {
                flock.close();
            }
        }
    }

    /**
     * Closes holes.
     *
     * @param state the world
     */
    @Benchmark
    public void compact(WithHoles state) {
        state.isDone = state.holes.world().compact(BUDGET_MICROS).isComplete();
    }

    /**
     * Sorts what is nearly in order.
     *
     * @param state the world
     */
    @Benchmark
    public void sort(Drifting state) {
        state.isDone = state.flock.arrangement().run(BUDGET_MICROS);
    }

    /**
     * Brings entities to rows of the arrangement, in worlds in which nothing has moved before.
     *
     * @param state the world
     */
    @Benchmark
    public void gather(Gathering state) {
        state.flock.arrangement().run(BUDGET_MICROS);
    }

    /** Looks at the clock until the budget is used up. */
    @Benchmark
    public void clockOnly() {
        long end = System.nanoTime() + BUDGET_MICROS * 1_000;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
