package basalt.bench.create;

import basalt.bench.MillionBenchmark;
import basalt.bench.rival.ArtemisBodies;
import basalt.bench.rival.DominionBodies;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Creates a million entities with two components of two floats, and gives all four floats a value.
 *
 * <p>Creating the world and the template or archetype, and collecting the garbage of the last shot, is outside the
 * timed part. Each way returns a handle for each entity, which the benchmark keeps.
 */
public class CreateMillion extends MillionBenchmark {
    /** A world of Basalt. */
    @State(Scope.Thread)
    public static class Basalt {
        /** The kind of world. */
        @Param
        public WorldUse world;

        private final long[] handles = new long[ENTITIES];
        private NewBodies bodies;

        /** Prepares an empty world. */
        @Setup(Level.Iteration)
        public void prepare() {
            System.gc();
            if (bodies == null) {
                bodies = new NewBodies(handles);
            }
        }

        /** Checks every value, and destroys the entities. */
        @TearDown(Level.Iteration)
        public void check() {
            bodies.checkHandles();
            bodies.destroyAll();
            if (world == WorldUse.FRESH) {
                close();
                bodies = null;
            }
        }

        /** Closes the last world. */
        @TearDown
        public void close() {
            if (bodies != null) {
                bodies.close();
            }
        }
    }

    /** A world of artemis-odb. */
    @State(Scope.Thread)
    public static class Artemis {
        /** The kind of world. */
        @Param
        public WorldUse world;

        private ArtemisBodies bodies;

        /** Prepares an empty world. */
        @Setup(Level.Iteration)
        public void prepare() {
            if (bodies == null) {
                bodies = new ArtemisBodies(ENTITIES, ArtemisBodies.Work.COUNT_BODIES);
            }
            System.gc();
        }

        /** Checks every value, and destroys the entities. */
        @TearDown(Level.Iteration)
        public void check() {
            Check.same("bodies", ENTITIES, bodies.counted());
            for (int i = 0; i < ENTITIES; i++) {
                Check.same("y", i, i + 0.5f, bodies.positions().get(bodies.entities()[i]).y);
            }
            bodies.destroy();
            Check.same("bodies", 0, bodies.counted());
            if (world == WorldUse.FRESH) {
                bodies.close();
                bodies = null;
            }
        }
    }

    /** A dominion. */
    @State(Scope.Thread)
    public static class Dominion {
        /** The kind of world. */
        @Param
        public WorldUse world;

        private DominionBodies bodies;

        /** Prepares an empty dominion. */
        @Setup(Level.Iteration)
        public void prepare() {
            if (bodies == null) {
                bodies = new DominionBodies(ENTITIES);
            }
            System.gc();
        }

        /** Checks every value, and destroys the entities. */
        @TearDown(Level.Iteration)
        public void check() {
            Check.same("bodies", ENTITIES, bodies.countBodies());
            for (int i = 0; i < ENTITIES; i++) {
                Check.same("y", i, i + 0.5f, bodies.entities()[i].get(DominionBodies.Position.class).y);
            }
            bodies.destroy();
            Check.same("bodies", 0, bodies.countBodies());
            if (world == WorldUse.FRESH) {
                bodies.close();
                bodies = null;
            }
        }
    }

    /**
     * From a template, one by one; values set through handles.
     *
     * @param state the world
     */
    @Benchmark
    public void basalt(Basalt state) {
        state.bodies.createOneByOne();
    }

    /**
     * From records, one by one: the most convenient form.
     *
     * @param state the world
     */
    @Benchmark
    public void basaltRecords(Basalt state) {
        state.bodies.createFromRecords();
    }

    /**
     * From a template, in bulk; values set by a kernel.
     *
     * @param state the world
     */
    @Benchmark
    public void basaltAtOnce(Basalt state) {
        state.bodies.createAtOnce();
    }

    /**
     * From an archetype; values set through mappers.
     *
     * @param state the world
     */
    @Benchmark
    public void artemis(Artemis state) {
        state.bodies.create();
    }

    /**
     * From a prepared composition; values set in the components' constructors.
     *
     * @param state the dominion
     */
    @Benchmark
    public void dominion(Dominion state) {
        state.bodies.create();
    }
}
