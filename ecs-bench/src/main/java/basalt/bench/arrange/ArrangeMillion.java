package basalt.bench.arrange;

import basalt.bench.MillionBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Puts entities at random places of a square in the order of a curve, all at once. */
public class ArrangeMillion extends MillionBenchmark {
    /** A world in random order. */
    @State(Scope.Thread)
    public static class World {
        /** How many entities there are. */
        @Param({"250000", "500000", "1000000", "2000000"})
        public int entities;

        /** NEVER: no row has moved before; BEFORE: they were arranged before, at other places. */
        @Param({"NEVER", "BEFORE"})
        public String moved;

        private Flock flock;

        /** Puts the entities at random places. */
        @Setup(Level.Iteration)
        public void build() {
            if (flock == null) {
                flock = new Flock(entities);
                if (moved.equals("BEFORE")) {
                    flock.arrangement().run();
                }
            }
            flock.scatter();
            System.gc();
        }

        /** Checks that all are in order. */
        @TearDown(Level.Iteration)
        public void check() {
            if (!flock.arrangement().runRows(4 * entities)) {
                throw new IllegalStateException("not all are in order");
            }
            if (moved.equals("NEVER")) {
                close();
                flock = null;
            }
        }

        /** Closes the last world. */
        @TearDown
        public void close() {
            if (flock != null) {
                flock.close();
            }
        }
    }

    /**
     * Arranges them.
     *
     * @param state the world
     */
    @Benchmark
    public void byCurve(World state) {
        state.flock.arrangement().run();
    }
}
