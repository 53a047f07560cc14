package basalt.bench.changes;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A hundred positions, a hundred health and a hundred mana values are set in each tick, each time of other entities,
 * and three observers visit the rows that have changed: what that costs beyond the sets themselves, where nothing
 * observes.
 */
public class RealisticTick extends OperationBenchmark {
    /** A world in which nothing looks for changes. */
    @State(Scope.Thread)
    public static class Unobserved {
        /** How many entities. */
        @Param({"100000", "1000000"})
        public int entities;

        /** Which of them change. */
        @Param
        public Places places;

        private Realm realm;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            realm = new Realm(entities, places, false);
            realm.check();
        }

        /** Checks one more tick. */
        @TearDown
        public void close() {
            realm.check();
            realm.close();
        }
    }

    /** A world with three observers. */
    @State(Scope.Thread)
    public static class Observed {
        /** How many entities. */
        @Param({"100000", "1000000"})
        public int entities;

        /** Which of them change. */
        @Param
        public Places places;

        private Realm realm;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            realm = new Realm(entities, places, true);
            realm.check();
        }

        /** Checks one more tick. */
        @TearDown
        public void close() {
            realm.check();
            realm.close();
        }
    }

    /**
     * The sets alone.
     *
     * @param world the data
     */
    @Benchmark
    public void sets(Unobserved world) {
        world.realm.set();
    }

    /**
     * The sets, and the visits of all observers.
     *
     * @param world the data
     * @return how many rows they saw
     */
    @Benchmark
    public int setsAndObservers(Observed world) {
        world.realm.set();
        return world.realm.observe();
    }
}
