package basalt.bench.destroy;

import basalt.bench.MillionBenchmark;
import basalt.bench.rival.ArtemisBodies;
import basalt.bench.rival.DominionBodies;
import basalt.bench.scene.Check;
import dev.dominion.ecs.api.Entity;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Destroys a million entities with two components of two floats, in a world that has no others.
 *
 * <p>Creating and filling the world is outside the timed part. In artemis-odb, entities are deleted when the world is
 * processed, so processing is inside.
 */
public class DestroyMillion extends MillionBenchmark {
    private static final long SEED = 42;

    /** A world of Basalt. */
    @State(Scope.Thread)
    public static class Basalt {
        /** The order of destruction. */
        @Param
        public Order order;

        private OldBodies bodies;

        /** Fills a new world. */
        @Setup(Level.Iteration)
        public void prepare() {
            bodies = new OldBodies(ENTITIES);
            if (order == Order.SHUFFLED) {
                bodies.shuffle(new Random(SEED));
            }
            System.gc();
        }

        /** Checks that nothing is left. */
        @TearDown(Level.Iteration)
        public void check() {
            bodies.checkEmpty();
            bodies.close();
        }
    }

    /** A world of Basalt whose entities are destroyed by query. */
    @State(Scope.Thread)
    public static class BasaltByQuery {
        private OldBodies bodies;

        /** Fills a new world. */
        @Setup(Level.Iteration)
        public void prepare() {
            bodies = new OldBodies(ENTITIES);
            System.gc();
        }

        /** Checks that nothing is left. */
        @TearDown(Level.Iteration)
        public void check() {
            bodies.checkEmpty();
            bodies.close();
        }
    }

    /** A world of artemis-odb. */
    @State(Scope.Thread)
    public static class Artemis {
        /** The order of destruction. */
        @Param
        public Order order;

        private ArtemisBodies bodies;

        /** Fills a new world. */
        @Setup(Level.Iteration)
        public void prepare() {
            bodies = new ArtemisBodies(ENTITIES, ArtemisBodies.Work.COUNT_BODIES);
            bodies.create();
            Check.same("bodies", ENTITIES, bodies.counted());
            if (order == Order.SHUFFLED) {
                shuffle(bodies.entities(), new Random(SEED));
            }
            System.gc();
        }

        /** Checks that nothing is left. */
        @TearDown(Level.Iteration)
        public void check() {
            Check.same("bodies", 0, bodies.counted());
            bodies.close();
        }

        private static void shuffle(int[] entities, Random random) {
            for (int i = entities.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int moved = entities[other];
                entities[other] = entities[i];
                entities[i] = moved;
            }
        }
    }

    /** A dominion. */
    @State(Scope.Thread)
    public static class Dominion {
        /** The order of destruction. */
        @Param
        public Order order;

        private DominionBodies bodies;

        /** Fills a new dominion. */
        @Setup(Level.Iteration)
        public void prepare() {
            bodies = new DominionBodies(ENTITIES);
            bodies.create();
            Check.same("bodies", ENTITIES, bodies.countBodies());
            if (order == Order.SHUFFLED) {
                Collections.shuffle(Arrays.<Entity>asList(bodies.entities()), new Random(SEED));
            }
            System.gc();
        }

        /** Checks that nothing is left. */
        @TearDown(Level.Iteration)
        public void check() {
            Check.same("bodies", 0, bodies.countBodies());
            bodies.close();
        }
    }

    /**
     * One by one, by handle.
     *
     * @param state the world
     */
    @Benchmark
    public void basalt(Basalt state) {
        state.bodies.destroyOneByOne();
    }

    /**
     * All matches of a query in bulk.
     *
     * @param state the world
     * @return number of destroyed entities
     */
    @Benchmark
    public int basaltByQuery(BasaltByQuery state) {
        return state.bodies.destroyByQuery();
    }

    /**
     * One by one, by id.
     *
     * @param state the world
     */
    @Benchmark
    public void artemis(Artemis state) {
        state.bodies.destroy();
    }

    /**
     * One by one, by entity.
     *
     * @param state the dominion
     */
    @Benchmark
    public void dominion(Dominion state) {
        state.bodies.destroy();
    }
}
