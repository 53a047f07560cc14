package basalt.bench.create;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.SpawnKernel;
import basalt.world.Template;
import basalt.world.World;

/** A world of Basalt in which entities with position and velocity are created. */
final class NewBodies implements AutoCloseable {
    private final World world = World.create();
    private final Template body =
            world.template().with(Position.TYPE, Velocity.TYPE).build();
    private final SpawnKernel bodies = body.kernel(row -> {
        float index = row.index();
        row.set(X, index);
        row.set(Y, index + 0.5f);
        row.set(DX, 1);
        row.set(DY, -1);
    });
    private final Query all = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final long[] handles;

    /** Creates an empty world for as many entities as the array of handles can hold. */
    NewBodies(long[] handles) {
        this.handles = handles;
    }

    /** Spawns entities one by one from the template, keeps their handles, and sets all four columns of each. */
    void createOneByOne() {
        for (int i = 0; i < handles.length; i++) {
            long entity = body.spawn();
            Row row = world.row(entity);
            row.set(X, i);
            row.set(Y, i + 0.5f);
            row.set(DX, 1);
            row.set(DY, -1);
            handles[i] = entity;
        }
    }

    /** Spawns entities one by one from records. */
    void createFromRecords() {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = world.spawn(new Position(i, i + 0.5f), new Velocity(1, -1));
        }
    }

    /** Spawns all entities in bulk and keeps their handles; a kernel sets all four columns. */
    void createAtOnce() {
        bodies.spawn(handles);
    }

    void checkHandles() {
        checkCount();
        for (int i = 0; i < handles.length; i++) {
            Check.same("x", i, i, world.get(handles[i], X));
            Check.same("y", i, i + 0.5f, world.get(handles[i], Y));
            Check.same("dx", i, 1, world.get(handles[i], DX));
            Check.same("dy", i, -1, world.get(handles[i], DY));
        }
    }

    void destroyAll() {
        Check.same("destroyed", handles.length, all.bulk().destroy());
        Check.same("entities", 0, world.entityCount());
    }

    private void checkCount() {
        Check.same("entities", handles.length, world.entityCount());
        Check.same("bodies", handles.length, all.count());
    }

    @Override
    public void close() {
        world.close();
    }
}
