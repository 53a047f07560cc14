package basalt.bench.iteration;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * A world like EnTT's pathological one: 500,000 entities. Ten times each seventh loses its position, each eleventh its
 * velocity, each thirteenth is destroyed, and 50,000 are added.
 */
public final class PathologicalBodies implements AutoCloseable {
    /** How many have position and velocity in the end. */
    public static final int MATCHES = 190_528;

    private static final int ENTITIES = 500_000;
    private static final int ADDED = 50_000;
    private static final int ROUNDS = 10;

    private final World world = World.create();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private int counter;

    /** Builds the world. */
    public PathologicalBodies() {
        Template template = world.template().with(Position.TYPE, Velocity.TYPE).build();
        List<Long> entities = new ArrayList<>(ENTITIES);
        spawn(template, ENTITIES, entities);
        for (int round = 0; round < ROUNDS; round++) {
            entities.removeIf(this::harm);
            spawn(template, ADDED, entities);
        }
        Check.same("moving entities", MATCHES, moving.count());
    }

    private static void spawn(Template template, int count, List<Long> entities) {
        for (int i = 0; i < count; i++) {
            entities.add(template.spawn());
        }
    }

    /** Takes a component from some entities; true if it destroys the entity. */
    private boolean harm(long entity) {
        counter++;
        if (counter % 7 == 0) {
            world.remove(entity, Position.TYPE);
        }
        if (counter % 11 == 0) {
            world.remove(entity, Velocity.TYPE);
        }
        if (counter % 13 == 0) {
            world.destroy(entity);
            return true;
        }
        return false;
    }

    /**
     * The world.
     *
     * @return the same one each time
     */
    public World world() {
        return world;
    }

    /**
     * Its entities with position and velocity.
     *
     * @return the same query each time
     */
    public Query moving() {
        return moving;
    }

    /**
     * Moves them.
     *
     * @return a body for kernels
     */
    public RowBody move() {
        Step dt = Step.sixtieth();
        return row -> {
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * dt.value());
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * dt.value());
        };
    }

    @Override
    public void close() {
        world.close();
    }
}
