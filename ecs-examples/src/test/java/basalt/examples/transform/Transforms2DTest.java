package basalt.examples.transform;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.examples.framework.program.Garbage;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Transforms2DTest {
    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final Transforms2D transforms = Transforms2D.of(world, TreeType.DEFAULT);

    @AfterEach
    void close() {
        world.close();
    }

    private long spawn(Local2D local) {
        return world.spawn(local, Global2D.IDENTITY);
    }

    private static Local2D random(Random random) {
        float mirror = random.nextInt(4) == 0 ? -1 : 1;
        return Local2D.of(
                random.nextFloat() * 20 - 10,
                random.nextFloat() * 20 - 10,
                random.nextFloat() * 7,
                mirror * (0.6f + random.nextFloat() * 0.8f),
                0.6f + random.nextFloat() * 0.8f);
    }

    /** The product of plain 3 x 3 matrices along the path from the root. */
    private double[][] matrix(long entity) {
        double[][] local = matrix(world.get(entity, Local2D.TYPE));
        long parent = tree.parent(entity);
        return parent == Entity.NULL ? local : product(matrix(parent), local);
    }

    private static double[][] matrix(Local2D m) {
        return new double[][] {{m.a(), m.c(), m.tx()}, {m.b(), m.d(), m.ty()}, {0, 0, 1}};
    }

    private static double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    product[i][j] += left[i][k] * right[k][j];
                }
            }
        }
        return product;
    }

    private static void assertNear(double[][] expected, Affine2D actual) {
        double[][] got = {{actual.a(), actual.c(), actual.tx()}, {actual.b(), actual.d(), actual.ty()}};
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                assertEquals(expected[i][j], got[i][j], 2e-5 * (10 + size(expected)), "cell " + i + ", " + j);
            }
        }
    }

    private static double size(double[][] matrix) {
        double largest = 0;
        for (double[] line : matrix) {
            for (double cell : line) {
                largest = Math.max(largest, Math.abs(cell));
            }
        }
        return largest;
    }

    private void assertPlaced(long... entities) {
        transforms.kernel().run();
        for (long entity : entities) {
            double[][] expected = matrix(entity);
            assertNear(expected, world.get(entity, Global2D.TYPE).affine());
            assertNear(expected, transforms.global(entity));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEqualPlainMatrices(boolean arranged) {
        Random random = new Random(18);
        long[] entities = new long[300];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = spawn(random(random));
        }
        for (int step = 0; step < 40; step++) {
            for (int change = 0; change < 30; change++) {
                change(random, entities[random.nextInt(entities.length)], entities[random.nextInt(entities.length)]);
            }
            if (arranged) {
                world.rows().arrange(tree).run();
            }
            assertPlaced(entities);
        }
    }

    private void change(Random random, long entity, long other) {
        boolean possible = entity != other && !tree.isAncestor(entity, other) && tree.depth(other) < 8;
        Affine2D before = transforms.global(entity);
        switch (random.nextInt(4)) {
            case 0 -> world.set(entity, random(random));
            case 1 -> {
                if (possible) {
                    tree.attach(entity, other);
                }
            }
            case 2 -> {
                if (possible) {
                    transforms.attachKeepingGlobal(entity, other);
                    assertEquals(other, tree.parent(entity));
                    assertNear(matrix(entity), before);
                }
            }
            default -> {
                boolean hadParent = tree.parent(entity) != Entity.NULL;
                assertEquals(hadParent, transforms.detachKeepingGlobal(entity));
                assertNear(matrix(entity), before);
            }
        }
    }

    @Test
    void shouldScaleThenRotateThenMove() {
        long ship = spawn(Local2D.of(10, 20, (float) Math.PI / 2, 2, 3));
        long arm = spawn(Local2D.at(1, 1));
        tree.attach(arm, ship);

        Point2D point = transforms.toGlobal(arm, 0, 0);
        assertEquals(10 - 3, point.x(), 1e-5);
        assertEquals(20 + 2, point.y(), 1e-5);
        Point2D back = transforms.toLocal(arm, point.x(), point.y());
        assertEquals(0, back.x(), 1e-5);
        assertEquals(0, back.y(), 1e-5);
        assertEquals(Math.PI / 2, transforms.global(arm).angle(), 1e-6);
    }

    @Test
    void shouldSetRowsAsValues() {
        long entity = spawn(Local2D.IDENTITY);
        RowKernel set = world.query().all(Local2D.TYPE).build().kernel(row -> Local2D.set(row, 1, 2, 0.5f, 3, 4));
        set.run();
        Local2D expected = Local2D.of(1, 2, 0.5f, 3, 4);
        assertEquals(expected.b(), world.get(entity, Local2D.B), 1e-6);
        assertNear(matrix(expected), world.get(entity, Local2D.TYPE).affine());
    }

    @Test
    void shouldKeepPlacesOfChildrenWhoseParentsLackTransforms() {
        long plain = world.spawn();
        long child = world.spawn(Local2D.at(1, 0), new Global2D(1, 0, 0, 1, 5, 5));
        long grandchild = spawn(Local2D.at(2, 0));
        tree.attach(child, plain);
        tree.attach(grandchild, child);

        transforms.kernel().run();
        assertEquals(7, world.get(grandchild, Global2D.TX));
        assertEquals(new Point2D(7, 5), transforms.toGlobal(grandchild, 0, 0));
        long root = spawn(Local2D.at(-1, 0));
        transforms.attachKeepingGlobal(grandchild, root);
        transforms.kernel().run();
        assertEquals(7, world.get(grandchild, Global2D.TX));
    }

    @Test
    void shouldRejectParentsWithoutInverse() {
        long flat = spawn(Local2D.of(0, 0, 0, 1, 0));
        long child = spawn(Local2D.at(1, 2));
        assertThrows(ArithmeticException.class, () -> transforms.attachKeepingGlobal(child, flat));
        assertEquals(Entity.NULL, tree.parent(child));
        assertThrows(ArithmeticException.class, () -> transforms.toLocal(flat, 0, 0));
        assertEquals(Local2D.at(1, 2), world.get(child, Local2D.TYPE));
    }

    @Test
    void shouldRejectCyclesAndEntitiesWithoutTransforms() {
        long child = spawn(Local2D.at(1, 2));
        long parent = spawn(Local2D.at(1, 0));
        transforms.attachKeepingGlobal(child, parent);
        assertThrows(IllegalArgumentException.class, () -> transforms.attachKeepingGlobal(parent, child));
        assertThrows(IllegalArgumentException.class, () -> transforms.global(world.spawn()));
        long disabled = spawn(Local2D.IDENTITY);
        world.disable(disabled, Local2D.TYPE);
        assertThrows(IllegalArgumentException.class, () -> transforms.global(disabled));
        assertFalse(transforms.detachKeepingGlobal(parent));
    }

    @Test
    void shouldPlaceTheEndOfALongChain() {
        long last = spawn(Local2D.at(1, 0));
        for (int i = 1; i < 2000; i++) {
            long next = spawn(Local2D.at(1, 0));
            tree.attach(next, last);
            last = next;
        }
        transforms.kernel().run();
        assertEquals(2000, world.get(last, Global2D.TX));
        assertEquals(new Point2D(2000, 0), transforms.toGlobal(last, 0, 0));
    }

    @Test
    void shouldRunInASchedule() {
        Random random = new Random(4);
        long[] entities = new long[500];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = spawn(random(random));
            if (i > 4) {
                tree.attach(entities[i], entities[i / 5]);
            }
        }
        RowKernel turn =
                world.query().all(Local2D.TYPE).build().kernel(row -> row.set(Local2D.TX, row.get(Local2D.TX) + 0.01f));
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("turn", turn, writes(Local2D.TYPE))
                .add("place", transforms.kernel(), reads(Local2D.TYPE), writes(Global2D.TYPE))
                .build()) {
            schedule.tick(1);
            for (long entity : entities) {
                assertNear(matrix(entity), world.get(entity, Global2D.TYPE).affine());
            }
        }
    }

    @Test
    void shouldMakeNoGarbage() {
        Garbage.requireQuickKernels();
        long root = spawn(Local2D.IDENTITY);
        for (int i = 0; i < 1000; i++) {
            tree.attach(spawn(Local2D.at(i, 1)), root);
        }
        RowKernel turn =
                world.query().all(Local2D.TYPE).build().kernel(row -> Local2D.set(row, 1, 2, row.index(), 1, 1));
        assertTrue(transforms.kernel().isSpecialised());
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("turn", turn, writes(Local2D.TYPE))
                .add("place", transforms.kernel(), reads(Local2D.TYPE), writes(Global2D.TYPE))
                .build()) {
            Garbage.assertNoneSoon(() -> {
                for (int tick = 0; tick < 200; tick++) {
                    schedule.tick(1);
                }
            });
        }
    }
}
