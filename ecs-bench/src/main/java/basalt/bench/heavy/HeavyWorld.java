package basalt.bench.heavy;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.component.FloatColumn;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;

/**
 * A thousand entities with a matrix, a position, a rotation and a velocity. The matrix is inverted repeatedly, in an
 * array per thread, and rotates the position.
 */
final class HeavyWorld implements AutoCloseable {
    static final int ENTITIES = 1000;
    static final int INVERSIONS = 100;
    static final double RADIANS = 1.2;

    private final World world = World.create();
    private final long[] entities = new long[ENTITIES];
    private final RowKernel compute;

    HeavyWorld() {
        float[] m = new float[Matrix4.LENGTH];
        Matrix4.rotateX(m, RADIANS);
        for (int i = 0; i < ENTITIES; i++) {
            Position3 position = new Position3(1, i, -2 * i);
            entities[i] = world.spawn(new Transform(m), position, new Rotation(1, 0, 0), new Velocity3(1, 0, 0));
        }
        ThreadLocal<float[]> matrices = ThreadLocal.withInitial(() -> new float[Matrix4.LENGTH]);
        compute = world.query().all(Transform.TYPE, Position3.TYPE).build().kernel(row -> {
            float[] matrix = matrices.get();
            for (int lane = 0; lane < Matrix4.LENGTH; lane++) {
                matrix[lane] = row.get(Transform.M, lane);
            }
            Matrix4.invert(matrix, INVERSIONS);
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
    }

    Schedule schedule(int workers) {
        return Schedule.builder(world)
                .workers(workers)
                .add("compute", compute, Access.writes(Transform.TYPE, Position3.TYPE))
                .build();
    }

    /** Checks the result of a tick for every matrix and position. */
    void check(Runnable tick) {
        float[][] matrices = new float[ENTITIES][];
        float[][] positions = new float[ENTITIES][];
        for (int i = 0; i < ENTITIES; i++) {
            matrices[i] = matrix(entities[i]);
            positions[i] = position(entities[i]);
        }
        tick.run();
        for (int i = 0; i < ENTITIES; i++) {
            float[] m = matrices[i];
            Matrix4.invert(m, INVERSIONS);
            float[] found = matrix(entities[i]);
            for (int lane = 0; lane < Matrix4.LENGTH; lane++) {
                Check.same("lane " + lane, i, m[lane], found[lane]);
            }
            float[] before = positions[i];
            float[] after = position(entities[i]);
            for (int axis = 0; axis < after.length; axis++) {
                Check.same("axis " + axis, i, Matrix4.turn(m, axis, before[0], before[1], before[2]), after[axis]);
            }
        }
    }

    private float[] matrix(long entity) {
        FloatColumn column = Transform.M;
        float[] m = new float[Matrix4.LENGTH];
        for (int lane = 0; lane < Matrix4.LENGTH; lane++) {
            m[lane] = world.get(entity, column, lane);
        }
        return m;
    }

    private float[] position(long entity) {
        return new float[] {world.get(entity, X), world.get(entity, Y), world.get(entity, Z)};
    }

    @Override
    public void close() {
        world.close();
    }
}
