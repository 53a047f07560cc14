package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.compiler.VectorKernel;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.query.AimScene.Aim;
import basalt.query.AimScene.Prey;
import basalt.storage.fixture.Rare;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that read other entities by their handles do in vector form what they do row by row. */
class TranslatedOtherRowsTest {
    private record Point(float x, float y) {}

    /** A record in a record, a character, an object, and a check, which fails for rare values. */
    private record Checked(Point at, char letter, String text) {
        static final Checked NONE = new Checked(new Point(-1, -1), 'n', "");

        Checked {
            if (at.y > 100) {
                throw new IllegalArgumentException("too high");
            }
        }
    }

    private record Late(int value) {}

    private enum Side {
        LEFT,
        RIGHT
    }

    private record Sided(Side side) {
        static final Component<Sided> TYPE = Component.of(Sided.class);
        static final EnumColumn<Side> SIDE = TYPE.enumeration("side", Side.class);
    }

    /** A body that uses its world. */
    private interface InWorld {
        void accept(World world, Row row);
    }

    private static void hunt(World world, Row row) {
        long at = row.get(Aim.AT);
        if (world.isAlive(at) && world.has(at, Prey.TYPE)) {
            float dx = world.get(at, Prey.X) - row.get(Aim.X);
            float dy = world.get(at, Prey.Y) - row.get(Aim.Y);
            float length = (float) Math.sqrt(dx * dx + dy * dy);
            if (length > 1000) {
                row.set(Aim.X, row.get(Aim.X) + dx / length);
                row.set(Aim.Y, row.get(Aim.Y) + dy / length);
            }
        } else {
            row.set(Aim.HITS, -row.get(Aim.HITS));
        }
    }

    private static void allKinds(Row row, Prey prey) {
        int hits = prey.size() * 3 + prey.age();
        row.set(Aim.HITS, prey.isFast() ? hits : -hits);
        row.set(Aim.FAR, prey.mass() + (prey.number() >>> 3));
        row.set(Aim.X, prey.next() == row.entity() ? 1 : 2);
        row.set(Aim.Y, prey.unit() == TimeUnit.DAYS ? 1 : prey.unit() == null ? -1 : 0);
    }

