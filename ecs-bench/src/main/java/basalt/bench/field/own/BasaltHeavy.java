package basalt.bench.field.own;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.heavy.Matrix4;
import basalt.bench.heavy.Rotation;
import basalt.bench.heavy.Transform;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.RowKernel;
import basalt.world.World;

/** A kernel that copies the matrix out of its columns, works on it, and copies it back. */
final class BasaltHeavy implements Trial {
    private final World world = World.create();
    private final long[] handles;
    private final RowKernel compute;

    BasaltHeavy(int entities) {
        handles = new long[entities];
        float[] m = new float[Matrix4.LENGTH];
        for (int i = 0; i < entities; i++) {
            handles[i] = world.spawn(
                    new Transform(m), new Position3(0, 0, 0), new Rotation(1, 0, 0), new Velocity3(1, 0, 0));
        }
        float[] matrix = new float[Matrix4.LENGTH];
        compute = world.query().all(Transform.TYPE, Position3.TYPE).build().kernel(row -> {
            for (int lane = 0; lane < Matrix4.LENGTH; lane++) {
                matrix[lane] = row.get(Transform.M, lane);
            }
            Matrix4.invert(matrix, Start.INVERSIONS);
            for (int lane = 0; lane < Matrix4.LENGTH; lane++) {
                row.set(Transform.M, lane, matrix[lane]);
            }
            float x = row.get(X);
            float y = row.get(Y);
            float z = row.get(Z);
            row.set(X, Matrix4.turn(matrix, 0, x, y, z));
            row.set(Y, Matrix4.turn(matrix, 1, x, y, z));
            row.set(Z, Matrix4.turn(matrix, 2, x, y, z));
        });
        rewind();
    }

    @Override
    public int run() {
        compute.run();
        return handles.length;
    }

    @Override
    public void rewind() {
        float[] m = new float[Matrix4.LENGTH];
        Matrix4.rotateX(m, Start.RADIANS);
        for (int i = 0; i < handles.length; i++) {
            world.set(handles[i], new Transform(m));
            world.set(handles[i], new Position3(Start.x(i), Start.y(i), Start.z(i)));
        }
    }

    @Override
    public float[] values() {
        HeavyValues values = new HeavyValues(handles.length);
        for (long entity : handles) {
            values.add(
                    world.get(entity, Transform.TYPE).m(),
                    world.get(entity, X),
                    world.get(entity, Y),
                    world.get(entity, Z));
        }
        return values.all();
    }

    @Override
    public void close() {
        world.close();
    }
}
