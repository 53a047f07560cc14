package basalt.bench.field.own;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.heavy.Matrix4;
import basalt.bench.heavy.Rotation;
import basalt.bench.heavy.Transform;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.memory.MemorySource;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.world.World;

/** Saves the world to native memory, and loads another one from it. */
final class BasaltSerialize implements Trial {
    private final int entities;
    private final SaveBuffer buffer = new SaveBuffer(MemorySource.direct());
    private final SaveOptions saving = new SaveOptions();
    private final LoadOptions loading = new LoadOptions();
    private World world;

    BasaltSerialize(int entities) {
        this.entities = entities;
        rewind();
    }

    @Override
    public int run() {
        buffer.clear();
        world.save(buffer, saving);
        world.close();
        world = World.load(buffer.source(), loading);
        return world.entityCount();
    }

    @Override
    public void rewind() {
        if (world != null) {
            world.close();
        }
        world = World.create();
        float[] m = new float[Matrix4.LENGTH];
        Matrix4.rotateX(m, Start.RADIANS);
        for (int i = 0; i < entities; i++) {
            world.spawn(
                    new Transform(m),
                    new Position3(Start.x(i), Start.y(i), Start.z(i)),
                    new Rotation(1, 0, 0),
                    new Velocity3(Start.DX, Start.DY, Start.DZ));
        }
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        world.query()
                .all(Transform.TYPE, Position3.TYPE, Rotation.TYPE, Velocity3.TYPE)
                .build()
                .forEach(row -> BasaltInsert.addTo(values, world, row.entity()));
        return values.all();
    }

    @Override
    public void close() {
        buffer.close();
        world.close();
    }
}
