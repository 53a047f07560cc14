package basalt.bench.changes;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Each tick sets a hundred positions, a hundred health values and a hundred mana values, each time of different
 * entities, and three observers visit the changed rows. A world without observers measures the sets alone.
 */
public class RealisticTick extends OperationBenchmark {
    /** A world without observers. */
    @State(Scope.Thread)
    public static class Unobserved {
        /** Number of entities. */
        @Param({"100000", "1000000"})
        public int entities;

        /** Which entities change. */
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
        /** Number of entities. */
        @Param({"100000", "1000000"})
        public int entities;

        /** Which entities change. */
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
     * @return number of rows visited
     */
    @Benchmark
    public int setsAndObservers(Observed world) {
        world.realm.set();
        return world.realm.observe();
    }
}
