package basalt.bench.destroy;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.world.Template;
import basalt.world.World;
import java.util.Random;

/** A world of Basalt full of entities with position and velocity, to be destroyed. */
final class OldBodies implements AutoCloseable {
    private final World world = World.create();
    private final Query all = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final long[] handles;

    OldBodies(int entities) {
        Template body =
                world.template().with(new Position(1, 2), new Velocity(3, 4)).build();
        handles = new long[entities];
        for (int i = 0; i < entities; i++) {
            handles[i] = body.spawn();
        }
        Check.same("bodies", entities, all.count());
    }

    void shuffle(Random random) {
        for (int i = handles.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long moved = handles[other];
            handles[other] = handles[i];
            handles[i] = moved;
        }
    }

    void destroyOneByOne() {
        for (long entity : handles) {
            world.destroy(entity);
        }
    }

    int destroyByQuery() {
        return all.bulk().destroy();
    }

    void checkEmpty() {
        Check.same("entities", 0, world.entityCount());
        Check.same("bodies", 0, all.count());
        for (long entity : handles) {
            if (world.isAlive(entity)) {
                throw new IllegalStateException("an entity is still alive");
            }
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
