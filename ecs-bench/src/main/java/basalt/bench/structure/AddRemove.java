package basalt.bench.structure;

import basalt.bench.OperationBenchmark;
import basalt.bench.rival.ArtemisBodies;
import basalt.bench.rival.DominionBodies;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Adds a component with its default value to every entity, then removes it from every entity.
 *
 * <p>All libraries start and end with the same entities (position and velocity). In artemis-odb the world is processed
 * after adding and after removing, as no system sees the change before; {@code artemisUnprocessed} omits this, so no
 * listener sees the changes.
 */
public class AddRemove extends OperationBenchmark {
    /** A world of artemis-odb. */
    @State(Scope.Thread)
    public static class Artemis {
        /** Number of entities. */
        @Param("10000")
        public int entities;

        private ArtemisBodies bodies;

        /** Builds the world and checks one round. */
        @Setup
        public void build() {
            bodies = new ArtemisBodies(entities, ArtemisBodies.Work.COUNT_BURNING);
            bodies.create();
            check();
        }

        /** Checks one more round. */
        @TearDown
        public void check() {
            bodies.addBurning();
            bodies.process();
            Check.same("burning", entities, bodies.counted());
            bodies.removeBurning();
            bodies.process();
            Check.same("burning", 0, bodies.counted());
        }
    }

    /** A dominion. */
    @State(Scope.Thread)
    public static class Dominion {
        /** Number of entities. */
        @Param("10000")
        public int entities;

        private DominionBodies bodies;

        /** Builds the dominion and checks one round. */
        @Setup
        public void build() {
            bodies = new DominionBodies(entities);
            bodies.create();
            check();
        }

        /** Checks one more round. */
        @TearDown
        public void check() {
            bodies.addBurning();
            Check.same("burning", entities, bodies.countBurning());
            Check.same("removed", entities, bodies.removeBurning());
            Check.same("burning", 0, bodies.countBurning());
            Check.same("bodies", entities, bodies.countBodies());
        }
    }

    /**
     * One by one, by handle.
     *
     * @param world the data
     * @return number of changes
     */
    @Benchmark
    public int basalt(Bodies world) {
        return world.add() + world.remove();
    }

    /**
     * All matches of a query in bulk.
     *
     * @param world the data
     * @return number of changes
     */
    @Benchmark
    public int basaltByQuery(Bodies world) {
        return world.addByQuery() + world.removeByQuery();
    }

    /**
     * One by one, through the component's mapper.
     *
     * @param world the data
     * @return number of burning entities that the system has seen
     */
    @Benchmark
    public int artemis(Artemis world) {
        world.bodies.addBurning();
        world.bodies.process();
        int burning = world.bodies.counted();
        world.bodies.removeBurning();
        world.bodies.process();
        return burning + world.bodies.counted();
    }

    /**
     * One by one, through the component's mapper, without processing.
     *
     * @param world the data
     */
    @Benchmark
    public void artemisUnprocessed(Artemis world) {
        world.bodies.addBurning();
        world.bodies.removeBurning();
    }

    /**
     * One by one, on the entity.
     *
     * @param world the data
     * @return number of changes
     */
    @Benchmark
    public int dominion(Dominion world) {
        world.bodies.addBurning();
        return world.bodies.removeBurning();
    }
}
