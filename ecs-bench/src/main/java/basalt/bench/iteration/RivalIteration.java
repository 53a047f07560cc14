package basalt.bench.iteration;

import basalt.bench.OperationBenchmark;
import basalt.bench.rival.ArtemisBodies;
import basalt.bench.rival.DominionBodies;
import basalt.bench.scene.Check;
import dev.dominion.ecs.api.Results;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@code x += dx * dt; y += dy * dt} in other entity-component-systems, over all entities. */
public class RivalIteration extends OperationBenchmark {
    private static final float SECONDS = 1f / 60f;

    /** A world of artemis-odb. */
    @State(Scope.Thread)
    public static class Artemis {
        /** Number of entities. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        private ArtemisBodies bodies;

        /** Builds the world and checks one step. */
        @Setup
        public void build() {
            bodies = new ArtemisBodies(rows, ArtemisBodies.Work.MOVE);
            bodies.create();
            check();
        }

        /** Checks one more step. */
        @TearDown
        public void check() {
            int entity = bodies.entities()[rows - 1];
            float before = bodies.positions().get(entity).x;
            bodies.process();
            Check.same("x", rows - 1, before + SECONDS, bodies.positions().get(entity).x);
        }
    }

    /** A dominion. */
    @State(Scope.Thread)
    public static class Dominion {
        /** Number of entities. */
        @Param({"16384", "100000", "1048576"})
        public int rows;

        private DominionBodies bodies;
        private Results<Results.With2<DominionBodies.Position, DominionBodies.Velocity>> moving;

        /** Builds the dominion and checks one step. */
        @Setup
        public void build() {
            bodies = new DominionBodies(rows);
            bodies.create();
            moving = bodies.moving();
            check();
        }

        /** Checks one more step. */
        @TearDown
        public void check() {
            Check.same("moving entities", rows, bodies.countBodies());
            DominionBodies.Position last = bodies.entities()[rows - 1].get(DominionBodies.Position.class);
            float before = last.x;
            move();
            Check.same("x", rows - 1, before + SECONDS, last.x);
        }

        private void move() {
            for (var body : moving) {
                DominionBodies.Position position = body.comp1();
                DominionBodies.Velocity velocity = body.comp2();
                position.x += velocity.dx * SECONDS;
                position.y += velocity.dy * SECONDS;
            }
        }
    }

    /**
     * An iterating system with mappers.
     *
     * @param world the data
     */
    @Benchmark
    public void artemis(Artemis world) {
        world.bodies.process();
    }

    /**
     * An iteration over compositions.
     *
     * @param world the data
     */
    @Benchmark
    public void dominion(Dominion world) {
        world.move();
    }
}
