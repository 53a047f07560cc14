package basalt.bench.field.own;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Trial;
import basalt.bench.heavy.Matrix4;
import basalt.bench.heavy.Rotation;
import basalt.bench.heavy.Transform;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.world.Template;
import basalt.world.World;

/**
 * A new world for each run. The entities come from a template in it, one by one or in bulk with their handles, or one
 * by one from records.
 */
final class BasaltInsert implements Trial {
    private final int entities;
    private final Way way;
    private final long[] handles;
    private final Transform identity;
    private World world;

    BasaltInsert(int entities, Way way) {
        this.entities = entities;
        this.way = way;
        handles = new long[entities];
        float[] m = new float[Matrix4.LENGTH];
        for (int i = 0; i < m.length; i += 5) {
            m[i] = 1;
        }
        identity = new Transform(m);
    }

    @Override
    public int run() {
        close();
        world = World.create();
        if (way == Way.RECORDS) {
            for (int i = 0; i < entities; i++) {
                world.spawn(identity, new Position3(1, 0, 0), new Rotation(1, 0, 0), new Velocity3(1, 0, 0));
            }
            return world.entityCount();
        }
        Template template = world.template()
                .with(identity, new Position3(1, 0, 0), new Rotation(1, 0, 0), new Velocity3(1, 0, 0))
                .build();
        if (way == Way.BULK) {
            template.spawn(handles);
        } else {
            for (int i = 0; i < entities; i++) {
                template.spawn();
            }
        }
        return world.entityCount();
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        world.query()
                .all(Transform.TYPE, Position3.TYPE, Rotation.TYPE, Velocity3.TYPE)
                .build()
                .forEach(row -> addTo(values, world, row.entity()));
        return values.all();
    }

    /** Adds all values of an entity. */
    static void addTo(InsertedValues values, World world, long entity) {
        Position3 position = world.get(entity, Position3.TYPE);
        Rotation rotation = world.get(entity, Rotation.TYPE);
        Velocity3 velocity = world.get(entity, Velocity3.TYPE);
        values.add(world.get(entity, Transform.TYPE).m());
        values.add(position.x(), position.y(), position.z());
        values.add(rotation.x(), rotation.y(), rotation.z());
        values.add(velocity.dx(), velocity.dy(), velocity.dz());
    }

    @Override
    public void close() {
        if (world != null) {
            world.close();
            world = null;
        }
    }
}
