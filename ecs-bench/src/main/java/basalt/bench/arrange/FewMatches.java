package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import basalt.bench.engine.NativeBodies;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Many entities with positions, a few of which have velocities and move: as they were spawned, without holes, arranged
 * together, and in C: in arrays at the same places by a list of indices, and as many in packed arrays.
 */
public class FewMatches extends OperationBenchmark {
    /** Which entities there are, and which of them move. */
    public enum Population {
        /** A million, of which one in ten moves, at random. */
        TENTH,
        /** A million, of which one in a hundred moves. */
        HUNDREDTH,
        /**
         * Like EnTT's pathological case: of 500,000, ten times each seventh loses its position, each eleventh its
         * velocity, each thirteenth is destroyed, and 50,000 are added.
         */
        PATHOLOGICAL
    }

    /** Entities where they were spawned. */
    @State(Scope.Thread)
    public static class Scattered {
        private static final int MANY = 1_000_000;
        private static final int ROUNDS = 10;

        /** Which entities there are. */
        @Param
        public Population world;

        final World ecs = World.create();
        final Query moving = ecs.query().all(Position3.TYPE, Velocity3.TYPE).build();
        private final Template still =
                ecs.template().with(new Position3(0, 2, 3)).build();
        private final Template both = ecs.template()
                .with(new Position3(0, 2, 3), new Velocity3(1, -1, 0.5f))
                .build();
        private final List<Long> entities = new ArrayList<>();
        private RowKernel kernel;
        private int counter;

        /** Builds the world and checks a run. */
        @Setup
        public void build() {
            if (world == Population.PATHOLOGICAL) {
                spawn(MANY / 2);
                for (int round = 0; round < ROUNDS; round++) {
                    entities.removeIf(this::harm);
                    spawn(MANY / 20);
                }
            } else {
                SplittableRandom random = new SplittableRandom(1);
                for (int i = 0; i < MANY; i++) {
                    long entity = still.spawn();
                    if (random.nextInt(world == Population.TENTH ? 10 : 100) == 0) {
                        ecs.add(entity, new Velocity3(1, -1, 0.5f));
                    }
                }
            }
            arrange();
            kernel = moving.kernel(row -> {
                row.set(Position3.X, row.get(Position3.X) + row.get(Velocity3.DX));
                row.set(Position3.Y, row.get(Position3.Y) + row.get(Velocity3.DY));
                row.set(Position3.Z, row.get(Position3.Z) + row.get(Velocity3.DZ));
            });
            check();
        }

        private void spawn(int count) {
            for (int i = 0; i < count; i++) {
                entities.add(both.spawn());
            }
        }

        /** Takes a component from some entities; true if it destroys the entity. */
        private boolean harm(long entity) {
            counter++;
            if (counter % 7 == 0) {
                ecs.remove(entity, Position3.TYPE);
            }
            if (counter % 11 == 0) {
                ecs.remove(entity, Velocity3.TYPE);
            }
            return counter % 13 == 0 && ecs.tryDestroy(entity);
        }

        void arrange() {
            // As they were spawned.
        }

        /** Only entities that move have moved, all by as much; sums of so many whole numbers are exact. */
        private void check() {
            Query all = ecs.query().all(Position3.TYPE).build();
            all.forEach(row -> row.set(Position3.X, 0));
            kernel.run();
            Check.near("moved", moving.count(), all.reduce().sum(Position3.X), 0);
        }

        /** Checks one more run. */
        @TearDown
        public void close() {
            check();
            ecs.close();
        }
    }

    /** The world without holes. */
    @State(Scope.Thread)
    public static class Compacted extends Scattered {
        @Override
        void arrange() {
            ecs.rows().compact();
        }
    }

    /** Entities that move are arranged together. */
    @State(Scope.Thread)
    public static class Together extends Scattered {
        @Override
        void arrange() {
            ecs.rows().arrange(moving).together().run();
        }
    }

    /** As many in arrays. */
    @State(Scope.Thread)
    public static class Packed {
        private NativeBodies arrays;

        /** Fills the arrays. */
        @Setup
        public void fill(Scattered scattered) {
            arrays = new NativeBodies(scattered.moving.count(), 100);
            arrays.create();
            arrays.run();
            Check.same("x", 7, 7 + 1, arrays.x(7));
        }

        /** Frees them. */
        @TearDown
        public void close() {
            arrays.close();
        }
    }

    /** As many in arrays, at the places of their rows. */
    @State(Scope.Thread)
    public static class Listed {
        private NativeBodies arrays;

        /** Fills the arrays. */
        @Setup
        public void fill(Scattered scattered) {
            BitSet rows = new BitSet();
            scattered.moving.forEach(row -> rows.set(row.index()));
            arrays = new NativeBodies(rows.length(), rows::get);
            arrays.create();
            arrays.run();
            int last = rows.length() - 1;
            Check.same("x", last, last + 1f, arrays.x(last));
            Check.same("moved", scattered.moving.count(), rows.cardinality());
        }

        /** Frees them. */
        @TearDown
        public void close() {
            arrays.close();
        }
    }

    /** Before anything has moved. */
    @Benchmark
    public void scattered(Scattered data) {
        data.kernel.run();
    }

    /** After the holes were closed. */
    @Benchmark
    public void compacted(Compacted data) {
        ((Scattered) data).kernel.run();
    }

    /** After an arrangement. */
    @Benchmark
    public void together(Together data) {
        ((Scattered) data).kernel.run();
    }

    /** The same places in C, from one index of a list to the next. */
    @Benchmark
    public void gather(Listed data) {
        data.arrays.run();
    }

    /** The limit: packed arrays in C. */
    @Benchmark
    public void packed(Packed data) {
        data.arrays.run();
    }
}
