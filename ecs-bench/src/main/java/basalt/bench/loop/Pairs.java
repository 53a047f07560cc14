package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Kernels over pairs and over rows that read an entity at which the row aims, by the faster one of both loops and by
 * the loop of rows alone.
 */
@State(Scope.Thread)
public class Pairs extends OperationBenchmark {
    private static final String ROWS_ALONE = "-Dbasalt.kernels.vectors=false";

    /** No row arrives within the measurement. */
    private static final float FAR = 1e7f;

    record Aim(@EntityHandle long at, float x, float y) {
        static final EntityColumn AT = Component.of(Aim.class).entity("at");

        /** Goes towards a place, by at most a step. */
        Aim towards(Position place) {
            float dx = place.x() - x;
            float dy = place.y() - y;
            float length = (float) Math.sqrt(dx * dx + dy * dy);
            return length > 1 ? new Aim(at, x + dx / length, y + dy / length) : new Aim(at, place.x(), place.y());
        }
    }

    /** Number of entities that aim, and of those at which they do. */
    @Param("16384")
    public int rows;

    private final World world = World.create();
    private RowKernel home;
    private RowKernel steer;

    /** Spawns the entities, and checks the first steps. */
    @Setup
    public void build() {
        SplittableRandom random = new SplittableRandom(rows);
        long[] places = new long[rows];
        for (int row = 0; row < rows; row++) {
            places[row] = world.spawn(new Position(FAR * random.nextFloat(), FAR * random.nextFloat()));
        }
        for (int row = 0; row < rows; row++) {
            world.spawn(new Aim(places[random.nextInt(rows)], 0, 0));
        }
        home = world.query(Aim.class).pairs(Aim.AT, world.query(Position.class)).update(Aim::towards);
        steer = world.query(Aim.class).update(aim -> aim.towards(world.get(aim.at(), Position.class)));
        check(home, 1);
        check(steer, 2);
    }

    private void check(RowKernel kernel, int steps) {
        kernel.run();
        world.query(Aim.class).forEach(aim -> {
            Position place = world.get(aim.at(), Position.class);
            double length = Math.hypot(place.x(), place.y());
            Check.near("x", steps * place.x() / length, aim.x(), 1e-5);
            Check.near("y", steps * place.y() / length, aim.y(), 1e-5);
        });
    }

    /** Closes the world. */
    @TearDown
    public void close() {
        world.close();
    }

    /** A kernel over pairs of records. */
    @Benchmark
    public void home() {
        home.run();
    }

    /** As {@link #home()}, by rows. */
    @Benchmark
    @Fork(jvmArgsAppend = ROWS_ALONE)
    public void homeByRows() {
        home();
    }

    /** The same by a body that reads the record of the other entity. */
    @Benchmark
    public void steer() {
        steer.run();
    }

    /** As {@link #steer()}, by rows. */
    @Benchmark
    @Fork(jvmArgsAppend = ROWS_ALONE)
    public void steerByRows() {
        steer();
    }
}
