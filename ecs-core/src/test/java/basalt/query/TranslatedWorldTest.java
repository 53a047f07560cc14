package basalt.query;

import static basalt.system.Access.destroys;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.internal.Internal;
import basalt.memory.Soak;
import basalt.query.BodyParts.Mood;
import basalt.query.BodyParts.Mover;
import basalt.query.BodyParts.Point;
import basalt.save.Saves;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.system.Schedule;
import basalt.system.SystemOption;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels in vector form leave the same world while rows and blocks change between their runs, and by workers. */
class TranslatedWorldTest {
    private static final int MANY = Soak.times(50_000, 100_000);
    private static final int SOME = 700;

    /** A kernel, and what its system declares. */
    private record Form(String name, Function<World, RowKernel> kernel, SystemOption... options) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Query moving(World world) {
        return world.query()
                .all(Position.TYPE, Velocity.TYPE, Health.TYPE)
                .none(Frozen.TYPE)
                .build();
    }

    /**
     * A body with a captured value: each kernel of it has a driver and form of its own.
     */
    private static RowBody bouncing() {
        float seconds = 0.5f;
        float[] captured = {seconds};
        return row -> bounce(row, captured[0]);
    }

    private static void bounce(Row row) {
        bounce(row, 0.5f);
    }

    private static void bounce(Row row, float seconds) {
        float x = row.get(Position.X) + row.get(Velocity.DX) * seconds;
        if (x < 0) {
            x = -x;
            row.set(Velocity.DX, -row.get(Velocity.DX));
        } else if (x > 1000) {
            x = 2000 - x;
            row.set(Velocity.DX, -row.get(Velocity.DX));
        }
        row.set(Position.X, x);
        row.set(Health.POINTS, row.get(Health.POINTS) - 1);
    }

    static Stream<Form> forms() {
        float[] captured = {0.5f}; // by each body: kernels of bodies that capture nothing share a driver
        SystemOption ofRows = writes(Position.TYPE, Velocity.TYPE, Health.TYPE);
        return Stream.of(
                new Form("rows", world -> moving(world).kernel(bouncing()), ofRows),
                new Form(
                        "rows with commands",
                        world -> moving(world).kernel((row, commands) -> {
                            bounce(row, captured[0]);
                            if (row.get(Health.POINTS) == 0) {
                                commands.destroy(row.entity());
                            } else if (row.get(Health.POINTS) == 5) {
                                commands.add(row.entity(), Frozen.TYPE);
                            }
                        }),
                        ofRows,
                        destroys(),
                        restructures(Frozen.TYPE)),
                new Form(
                        "records",
                        world -> world.query(Mover.class, Health.class)
                                .without(Frozen.class)
                                .update((mover, health) -> mover.alive()
                                        ? mover.moved(mover.by().scaled(captured[0]))
                                                .withHp(health.points() / 2)
                                        : mover.feeling(mover.mood() == Mood.CALM ? Mood.ANGRY : null))),
                new Form(
                        "records with commands",
                        world -> world.query(Health.class, Mover.class)
                                .without(Frozen.class)
                                .update((entity, health, mover, commands) -> {
                                    if (health.points() == 3) {
                                        commands.destroy(entity);
                                    }
                                    return new Health(health.points() - (int) (captured[0] * 2));
                                }),
                        destroys()));
    }

    private static World world(int count) {
        World world = World.builder().distinctHandles(false).build();
        long[] entities = new long[count];
        world.template()
                .with(new Position(0, 0), new Velocity(0, 0), new Health(0))
                .with(new Mover(Point.ONE, Point.ONE, 1, Mood.CALM, true))
                .build()
                .spawn(entities);
        int[] next = {0};
        Query all = world.query()
                .all(Position.TYPE, Velocity.TYPE, Health.TYPE, Mover.TYPE)
                .build();
        all.forEach(row -> {
            int i = next[0]++;
            row.set(Position.X, i % 1009);
            row.set(Velocity.DX, i % 17 - 8);
            row.set(Health.POINTS, i % 401 + 1);
            row.set(Mover.TYPE.bool("alive"), i % 3 != 0);
            row.set(Mover.TYPE.int32("hp"), i % 100);
            row.set(Mover.TYPE.float32("by.x"), i % 5 - 2);
        });
        for (int i = 0; i < count; i++) {
            if (i % 23 == 7) {
                world.destroy(entities[i]);
            } else if (i % 31 == 5) {
                world.add(entities[i], Frozen.TYPE);
            }
        }
        return world;
    }

    private static List<Long> entities(World world) {
        List<Long> entities = new ArrayList<>();
        world.query().build().forEach(row -> entities.add(row.entity()));
        return entities;
    }

