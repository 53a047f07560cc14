package basalt.bench.startup;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The cost of a query with one match, or none, among a million entities. */
public class QueryStartUp extends OperationBenchmark {
    private static final int OTHERS = 1_000_000;
    private static final int SMALL = 1024;

    /** A world with few or no matches. */
    @State(Scope.Thread)
    public static class SearchWorld {
        /** Number of matching entities. */
        @Param({"0", "1"})
        public int matches;

        private World world;
        private Query burning;
        private RowKernel burn;
        private long match;

        /** Builds the world and checks one run. */
        @Setup
        public void build() {
            world = World.create();
            world.template().with(Position.TYPE, Velocity.TYPE).build().spawn(OTHERS);
            if (matches == 1) {
                match = world.query().all(Position.TYPE).build().first();
                world.add(match, Burning.TYPE);
            }
            burning = world.query().all(Position.TYPE, Burning.TYPE).build();
            burn = burning.kernel(row -> row.set(Burning.SECONDS, (row.get(Burning.SECONDS) + 1) % SMALL));
            check();
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            check();
            world.close();
        }

        private void check() {
            Check.same("burning", matches, burning.count());
            if (matches == 0) {
                burn.run();
            } else {
                float before = world.get(match, Burning.SECONDS);
                burn.run();
                Check.same("seconds", 0, (before + 1) % SMALL, world.get(match, Burning.SECONDS));
            }
        }
    }

    /**
     * A kernel over the matches.
     *
     * @param world the data
     */
    @Benchmark
    public void kernel(SearchWorld world) {
        world.burn.run();
    }

    /**
     * Counts the matches.
     *
     * @param world the data
     * @return number of matches
     */
    @Benchmark
    public int count(SearchWorld world) {
        return world.burning.count();
    }
}
