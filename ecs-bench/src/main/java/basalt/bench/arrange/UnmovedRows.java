package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What programs pay for rows that could move, in a world in which none has: to be run with two versions of the library,
 * in turns. Each run does something 100,000 times.
 */
public class UnmovedRows extends OperationBenchmark {
    private static final int ENTITIES = 100_000;
    private static final int SMALL = 8;

    private record Self(@EntityHandle long entity) {
        static final Component<Self> TYPE = Component.of(Self.class);
        static final EntityColumn ENTITY = TYPE.entity("entity");
    }

    /** A world in which no row has moved. */
    @State(Scope.Thread)
    public static class Bodies {
        private final World world = World.create();
        private final long[] shuffled = new long[ENTITIES];
        private final long[] added = new long[ENTITIES];
        private Template template;
        private RowKernel readEntity;
        private RowKernel move;

        /** Builds the world. */
        @Setup
        public void build() {
            template = world.template().with(Position.TYPE, Velocity.TYPE).build();
            world.template()
                    .with(Position.TYPE, Velocity.TYPE, Self.TYPE)
                    .build()
                    .spawn(shuffled);
            SplittableRandom random = new SplittableRandom(42);
            for (int i = 0; i < ENTITIES; i++) {
                int other = random.nextInt(i + 1);
                long entity = shuffled[i];
                shuffled[i] = shuffled[other];
                shuffled[other] = entity;
            }
            for (int i = 0; i < ENTITIES; i++) {
                world.set(shuffled[i], Position.X, i % SMALL);
            }
            readEntity = world.query().all(Self.TYPE).build().kernel(row -> row.set(Self.ENTITY, row.entity()));
            move = world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
                row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
                row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY));
            });
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            readEntity.run();
            Check.same("entity", shuffled[7], world.get(shuffled[7], Self.ENTITY));
            world.close();
        }
    }

    /**
     * Reads a column by handle, in random order.
     *
     * @param bodies the world
     * @return the sum
     */
    @Benchmark
    public int get(Bodies bodies) {
        int sum = 0;
        for (long entity : bodies.shuffled) {
            sum += (int) bodies.world.get(entity, Position.X);
        }
        return sum;
    }

    /**
     * Writes a column by handle, in random order.
     *
     * @param bodies the world
     */
    @Benchmark
    public void set(Bodies bodies) {
        for (int i = 0; i < ENTITIES; i++) {
            bodies.world.set(bodies.shuffled[i], Position.Y, i);
        }
    }

    /**
     * Asks for a component by handle, in random order.
     *
     * @param bodies the world
     * @return how many have it
     */
    @Benchmark
    public int has(Bodies bodies) {
        int count = 0;
        for (long entity : bodies.shuffled) {
            count += bodies.world.has(entity, Velocity.TYPE) ? 1 : 0;
        }
        return count;
    }

    /**
     * Spawns by template one by one, and destroys one by one.
     *
     * @param bodies the world
     */
    @Benchmark
    public void spawnAndDestroy(Bodies bodies) {
        for (int i = 0; i < ENTITIES; i++) {
            bodies.added[i] = bodies.template.spawn();
        }
        for (long entity : bodies.added) {
            bodies.world.destroy(entity);
        }
    }

    /**
     * A kernel that stores the handle of each row.
     *
     * @param bodies the world
     */
    @Benchmark
    public void rowEntity(Bodies bodies) {
        bodies.readEntity.run();
    }

    /**
     * A kernel over two fields.
     *
     * @param bodies the world
     */
    @Benchmark
    public void kernel(Bodies bodies) {
        bodies.move.run();
    }
}