    private static void assertSame(World one, World other) {
        assertEquals(entities(one), entities(other));
        assertEquals(Saves.stateHash(one), Saves.stateHash(other));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void shouldBeDividedAmongWorkers(Form form) {
        try (World one = world(MANY);
                World other = world(MANY);
                Schedule plain = Schedule.builder(one)
                        .add("form", form.kernel.apply(one), form.options)
                        .build();
                Schedule translated = Schedule.builder(other)
                        .workers(3)
                        .add("form", TranslatedKernel.of(form.kernel.apply(other)), form.options)
                        .build()) {
            Internal.of(translated).use(3, true);
            for (int tick = 0; tick < Soak.times(2, 4); tick++) {
                plain.tick(0.1f);
                translated.tick(0.1f);
                assertSame(one, other);
            }
        }
    }

    /** Runs a form between changes of its world. */
    private static void assertSameBetween(Form form, List<Consumer<World>> changes) {
        try (World one = world(SOME);
                World other = world(SOME)) {
            RowKernel plain = form.kernel.apply(one);
            RowKernel translated = TranslatedKernel.of(form.kernel.apply(other));
            for (Consumer<World> change : changes) {
                plain.run();
                translated.run();
                assertSame(one, other);
                change.accept(one);
                change.accept(other);
            }
            plain.run();
            translated.run();
            assertSame(one, other);
        }
    }

    private static Consumer<World> destroyEach(int divisor) {
        return world -> entities(world).stream()
                .filter(entity -> (int) (long) entity % divisor == 1)
                .forEach(world::destroy);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void shouldFollowRowsThatMove(Form form) {
        assertSameBetween(
                form,
                List.of(
                        destroyEach(3),
                        world -> assertTrue(world.rows().compact().entitiesMoved() > 0),
                        destroyEach(5),
                        world -> world.rows().compactRows(20)));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void shouldFollowBlocksThatMove(Form form) {
        List<Component<?>> late = List.of(Rare.TYPE, Matrix.TYPE, Burning.TYPE);
        List<Consumer<World>> changes = late.stream()
                .<Consumer<World>>map(
                        component -> world -> world.add(entities(world).get(9), component))
                .toList();
        MovingBlocks.during(() -> assertSameBetween(form, changes));
    }

    /** A component that no row had when the kernel was translated, and rows in blocks that were not there. */
    @Test
    void shouldRunOverBlocksThatAreNew() {
        try (World one = World.builder().distinctHandles(false).build();
                World other = World.builder().distinctHandles(false).build()) {
            RowKernel plain = moving(one).kernel(bouncing());
            RowKernel translated = TranslatedKernel.of(moving(other), bouncing());
            for (int round = 0; round < 3; round++) {
                for (World world : List.of(one, other)) {
                    for (int i = 0; i < 9000; i++) {
                        world.spawn(new Position(i, round), new Velocity(i % 7, 1), new Health(i));
                    }
                }
                plain.run();
                translated.run();
                assertSame(one, other);
            }
        }
    }

    /** A row that moves its own block, by a component that first appears in it, in the middle of a word. */
    @Test
    void shouldFollowABlockThatFewRowsMove() {
        MovingBlocks.during(() -> {
            try (World one = world(SOME);
                    World other = world(SOME)) {
                RowKernel plain = moving(one).kernel(adding(one));
                RowKernel translated = TranslatedKernel.of(moving(other), adding(other));
                for (int run = 0; run < 2; run++) {
                    plain.run();
                    translated.run();
                    assertSame(one, other);
                }
                assertTrue(one.query().all(Rare.TYPE).build().count() > 1);
            }
        });
    }

    private static RowBody adding(World world) {
        return row -> {
            bounce(row);
            if (row.get(Health.POINTS) == 100) {
                world.add(row.entity(), Rare.TYPE);
            }
            row.set(Health.POINTS, row.get(Health.POINTS) + 7);
        };
    }

    /** Rows stop matching in the middle of a word, by a row of it; those before are done, those gone are not. */
    @Test
    void shouldSkipRowsThatStopMatching() {
        try (World one = world(SOME);
                World other = world(SOME)) {
            RowKernel plain = moving(one).kernel(freezing(one));
            RowKernel translated = TranslatedKernel.of(moving(other), freezing(other));
            for (int run = 0; run < 3; run++) {
                plain.run();
                translated.run();
                assertSame(one, other);
            }
        }
    }

    private static RowBody freezing(World world) {
        List<Long> entities = entities(world);
        return row -> {
            bounce(row);
            if (row.get(Health.POINTS) % 50 == 3) {
                int at = entities.indexOf(row.entity());
                for (int step : new int[] {-2, 1, 5, 40, 64, 130}) {
                    long other = entities.get(Math.floorMod(at + step, entities.size()));
                    if (world.isAlive(other)) {
                        world.add(other, Frozen.TYPE);
                    }
                }
            }
        };
    }

    /** Changes that were found before a run that throws, and the run after it. */
    @Test
    void shouldRunAgainAfterAnException() {
        try (World one = world(SOME);
                World other = world(SOME)) {
            int[] bad = {77};
            RowBody body = row -> {
                bounce(row);
                if (row.get(Health.POINTS) == bad[0]) {
                    throw new IllegalStateException("points " + row.get(Health.POINTS));
                }
            };
            RowKernel plain = moving(one).kernel(body);
            RowKernel translated = TranslatedKernel.of(moving(other), body);
            for (int run = 0; run < 3; run++) {
                assertEquals(
                        "points 77",
                        assertThrows(IllegalStateException.class, plain::run).getMessage());
                assertEquals(
                        "points 77",
                        assertThrows(IllegalStateException.class, translated::run)
                                .getMessage());
                assertSame(one, other);
            }
            bad[0] = -1000;
            plain.run();
            translated.run();
            assertSame(one, other);
        }
    }

    /** What a kernel wrote is found by queries for changes, whatever its form. */
    @Test
    void shouldCountAsWriting() {
        try (World one = world(SOME);
                World other = world(SOME)) {
            Query changedInOne = one.query().changed(Health.TYPE).build();
            Query changedInOther = other.query().changed(Health.TYPE).build();
            changedInOne.forEach(row -> {});
            changedInOther.forEach(row -> {});
            moving(one).kernel(bouncing()).run();
            TranslatedKernel.of(moving(other), bouncing()).run();
            assertEquals(changedInOne.count(), changedInOther.count());
            assertTrue(changedInOne.count() > 0);
        }
    }
}
