package basalt.bench.prefab;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Spawns a thousand ships of nine entities each. They are destroyed before the next invocation, outside the timed part,
 * which takes a hundred microseconds or more.
 */
public class SpawnShips extends OperationBenchmark {
    /** A world without ships. */
    @State(Scope.Thread)
    public static class Empty {
        private Shipyard yard;

        /** Builds the world and checks each way. */
        @Setup
        public void build() {
            yard = new Shipyard();
            yard.spawn();
            check();
            yard.spawnSingly();
            check();
            yard.spawnByCommands();
            check();
            yard.spawnByHand();
            check();
        }

        private void check() {
            yard.check();
            yard.clear();
        }

        /** Destroys all ships. */
        @Setup(Level.Invocation)
        public void clear() {
            yard.clear();
        }

        /** Checks the last ships. */
        @TearDown
        public void close() {
            yard.check();
            yard.close();
        }
    }

    /**
     * From a prefab, all at once.
     *
     * @param state the world
     */
    @Benchmark
    public void prefab(Empty state) {
        state.yard.spawn();
    }

    /**
     * From a prefab, one by one.
     *
     * @param state the world
     */
    @Benchmark
    public void prefabSingly(Empty state) {
        state.yard.spawnSingly();
    }

    /**
     * From a prefab, by commands, which are applied.
     *
     * @param state the world
     */
    @Benchmark
    public void prefabByCommands(Empty state) {
        state.yard.spawnByCommands();
    }

    /**
     * Each entity from a template, attached to its ship.
     *
     * @param state the world
     */
    @Benchmark
    public void byHand(Empty state) {
        state.yard.spawnByHand();
    }
}
