package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.compiler.VectorKernel;
import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.component.TreeType;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.system.Schedule;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of cascades do in vector form what they do row by row. */
class TranslatedCascadeTest {
    private static final int ROWS = 6_000;
    private static final int ROWS_BEFORE = 14_000; // so that those of the trees are in two blocks
    private static final int WIDE = 3000;
    private static final int DEEP = 300;

    private record Local(float x, float y, float cos, float sin) {
        static final Component<Local> TYPE = Component.of(Local.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    private record Global(float x, float y, float cos, float sin) {
        static final Component<Global> TYPE = Component.of(Global.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final FloatColumn COS = TYPE.float32("cos");

        Global of(Local l) {
            return new Global(
                    x + cos * l.x - sin * l.y,
                    y + sin * l.x + cos * l.y,
                    cos * l.cos - sin * l.sin,
                    sin * l.cos + cos * l.sin);
        }
    }

    private record Node(
            byte size,
            short age,
            boolean isFast,
            int depth,
            double mass,
            long number,
            TimeUnit unit,
            @EntityHandle long other) {
        static final Component<Node> TYPE = Component.of(Node.class);
        static final ByteColumn SIZE = TYPE.int8("size");
        static final ShortColumn AGE = TYPE.int16("age");
        static final BooleanColumn IS_FAST = TYPE.bool("isFast");
        static final IntColumn DEPTH = TYPE.int32("depth");
        static final DoubleColumn MASS = TYPE.float64("mass");
        static final LongColumn NUMBER = TYPE.int64("number");
        static final EnumColumn<TimeUnit> UNIT = TYPE.enumeration("unit", TimeUnit.class);
        static final EntityColumn OTHER = TYPE.entity("other");
    }

    /** A place in space: a matrix of three rows. */
    private record Space(
            float xx,
            float xy,
            float xz,
            float yx,
            float yy,
            float yz,
            float zx,
            float zy,
            float zz,
            float x,
            float y,
            float z) {
        static final Component<Space> TYPE = Component.of(Space.class);

        Space of(Space l) {
            return new Space(
                    xx * l.xx + xy * l.yx + xz * l.zx,
                    xx * l.xy + xy * l.yy + xz * l.zy,
                    xx * l.xz + xy * l.yz + xz * l.zz,
                    yx * l.xx + yy * l.yx + yz * l.zx,
                    yx * l.xy + yy * l.yy + yz * l.zy,
                    yx * l.xz + yy * l.yz + yz * l.zz,
                    zx * l.xx + zy * l.yx + zz * l.zx,
                    zx * l.xy + zy * l.yy + zz * l.zy,
                    zx * l.xz + zy * l.yz + zz * l.zz,
                    xx * l.x + xy * l.y + xz * l.z + x,
                    yx * l.x + yy * l.y + yz * l.z + y,
                    zx * l.x + zy * l.y + zz * l.z + z);
        }
    }

    private record LocalSpace(Space in) {}

    private static final class Total {
        int count;
        double mass;
    }

    /** A body that uses its world. */
    private interface InWorld {
        void accept(World world, Total total, Row row, Row parent);
    }

    /** Trees whose nodes are in random rows, a family of 3,000, and a chain. Some nodes do not match. */
    private static final class Scene implements AutoCloseable {
        final World world = World.builder().distinctHandles(false).build();
        final Hierarchy tree = world.hierarchy();
        final Total total = new Total();
        final List<Long> entities = new ArrayList<>();
        final Query nodes = world.query()
                .all(Local.TYPE, Global.TYPE, Node.TYPE)
                .none(Frozen.TYPE)
                .optional(Health.TYPE)
                .build();

        Scene() {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < ROWS_BEFORE; i++) {
                world.spawn();
            }
            for (int i = 0; i < ROWS; i++) {
                double angle = random.nextDouble(6);
                TimeUnit unit = i % 9 == 0 ? null : TimeUnit.values()[i % 7];
                entities.add(world.spawn(
                        new Local(i % 77, -i, (float) Math.cos(angle), (float) Math.sin(angle)),
                        new Global(i, i % 3, 1, 0),
                        new Node((byte) i, (short) -i, i % 3 == 0, 0, i / 3.0, 1L << i, unit, 0)));
            }
            for (int i = 0; i < ROWS; i++) {
                world.set(entities.get(i), Node.OTHER, entities.get(random.nextInt(ROWS)));
            }
            attachAtRandom(random);
            for (int i = 1; i < ROWS; i++) {
                long entity = entities.get(i);
                if (i % 490 == 5) {
                    world.remove(entity, Global.TYPE);
                } else if (i % 250 == 3) {
                    world.add(entity, Frozen.TYPE);
                } else if (i % 250 == 13) {
                    world.disable(entity);
                } else if (i % 250 == 23) {
                    world.disable(entity, Local.TYPE);
                } else if (i % 50 == 33) {
                    world.add(entity, new Health(i));
                }
            }
        }

        private void attachAtRandom(SplittableRandom random) {
            int[] order = random.ints(0, ROWS).distinct().limit(ROWS).toArray();
            for (int i = 1; i < ROWS; i++) {
                int parent = i <= WIDE ? 0 : i <= WIDE + DEEP ? i - 1 : i / 8;
                if (i % 701 != 0) {
                    tree.attach(entities.get(order[i]), entities.get(order[parent]));
                }
            }
        }

        /** Destroys some nodes with all below them, and attaches others elsewhere. */
        void changeLinks() {
            for (int i = 60; i < ROWS; i += 1000) {
                world.tryDestroy(entities.get(i));
            }
            for (int i = 7; i < ROWS; i += 300) {
                long root = entities.get(i - 7);
                if (world.isAlive(entities.get(i)) && world.isAlive(root) && tree.parent(root) == Entity.NULL) {
                    tree.attach(root, entities.get(i));
                } else if (world.isAlive(entities.get(i))) {
                    tree.detach(entities.get(i));
                }
            }
        }

        CascadeKernel kernel(InWorld body) {
            World here = world;
            Total own = total;
            return nodes.cascade(
                    TreeType.DEFAULT,
                    row -> {
                        row.set(Global.X, row.get(Local.X));
                        row.set(Node.DEPTH, 0);
                    },
                    (row, parent) -> body.accept(here, own, row, parent));
        }

        List<Object> values() {
            List<Object> values = new ArrayList<>();
            for (Component<? extends Record> type : List.of(Global.TYPE, Node.TYPE)) {
                world.query()
                        .all(type)
                        .includeDisabled()
                        .build()
                        .forEach(row -> values.add(world.get(row.entity(), type)));
            }
            values.addAll(List.of(total.count, total.mass));
            return values;
        }

        @Override
        public void close() {
            world.close();
        }
    }

    private static void allKinds(Row row, Row parent) {
        row.set(Node.SIZE, (byte) (parent.get(Node.SIZE) * 3 + row.get(Node.SIZE)));
        row.set(Node.AGE, (short) (parent.get(Node.AGE) - row.get(Node.AGE)));
        row.set(Node.IS_FAST, parent.get(Node.IS_FAST) ^ row.get(Node.IS_FAST));
        row.set(Node.DEPTH, parent.get(Node.DEPTH) + 1);
        row.set(Node.MASS, parent.get(Node.MASS) * 0.5 + row.get(Node.MASS));
        row.set(Node.NUMBER, parent.get(Node.NUMBER) >>> 3 ^ row.get(Node.NUMBER));
        row.set(Global.Y, parent.get(Node.UNIT) == TimeUnit.DAYS ? 1 : parent.get(Node.UNIT) == null ? -1 : 0);
    }

    private static Arguments body(String name, InWorld body) {
        return arguments(name, body);
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                body("depth", (world, total, row, parent) -> row.set(Node.DEPTH, parent.get(Node.DEPTH) + 1)),
                body("all kinds", (world, total, row, parent) -> allKinds(row, parent)),
                body("a branch on the parent", (world, total, row, parent) -> {
                    if (parent.get(Global.X) > 1000) {
                        row.set(Global.X, parent.get(Global.X) - row.get(Local.X));
                    } else if (row.get(Local.X) > 40) {
                        row.set(Global.Y, (float) Math.sqrt(parent.get(Global.X)));
                    }
                }),
                body("handles", (world, total, row, parent) -> {
                    row.set(Node.OTHER, parent.entity());
                    row.set(Node.DEPTH, parent.index() + (parent.has(Global.TYPE) ? 1 : 0));
                }),
                body("sums", (world, total, row, parent) -> {
                    total.count += parent.get(Node.DEPTH);
                    total.mass += parent.get(Node.MASS) * 0.1;
                    row.set(Node.DEPTH, parent.get(Node.DEPTH) + 1);
                }),
                body("what a parent may have", (world, total, row, parent) -> {
                    row.set(Global.X, parent.get(Global.X) + 1);
                    if (row.get(Node.SIZE) == 3) {
                        row.set(Node.DEPTH, parent.has(Health.TYPE) ? parent.get(Health.POINTS) : -1);
                    }
                }),
                body("parents and others", (world, total, row, parent) -> {
                    long other = row.get(Node.OTHER);
                    row.set(Global.X, world.isAlive(other) ? parent.get(Global.X) + 1 : -1);
                }),
                body("throws in a rare row", (world, total, row, parent) -> {
                    row.set(Global.X, parent.get(Global.X) + 1);
                    row.set(Node.DEPTH, 1000 / (int) (row.get(Local.X) * 300 + row.get(Node.SIZE) - 2300));
                }),
                body("parents and others are written in rare rows", (world, total, row, parent) -> {
                    row.set(Global.X, parent.get(Global.X) + row.get(Global.X));
                    total.count += (int) parent.get(Global.X);
                    if (row.get(Node.NUMBER) == 1L << 17) {
                        world.set(parent.entity(), Global.X, parent.get(Global.X) * 2 + 1);
                        for (int i = 1; i < 200; i += 40) {
                            long next = Entity.of(row.index() + i, 1);
                            if (world.isAlive(next) && world.has(next, Global.TYPE)) {
                                world.set(next, Global.X, 7 - world.get(next, Global.X));
                            }
                        }
                    }
                }),
                body("rows no longer match after rare rows", (world, total, row, parent) -> {
                    row.set(Node.DEPTH, parent.get(Node.DEPTH) + 1);
                    if (row.get(Node.AGE) % 950 == 9) {
                        long next = Entity.of(row.index() + 3, 1);
                        if (world.isAlive(next)) {
                            world.add(next, Frozen.TYPE);
                        }
                        world.add(parent.entity(), new Rarer(1));
                    } else if (row.get(Node.AGE) % 950 == 10) {
                        world.add(parent.entity(), Frozen.TYPE);
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void bodies(String name, InWorld body) {
        try (Scene one = new Scene();
                Scene other = new Scene()) {
            CascadeKernel plain = one.kernel(body);
            CascadeKernel translated = translated(other.kernel(body));
            assertSame(one, other, plain, translated);
            for (Scene scene : List.of(one, other)) { // its blocks grow, and have other addresses
                for (int i = 1; i < ROWS; i += 1001) {
                    scene.world.add(scene.entities.get(i), Rare.TYPE);
                }
                scene.changeLinks();
            }
            assertSame(one, other, plain, translated);
            for (Scene scene : List.of(one, other)) {
                scene.world.rows().arrange(scene.tree).run();
            }
            assertSame(one, other, plain, translated);
            assertSame(one, other, plain.changedOnly(Local.TYPE), translated.changedOnly(Local.TYPE));
        }
    }

    private static void assertSame(Scene one, Scene other, CascadeKernel plain, CascadeKernel translated) {
        assertEquals(outcome(plain), outcome(translated));
        assertEquals(one.values(), other.values());
    }

    private static String outcome(CascadeKernel kernel) {
        try {
            kernel.run();
            return "done";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static CascadeKernel translated(CascadeKernel kernel) {
        assertNull(refusal(kernel));
        return kernel;
    }

    private static String refusal(CascadeKernel kernel) {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        String reason = kernel.translateNow();
        assumeFalse(TranslatedKernel.isTooNarrow(reason), reason);
        return reason;
    }

    @Test
    void shouldTranslateRecords() {
        BiFunction<Scene, CascadeKernel, List<Object>> run = (scene, kernel) -> {
            kernel.run();
            return scene.values();
        };
        try (Scene one = new Scene();
                Scene other = new Scene()) {
            assertEquals(run.apply(one, places(one)), run.apply(other, translated(places(other))));
        }
    }

    private static CascadeKernel places(Scene scene) {
        return scene.world
                .query(Local.class, Global.class)
                .cascade(
                        TreeType.DEFAULT,
                        local -> new Global(0, 0, 1, 0).of(local),
                        (local, parent) -> parent.of(local));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTranslateMatricesInSpace(boolean areScattered) {
        assertEquals(inSpace(areScattered, false), inSpace(areScattered, true));
    }

    private static List<Space> inSpace(boolean areScattered, boolean isTranslated) {
        try (World world = World.create()) {
            List<Long> entities = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                Space local = new Space(0, -1, i % 3, 1, i % 2, 0, 0, 0.5f, 1, i, i % 7, -i);
                entities.add(world.spawn(new LocalSpace(local), new Space(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)));
            }
            if (areScattered) {
                Collections.shuffle(entities, new Random(1));
            }
            for (int i = 1; i < entities.size(); i++) {
                world.hierarchy().attach(entities.get(i), entities.get(i / 9));
            }
            CascadeKernel kernel = world.query(LocalSpace.class, Space.class)
                    .cascade(TreeType.DEFAULT, LocalSpace::in, (local, parent) -> parent.of(local.in));
            if (isTranslated) {
                translated(kernel);
            }
            kernel.run();
            List<Space> places = new ArrayList<>();
            world.query(Space.class).forEach(places::add);
            return places;
        }
    }

    /** Words of rows are not shared by workers. */
    @Test
    void shouldDivideLevelsAmongWorkers() {
        try (Scene one = new Scene();
                Scene other = new Scene()) {
            InWorld body = (world, total, row, parent) -> allKinds(row, parent);
            CascadeKernel plain = one.kernel(body);
            CascadeKernel translated = translated(other.kernel(body));
            try (Schedule serial = schedule(one, plain, 1);
                    Schedule parallel = schedule(other, translated, 3)) {
                for (int i = 0; i < 3; i++) {
                    serial.tick(1);
                    parallel.tick(1);
                    assertEquals(one.values(), other.values());
                }
            }
        }
    }

    private static Schedule schedule(Scene scene, CascadeKernel kernel, int workers) {
        return Schedule.builder(scene.world)
                .workers(workers)
                .add("place", kernel)
                .build();
    }

    @Test
    void shouldRunCascadesInsideOfCascades() {
        try (Scene one = new Scene();
                Scene other = new Scene()) {
            CascadeKernel plain = nested(one, one.kernel((world, total, row, parent) -> allKinds(row, parent)));
            CascadeKernel translated =
                    nested(other, translated(other.kernel((world, total, row, parent) -> allKinds(row, parent))));
            assertSame(one, other, plain, translated(translated));
        }
    }

    private static CascadeKernel nested(Scene scene, CascadeKernel inner) {
        return scene.kernel((world, total, row, parent) -> {
            row.set(Global.COS, parent.get(Global.COS) + row.get(Local.X));
            if (row.get(Node.NUMBER) == 1L << 17 && total.count++ % 100 == 0) {
                inner.run();
            }
        });
    }

    @Test
    void shouldSayWhatIsNotTranslated() {
        try (Scene scene = new Scene()) {
            assertEquals(
                    "it reads a component of its parent that the query does not require",
                    refusal(scene.kernel(
                            (world, total, row, parent) -> row.set(Node.DEPTH, parent.get(Health.POINTS)))));
            assertEquals(
                    "it asks for a component of its parent that the query does not require",
                    refusal(scene.kernel(
                            (world, total, row, parent) -> row.set(Node.IS_FAST, parent.has(Health.TYPE)))));
            assertEquals(
                    "it calls set() of its partner",
                    refusal(scene.kernel((world, total, row, parent) -> parent.set(Global.X, 1))));
            CascadeKernel up = scene.nodes.cascadeUp(TreeType.DEFAULT, (row, parent) -> parent.set(Global.X, 1));
            assertEquals(
                    "it writes records of partners or parents, or is over pairs in space",
                    up.explain().reason());
            assertEquals(
                    List.of("Node.depth"),
                    scene.kernel((world, total, row, parent) -> row.set(Node.DEPTH, parent.get(Node.DEPTH) + 1))
                            .explain()
                            .writes());
        }
    }
}
