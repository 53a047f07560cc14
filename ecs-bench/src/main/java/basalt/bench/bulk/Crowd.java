package basalt.bench.bulk;

import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Marked;
import basalt.bench.scene.Position;
import basalt.query.Query;
import basalt.world.World;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entities that are changed in bulk. */
@State(Scope.Thread)
public class Crowd {
    private static final float SECONDS = 3;

    /** Number of entities. */
    @Param({"10000", "100000", "1048576"})
    public int entities;

    private World world;
    private Query enabled;
    private Query all;
    private Query burning;
    private Query marked;

    /** Builds the world and checks one round of each kind. */
    @Setup
    public void build() {
        world = World.create();
        world.template().with(Position.TYPE).build().spawn(entities);
        enabled = world.query().all(Position.TYPE).build();
        all = world.query().all(Position.TYPE).includeDisabled().build();
        burning = world.query().all(Burning.TYPE).build();
        marked = world.query().all(Marked.TYPE).build();
        check();
    }

    /** Checks one more round of each kind. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    int addComponent() {
        return enabled.bulk().add(Burning.TYPE);
    }

    int addRecord() {
        return enabled.bulk().add(new Burning(SECONDS));
    }

    int removeComponent() {
        return enabled.bulk().remove(Burning.TYPE);
    }

    int addTag() {
        return enabled.bulk().add(Marked.TYPE);
    }

    int removeTag() {
        return enabled.bulk().remove(Marked.TYPE);
    }

    int disable() {
        return enabled.bulk().disable();
    }

    int enable() {
        return all.bulk().enable();
    }

    private void check() {
        Check.same("records added", entities, addRecord());
        Check.same("burning", entities, burning.count());
        Check.near("seconds", entities * (double) SECONDS, burning.reduce().sum(Burning.SECONDS), 0);
        Check.same("removed", entities, removeComponent());
        Check.same("added", entities, addComponent());
        Check.near("seconds", 0, burning.reduce().sum(Burning.SECONDS), 0);
        Check.same("removed", entities, removeComponent());
        Check.same("burning", 0, burning.count());
        Check.same("tags added", entities, addTag());
        Check.same("marked", entities, marked.count());
        Check.same("tags removed", entities, removeTag());
        Check.same("disabled", entities, disable());
        Check.same("enabled", 0, enabled.count());
        Check.same("all", entities, all.count());
        Check.same("enabled again", entities, enable());
        Check.same("enabled", entities, enabled.count());
    }
}
