package basalt.bench.arrange;

import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;

/** A million rows of six floats, 30 percent of which are holes at random. */
final class Holes implements AutoCloseable {
    /** Bytes of the values of an entity. */
    static final int BYTES = 24;

    static final int ROWS = 1_000_000;
    static final int PERCENT = 30;

    private final SplittableRandom random = new SplittableRandom(PERCENT);
    private final long[] entities = new long[ROWS];
    private final long[] added = new long[1000];
    private final World world = World.create();
    private final Template template = world.template()
            .with(new Position3(1, 2, 3), new Velocity3(4, 5, 6))
            .build();
    private int alive;

    Holes() {
        fill();
    }

    /** Spawns an entity in each row, and destroys some. */
    void fill() {
        for (; alive + added.length <= ROWS; alive += added.length) {
            template.spawn(added);
            System.arraycopy(added, 0, entities, alive, added.length);
        }
        while (alive < ROWS) {
            entities[alive++] = template.spawn();
        }
        alive = 0;
        for (long entity : entities) {
            if (random.nextInt(100) < PERCENT) {
                world.destroy(entity);
            } else {
                entities[alive++] = entity;
            }
        }
    }

    World world() {
        return world;
    }

    int alive() {
        return alive;
    }

    /** A handle of one that is alive. */
    long entity(int number) {
        return entities[number];
    }

    @Override
    public void close() {
        world.close();
    }
}
