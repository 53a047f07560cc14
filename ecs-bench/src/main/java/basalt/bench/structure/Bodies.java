package basalt.bench.structure;

import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.world.Template;
import basalt.world.World;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A world of entities with position and velocity, which get a burning component and lose it again. */
@State(Scope.Thread)
public class Bodies {
    /** Number of entities. */
    @Param("10000")
    public int entities;

    private World world;
    private Query bodies;
    private Query burning;
    private long[] handles;

    /** Builds the world and checks one round of each kind. */
    @Setup
    public void build() {
        world = World.create();
        Template template = world.template().with(Position.TYPE, Velocity.TYPE).build();
        handles = new long[entities];
        for (int i = 0; i < entities; i++) {
            handles[i] = template.spawn();
        }
        bodies = world.query().all(Position.TYPE, Velocity.TYPE).build();
        burning = world.query().all(Position.TYPE, Burning.TYPE).build();
        check();
    }

    /** Checks one more round of each kind. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    int add() {
        int added = 0;
        for (long entity : handles) {
            if (world.add(entity, Burning.TYPE)) {
                added++;
            }
        }
        return added;
    }

    int remove() {
        int removed = 0;
        for (long entity : handles) {
            if (world.remove(entity, Burning.TYPE)) {
                removed++;
            }
        }
        return removed;
    }

    int addByQuery() {
        return bodies.bulk().add(Burning.TYPE);
    }

    int removeByQuery() {
        return bodies.bulk().remove(Burning.TYPE);
    }

    private void check() {
        Check.same("added", entities, add());
        checkAllBurn();
        Check.same("removed", entities, remove());
        Check.same("burning", 0, burning.count());
        Check.same("added by query", entities, addByQuery());
        checkAllBurn();
        Check.same("removed by query", entities, removeByQuery());
        Check.same("burning", 0, burning.count());
    }

    /**
     * Checks that all have the component with its default value, then changes the value, which the next addition must
     * reset.
     */
    private void checkAllBurn() {
        Check.same("burning", entities, burning.count());
        for (int i = 0; i < entities; i++) {
            Check.same("seconds", i, 0, world.get(handles[i], Burning.SECONDS));
            world.set(handles[i], Burning.SECONDS, i + 1);
        }
    }
}
