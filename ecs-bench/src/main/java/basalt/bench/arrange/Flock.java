package basalt.bench.arrange;

import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.RowKernel;
import basalt.world.Arrangement;
import basalt.world.World;
import java.util.SplittableRandom;

/** Entities at random places of a square around 0, with six floats each, and an arrangement by a curve. */
final class Flock implements AutoCloseable {
    /** Half the length of the square's sides. */
    private static final float HALF = 500;

    private static final float CELL = 1;

    private final SplittableRandom random = new SplittableRandom(42);
    private final World world = World.create();
    private final Arrangement arrangement;
    private final RowKernel scatter;

    Flock(int count) {
        world.template()
                .with(new Position3(0, 0, 0), new Velocity3(4, 5, 6))
                .build()
                .spawn(count);
        arrangement = world.arrange(world.query().all(Position3.TYPE).build()).byCurve(Position3.X, Position3.Y, CELL);
        SplittableRandom places = random;
        scatter = world.query().all(Position3.TYPE).build().kernel(row -> {
            row.set(Position3.X, (float) places.nextDouble(-HALF, HALF));
            row.set(Position3.Y, (float) places.nextDouble(-HALF, HALF));
        });
        scatter();
    }

    /** Moves each entity to another random place. */
    void scatter() {
        scatter.run();
    }

    /** Moves each entity by less than a cell in each direction. */
    void drift() {
        SplittableRandom places = random;
        world.query().all(Position3.TYPE).build().forEach(row -> {
            row.set(Position3.X, row.get(Position3.X) + (float) places.nextDouble(-CELL, CELL));
            row.set(Position3.Y, row.get(Position3.Y) + (float) places.nextDouble(-CELL, CELL));
        });
    }

    Arrangement arrangement() {
        return arrangement;
    }

    @Override
    public void close() {
        world.close();
    }
}
