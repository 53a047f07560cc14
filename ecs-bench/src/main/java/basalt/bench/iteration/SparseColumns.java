package basalt.bench.iteration;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity;
import basalt.component.Component;
import basalt.component.FloatColumn;
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
 * {@code x += dx * dt; y += dy * dt} over two sparse components, and over two that are not: the ratio is the result.
 */
public class SparseColumns extends OperationBenchmark {
    private record Place(float x, float y) {
        static final Component<Place> TYPE =
                Component.builder(Place.class).sparse().build();
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    private record Speed(float x, float y) {
        static final Component<Speed> TYPE =
                Component.builder(Speed.class).sparse().build();
        static final FloatColumn DX = TYPE.float32("x");
        static final FloatColumn DY = TYPE.float32("y");
    }

    /** Rows of which each kernel has its own, all with both of its components. */
    @State(Scope.Thread)
    public static class Rows {
        /** Number of rows of each kernel. */
        @Param({"16384", "1048576"})
        public int rows;

        private final Step step = Step.sixtieth();
        private World world;
        private long[] places;
        private long[] positions;
        private RowKernel sparse;
        private RowKernel dense;

        /** Builds the world and checks one step of each kernel. */
        @Setup
        public void build() {
            world = World.create();
            Step dt = step;
            places = spawn(Place.X, Place.Y, Speed.DX, Speed.DY);
            positions = spawn(Position.X, Position.Y, Velocity.DX, Velocity.DY);
            sparse = world.query().all(Place.TYPE, Speed.TYPE).build().kernel(row -> {
                row.set(Place.X, row.get(Place.X) + row.get(Speed.DX) * dt.value());
                row.set(Place.Y, row.get(Place.Y) + row.get(Speed.DY) * dt.value());
            });
            dense = world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
                row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * dt.value());
                row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * dt.value());
            });
            check();
        }

        private long[] spawn(FloatColumn x, FloatColumn y, FloatColumn dx, FloatColumn dy) {
            SplittableRandom random = new SplittableRandom(rows);
            long[] entities = new long[rows];
            for (int i = 0; i < rows; i++) {
                long entity = world.spawn();
                entities[i] = entity;
                world.add(entity, (Component<?>) x.component());
                world.add(entity, (Component<?>) dx.component());
                world.set(entity, x, (float) random.nextDouble(-100, 100));
                world.set(entity, y, (float) random.nextDouble(-100, 100));
                world.set(entity, dx, (float) random.nextDouble(-1, 1));
                world.set(entity, dy, (float) random.nextDouble(-1, 1));
            }
            return entities;
        }

        private void check() {
            checkStep(sparse, places, Place.X, Speed.DX);
            checkStep(sparse, places, Place.Y, Speed.DY);
            checkStep(dense, positions, Position.X, Velocity.DX);
            checkStep(dense, positions, Position.Y, Velocity.DY);
        }

        private void checkStep(RowKernel kernel, long[] entities, FloatColumn place, FloatColumn speed) {
            float[] before = new float[rows];
            for (int i = 0; i < rows; i++) {
                before[i] = world.get(entities[i], place);
            }
            kernel.run();
            for (int i = 0; i < rows; i++) {
                float moved = before[i] + world.get(entities[i], speed) * step.value();
                Check.same(place.field(), i, moved, world.get(entities[i], place));
            }
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            check();
            world.close();
        }
    }

    /**
     * The baseline: components that are not sparse.
     *
     * @param rows the data
     */
    @Benchmark
    public void dense(Rows rows) {
        rows.dense.run();
    }

    /**
     * Both components are sparse.
     *
     * @param rows the data
     */
    @Benchmark
    public void sparse(Rows rows) {
        rows.sparse.run();
    }
}
