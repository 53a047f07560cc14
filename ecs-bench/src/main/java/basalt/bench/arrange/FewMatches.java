package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A million entities with positions, a few of which, at random, have velocities and move: scattered, arranged together,
 * and as many in packed arrays in C.
 */
public class FewMatches extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;

    /** How many match. */
    @State(Scope.Thread)
    public static class Share {
        /** Of a hundred entities. */
        @Param({"10", "1"})
        public int percent;

        int draw(boolean[] moves) {
            SplittableRandom random = new SplittableRandom(percent);
            int count = 0;
            for (int i = 0; i < moves.length; i++) {
                moves[i] = random.nextInt(100) < percent;
                count += moves[i] ? 1 : 0;
            }
            return count;
        }
    }

    /** Entities where they were spawned. */
    @State(Scope.Thread)
    public static class Scattered {
        final World world = World.create();
        final Query moving = world.query().all(Position3.TYPE, Velocity3.TYPE).build();
        private final long[] entities = new long[ENTITIES];
        private final boolean[] moves = new boolean[ENTITIES];
        RowKernel kernel;

        /**
         * Builds the world and checks a run.
         *
         * @param share how many move
         */
        @Setup
        public void build(Share share) {
            world.template().with(new Position3(1, 2, 3)).build().spawn(entities);
            int count = share.draw(moves);
            for (int i = 0; i < ENTITIES; i++) {
                if (moves[i]) {
                    world.add(entities[i], new Velocity3(1, -1, 0.5f));
                }
            }
            Check.same("moving entities", count, moving.count());
            Step dt = Step.sixtieth();
            kernel = moving.kernel(row -> {
                row.set(Position3.X, row.get(Position3.X) + row.get(Velocity3.DX) * dt.value());
                row.set(Position3.Y, row.get(Position3.Y) + row.get(Velocity3.DY) * dt.value());
                row.set(Position3.Z, row.get(Position3.Z) + row.get(Velocity3.DZ) * dt.value());
            });
            arrange();
            check();
        }

        void arrange() {
            // nothing
        }

        private void check() {
            float[] before = new float[ENTITIES];
            for (int i = 0; i < ENTITIES; i++) {
                before[i] = world.get(entities[i], Position3.X);
            }
            kernel.run();
            for (int i = 0; i < ENTITIES; i++) {
                float after = moves[i] ? before[i] + 1 * Step.sixtieth().value() : before[i];
                Check.same("x", i, after, world.get(entities[i], Position3.X));
            }
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            check();
            world.close();
        }
    }

    /** Entities that move are arranged together. */
    @State(Scope.Thread)
    public static class Together extends Scattered {
        @Override
        void arrange() {
            world.arrange(moving).together().run();
        }
    }

    /** Those that move, in arrays. */
    @State(Scope.Thread)
    public static class Arrays {
        private final float dt = Step.sixtieth().value();
        private Packed packed;

        /**
         * Builds the arrays and checks a run.
         *
         * @param share how many there are
         */
        @Setup
        public void build(Share share) {
            packed = new Packed(3, share.draw(new boolean[ENTITIES]));
            packed.move(dt);
            Check.same("x", 7, 7 + dt, packed.x(7));
        }

        /** Frees the arrays. */
        @TearDown
        public void close() {
            packed.close();
        }
    }

    /**
     * Before anything has moved.
     *
     * @param data the world
     */
    @Benchmark
    public void scattered(Scattered data) {
        data.kernel.run();
    }

    /**
     * After an arrangement.
     *
     * @param data the world
     */
    @Benchmark
    public void together(Together data) {
        data.kernel.run();
    }

    /**
     * The limit: packed arrays in C.
     *
     * @param data the arrays
     */
    @Benchmark
    public void packed(Arrays data) {
        data.packed.move(data.dt);
    }
}