    private static Arguments body(String name, InWorld body) {
        return arguments(name, body);
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                body("hunt", TranslatedOtherRowsTest::hunt),
                body("alive", (world, row) -> row.set(Aim.HITS, world.isAlive(row.get(Aim.AT)) ? 1 : 0)),
                body("has", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at)) {
                        row.set(Aim.HITS, world.has(at, Prey.class) ? world.has(at, Rare.TYPE) ? 3 : 2 : 1);
                    }
                }),
                body("all kinds", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at) && world.has(at, Prey.TYPE)) {
                        int hits = world.get(at, Prey.SIZE) * 3 + world.get(at, Prey.AGE);
                        row.set(Aim.HITS, world.get(at, Prey.IS_FAST) ? hits : -hits);
                        row.set(Aim.FAR, world.get(at, Prey.MASS) + (world.get(at, Prey.NUMBER) >>> 3));
                        row.set(Aim.X, world.get(at, Prey.NEXT) == row.entity() ? 1 : 2);
                    }
                }),
                body(
                        "dead or without the component",
                        (world, row) -> row.set(Aim.X, world.get(row.get(Aim.AT), Prey.X))),
                body(
                        "dead and asked",
                        (world, row) -> row.set(Aim.HITS, world.has(row.get(Aim.AT), Prey.TYPE) ? 1 : 0)),
                body("record", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at) && world.has(at, Prey.class)) {
                        Prey prey = world.get(at, Prey.class);
                        float dx = prey.x() - row.get(Aim.X);
                        row.set(Aim.X, Math.abs(dx) > 1000 ? row.get(Aim.X) + dx * prey.size() : prey.y());
                    }
                }),
                body("record by its class", (world, row) -> {
                    Prey prey = world.get(row.get(Aim.AT), Prey.class);
                    row.set(Aim.X, prey.x() + (world.has(row.get(Aim.AT), Rare.class) ? 1 : 0));
                }),
                body("record of all kinds", (world, row) -> allKinds(row, world.get(row.get(Aim.AT), Prey.TYPE))),
                body("record of a few", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at)) {
                        Checked checked = world.has(at, Checked.class) ? world.get(at, Checked.class) : Checked.NONE;
                        row.set(Aim.X, checked.at.x + checked.letter);
                    }
                }),
                body("its handle is written later", (world, row) -> {
                    long at = row.get(Aim.AT);
                    row.set(Aim.AT, row.entity());
                    row.set(Aim.HITS, world.isAlive(at) ? 1 : 0);
                }),
                body("values of others change in rare rows", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at) && world.has(at, Prey.TYPE)) {
                        row.set(Aim.X, world.get(at, Prey.X));
                        if (row.get(Aim.FAR) % 190 == 7) {
                            row.set(Aim.HITS, 4);
                            AimScene.changeOthers(world, row.entity());
                        }
                    }
                }),
                body("a component that no row has", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at)) {
                        row.set(Aim.HITS, world.has(at, Late.class) ? 1 : 0);
                    }
                }),
                body("others change in rare rows", (world, row) -> {
                    long at = row.get(Aim.AT);
                    if (world.isAlive(at)) {
                        row.set(Aim.HITS, world.has(at, Prey.TYPE) ? 7 : 8);
                        if (row.get(Aim.FAR) == 777 || row.get(Aim.FAR) == 9_001) {
                            world.remove(at, Prey.TYPE);
                            world.add(at, Rare.TYPE);
                        }
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void bodies(String name, InWorld body) {
        try (AimScene one = new AimScene();
                AimScene other = new AimScene()) {
            assertSame(one, other, body);
        }
    }

    private static void addChecked(AimScene scene) {
        for (int i = 7; i < AimScene.ROWS; i += 40) {
            scene.world.add(scene.entities.get(i), new Checked(new Point(i, i % 9), (char) (i * 7), "text"));
        }
        scene.world.set(scene.entities.get(31), Aim.AT, scene.entities.get(6007));
        scene.world.set(scene.entities.get(6007), Component.of(Checked.class).float32("at.y"), 101);
    }

    private static void assertSame(AimScene one, AimScene other, InWorld body) {
        addChecked(one);
        addChecked(other);
        World worldOfOne = one.world;
        World worldOfOther = other.world;
        RowKernel plain = one.aiming.kernel(row -> body.accept(worldOfOne, row));
        RowKernel translated = TranslatedKernel.of(other.aiming, row -> body.accept(worldOfOther, row));
        AimScene.assertSame(one, other, plain, translated);
    }

    @Test
    void shouldAskTwoWorlds() {
        try (AimScene one = new AimScene();
                AimScene other = new AimScene();
                World second = World.create()) {
            for (int i = 0; i < 10_000; i++) {
                second.spawn(i % 3 == 0 ? new Late(i) : new Aim(0, 0, 0, 0, 0));
            }
            InWorld body = (world, row) -> {
                long at = row.get(Aim.AT);
                int known = world.isAlive(at) ? 1 : 0;
                int knownThere = second.isAlive(at) ? second.has(at, Late.class) ? 4 : 2 : 0;
                row.set(Aim.HITS, known + knownThere);
            };
            assertSame(one, other, body);
        }
    }

    /** A row may read what an earlier one has written. */
    @Test
    void shouldNotReadOfOthersWhatItWrites() {
        try (AimScene scene = new AimScene()) {
            World world = scene.world;
            assertNotNull(TranslatedKernel.refusal(scene.aiming.kernel(row ->
                    row.set(Aim.X, world.get(row.get(Aim.AT), Aim.X) + 1))));
            assertNull(TranslatedKernel.refusal(scene.aiming.kernel(row -> {
                if (row.get(Aim.HITS) == 3) {
                    row.set(Aim.X, world.get(row.get(Aim.AT), Aim.X)); // left to the body
                }
                row.set(Aim.X, row.get(Aim.X) + 1);
            })));
        }
    }

    /** Only the column's own bytes are read, not those of a wider column at its place. */
    @Test
    void shouldReadAnEnum() {
        List<List<Integer>> hits = new ArrayList<>();
        for (boolean isTranslated : new boolean[] {false, true}) {
            try (World world = World.create()) {
                long[] sided = {world.spawn(new Sided(Side.LEFT)), world.spawn(new Sided(Side.RIGHT))};
                for (int i = 0; i < 200; i++) {
                    world.spawn(new Aim(sided[i % 3 & 1], 0, 0, i, 0));
                }
                Query query = world.query().all(Aim.TYPE).build();
                RowBody body = row -> row.set(Aim.HITS, world.get(row.get(Aim.AT), Sided.SIDE) == Side.RIGHT ? 1 : -1);
                run(query, body, isTranslated);
                List<Integer> found = new ArrayList<>();
                query.forEach(row -> found.add(row.get(Aim.HITS)));
                hits.add(found);
            }
        }
        assertEquals(hits.get(0), hits.get(1));
    }

    private static void run(Query query, RowBody body, boolean isTranslated) {
        if (isTranslated) {
            TranslatedKernel.of(query, body).run();
        } else {
            query.forEach(body);
        }
    }

    @Test
    void shouldRejectAWorldOfAnotherThread() throws InterruptedException {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        try (World ofThisThread = World.create()) {
            long prey = ofThisThread.spawn(new Prey(1, 2, (byte) 3, (short) 4, true, 5, 6, null, 0));
            List<String> thrown = new ArrayList<>();
            for (boolean isTranslated : new boolean[] {false, true}) {
                Runnable runs = () -> {
                    try (World world = World.create()) {
                        world.spawn(new Aim(prey, 0, 0, 0, 0));
                        Query query = world.query().all(Aim.TYPE).build();
                        RowBody other = row -> row.set(Aim.X, ofThisThread.get(row.get(Aim.AT), Prey.X));
                        thrown.add(EdgeValues.outcome(() -> run(query, other, isTranslated)));
                    }
                };
                Thread thread = new Thread(runs, "another");
                thread.start();
                thread.join();
            }
            assertTrue(thrown.get(0).contains("another"), thrown.get(0));
            assertEquals(thrown.get(0), thrown.get(1));
        }
    }

    @Test
    void shouldRejectAWorldThatIsClosed() {
        try (World closed = World.create();
                World world = World.create()) {
            world.spawn(new Aim(closed.spawn(), 0, 0, 0, 0));
            Query query = world.query().all(Aim.TYPE).build();
            RowBody body = row -> row.set(Aim.HITS, closed.isAlive(row.get(Aim.AT)) ? 1 : 0);
            RowKernel kernel = TranslatedKernel.of(query, body);
            Runnable close = closed::close;
            close.run();
            String thrown = EdgeValues.outcome(() -> query.forEach(body));
            assertTrue(thrown.contains("closed"), thrown);
            assertEquals(thrown, EdgeValues.outcome(kernel::run));
        }
    }
}
