package basalt.examples.transform;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.examples.framework.program.Garbage;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Transforms3DTest {
    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final Transforms3D transforms = Transforms3D.of(world, TreeType.DEFAULT);

    @AfterEach
    void close() {
        world.close();
    }

    /** A place by a rotation matrix, a scale and a position. */
    private record Oracle(double[][] rotation, double[] scale, double[] position) {
        static Oracle of(Pose3D p) {
            double[][] matrix = {
                {
                    1 - 2 * (p.qy() * p.qy() + p.qz() * p.qz()),
                    2 * (p.qx() * p.qy() - p.qz() * p.qw()),
                    2 * (p.qx() * p.qz() + p.qy() * p.qw())
                },
                {
                    2 * (p.qx() * p.qy() + p.qz() * p.qw()),
                    1 - 2 * (p.qx() * p.qx() + p.qz() * p.qz()),
                    2 * (p.qy() * p.qz() - p.qx() * p.qw())
                },
                {
                    2 * (p.qx() * p.qz() - p.qy() * p.qw()),
                    2 * (p.qy() * p.qz() + p.qx() * p.qw()),
                    1 - 2 * (p.qx() * p.qx() + p.qy() * p.qy())
                }
            };
            return new Oracle(matrix, new double[] {p.sx(), p.sy(), p.sz()}, new double[] {p.x(), p.y(), p.z()});
        }

        double[] apply(double[] point) {
            double[] mapped = position.clone();
            for (int i = 0; i < 3; i++) {
                for (int k = 0; k < 3; k++) {
                    mapped[i] += rotation[i][k] * scale[k] * point[k];
                }
            }
            return mapped;
        }

        Oracle times(Oracle local) {
            double[] scales = new double[3];
            for (int i = 0; i < 3; i++) {
                scales[i] = scale[i] * local.scale[i];
            }
            return new Oracle(product(rotation, local.rotation), scales, apply(local.position));
        }

        /** The 3 x 4 matrix. */
        double[][] matrix() {
            double[][] matrix = new double[4][4];
            for (int i = 0; i < 3; i++) {
                for (int k = 0; k < 3; k++) {
                    matrix[i][k] = rotation[i][k] * scale[k];
                }
                matrix[i][3] = position[i];
            }
            matrix[3][3] = 1;
            return matrix;
        }
    }

    private static double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[left.length][left.length];
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; j < left.length; j++) {
                for (int k = 0; k < left.length; k++) {
                    product[i][j] += left[i][k] * right[k][j];
                }
            }
        }
        return product;
    }

    private Oracle oracle(long entity) {
        Oracle local = Oracle.of(world.get(entity, Local3D.TYPE).pose());
        long parent = tree.parent(entity);
        return parent == Entity.NULL ? local : oracle(parent).times(local);
    }

    /** By products of matrices, which is the same for uniform scales. */
    private double[][] matrix(long entity) {
        double[][] local = Oracle.of(world.get(entity, Local3D.TYPE).pose()).matrix();
        long parent = tree.parent(entity);
        return parent == Entity.NULL ? local : product(matrix(parent), local);
    }

    private long spawn(Pose3D pose) {
        return world.spawn(Local3D.of(pose), Global3D.IDENTITY);
    }

    private static Pose3D random(Random random, boolean uniform) {
        double[] scale = {0.7 + random.nextDouble() * 0.6, 0.7 + random.nextDouble() * 0.6, -1};
        return Pose3D.at(random.nextDouble() * 8, random.nextDouble() * 8, random.nextDouble() * 8)
                .rotated(random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), random.nextDouble() * 7)
                .scaled(scale[0], uniform ? scale[0] : scale[1], uniform ? scale[0] : scale[2]);
    }

    private static void assertNear(double[][] expected, Pose3D pose) {
        double[][] actual = Oracle.of(pose).matrix();
        double largest = 0;
        for (double[] line : expected) {
            for (double cell : line) {
                largest = Math.max(largest, Math.abs(cell));
            }
        }
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 4; k++) {
                assertEquals(expected[i][k], actual[i][k], 4e-5 * (10 + largest), "cell " + i + ", " + k);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void shouldEqualPlainMatrices(boolean uniform, boolean arranged) {
        Random random = new Random(81);
        long[] entities = new long[200];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = spawn(random(random, uniform));
        }
        for (int step = 0; step < 30; step++) {
            for (int change = 0; change < 30; change++) {
                long entity = entities[random.nextInt(entities.length)];
                change(random, entity, entities[random.nextInt(entities.length)], uniform);
            }
            if (arranged) {
                world.arrange(tree).run();
            }
            transforms.kernel().run();
            for (long entity : entities) {
                double[][] expected = uniform ? matrix(entity) : oracle(entity).matrix();
                assertNear(expected, world.get(entity, Global3D.TYPE).pose());
                assertNear(expected, transforms.global(entity));
            }
        }
    }

    private void change(Random random, long entity, long other, boolean uniform) {
        boolean possible = entity != other && !tree.isAncestor(entity, other) && tree.depth(other) < 8;
        Pose3D before = transforms.global(entity);
        switch (random.nextInt(4)) {
            case 0 -> world.set(entity, Local3D.of(random(random, uniform)));
            case 1 -> {
                if (possible) {
                    tree.attach(entity, other);
                }
            }
            case 2 -> {
                if (possible) {
                    transforms.attachKeepingGlobal(entity, other);
                    assertEquals(other, tree.parent(entity));
                    assertNear(oracle(entity).matrix(), before);
                }
            }
            default -> {
                boolean hadParent = tree.parent(entity) != Entity.NULL;
                assertEquals(hadParent, transforms.detachKeepingGlobal(entity));
                assertNear(oracle(entity).matrix(), before);
            }
        }
    }

    @Test
    void shouldScaleThenRotateThenMove() {
        long ship = spawn(Pose3D.at(10, 20, 30).rotated(0, 0, 5, Math.PI / 2).scaled(2, 3, 4));
        long arm = spawn(Pose3D.at(1, 1, 1));
        tree.attach(arm, ship);

        Point3D point = transforms.toGlobal(arm, 0, 0, 1);
        assertEquals(10 - 3, point.x(), 1e-5);
        assertEquals(20 + 2, point.y(), 1e-5);
        assertEquals(30 + 8, point.z(), 1e-5);
        Point3D back = transforms.toLocal(arm, point.x(), point.y(), point.z());
        assertEquals(0, back.x(), 1e-5);
        assertEquals(0, back.y(), 1e-5);
        assertEquals(1, back.z(), 1e-5);
    }

    @Test
    void shouldNotShear() {
        long wide = spawn(Pose3D.IDENTITY.scaled(2, 1, 1));
        long turned = spawn(Pose3D.at(1, 0, 0).rotated(0, 0, 1, Math.PI / 4));
        tree.attach(turned, wide);
        transforms.kernel().run();
        Pose3D pose = world.get(turned, Global3D.TYPE).pose();
        assertEquals(2, pose.x(), 1e-6);
        assertEquals(2, pose.sx(), 1e-6);
        Point3D alongX = pose.apply(1, 0, 0);
        Point3D alongY = pose.apply(0, 1, 0);
        assertEquals(0, (alongX.x() - 2) * (alongY.x() - 2) + alongX.y() * alongY.y(), 1e-6);
    }

    @Test
    void shouldRejectParentsWithoutInverse() {
        long flat = spawn(Pose3D.IDENTITY.scaled(1, 0, 1));
        long child = spawn(Pose3D.at(1, 2, 3));
        assertThrows(ArithmeticException.class, () -> transforms.attachKeepingGlobal(child, flat));
        assertEquals(Entity.NULL, tree.parent(child));
        assertThrows(IllegalArgumentException.class, () -> transforms.global(world.spawn()));
        assertFalse(transforms.detachKeepingGlobal(child));
    }

    @Test
    void shouldMakeNoGarbage() {
        Garbage.requireQuickKernels();
        long root = spawn(Pose3D.IDENTITY);
        for (int i = 0; i < 1000; i++) {
            tree.attach(spawn(Pose3D.at(i, 1, 2)), root);
        }
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("place", transforms.kernel(), reads(Local3D.TYPE), writes(Global3D.TYPE))
                .build()) {
            Garbage.assertNoneSoon(() -> {
                for (int tick = 0; tick < 200; tick++) {
                    schedule.tick(1);
                }
            });
        }
    }
}
