package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest extends WorldFixture {
    @Test
    void shouldFindRowsByTheirComponents() {
        long position = world.spawn(new Position(0, 0));
        long velocity = world.spawn(new Velocity(0, 0));
        long both = world.spawn(new Position(0, 0), new Velocity(0, 0));
        long none = world.spawn();
        long tagged = world.spawn(new Velocity(0, 0), new Frozen());

        assertFinds(world.query().any(Position.TYPE, Velocity.TYPE), position, velocity, both, tagged);
        assertFinds(world.query().any(Position.TYPE), position, both);
        assertFinds(
                world.query().any(Position.TYPE, Velocity.TYPE).any(Position.TYPE, Frozen.TYPE),
                position,
                both,
                tagged);
        assertFinds(world.query().any(Position.TYPE).any(Velocity.TYPE), both);
        assertFinds(world.query().all(Velocity.TYPE).any(Position.TYPE, Frozen.TYPE), both, tagged);
        assertFinds(world.query().all(Position.TYPE, Velocity.TYPE).all(Position.TYPE), both);
        assertFinds(world.query().none(Velocity.TYPE), position, none);
        assertFinds(world.query().any(Position.TYPE, Frozen.TYPE).none(Frozen.TYPE), position, both);
        Component<?>[] nothing = {};
        assertFinds(
                world.query().all(nothing).none(nothing).optional(Position.TYPE),
                position,
                velocity,
                both,
                none,
                tagged);
    }

    @Test
    void shouldFindAChoiceInABlockWithoutTheOthers() {
        long early = world.spawn(new Position(0, 0));
        world.template().build().spawn(1);
        long late = world.template().with(Rare.TYPE).build().spawn();

        assertFinds(world.query().any(Position.TYPE, Rare.TYPE), early, late);
    }

    @Test
    void shouldNotChangeWithItsBuilder() {
        QueryBuilder builder = world.query().all(Position.TYPE);
        Query query = builder.build();
        builder.all(Velocity.TYPE).none(Frozen.TYPE).build();
        world.spawn(new Position(0, 0), new Frozen());

        assertEquals(1, query.count());
    }

    @Test
    void shouldRequireASingleMatch() {
        Query query = world.query().all(Position.TYPE).build();
        assertFails("none", query::single);
        long one = world.spawn(new Position(0, 0));
        assertEquals(one, query.single());
        long two = world.spawn(new Position(0, 0));
        assertFails(Entity.toString(one) + " and also " + Entity.toString(two), query::single);
        world.destroy(one);
        world.spawn(new Velocity(0, 0));
        assertEquals(two, query.single());
    }

    /** Compares with the snapshot, for each position of the first match and each kind of condition. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFindTheFirstWithoutASnapshot(long seed) {
        Random random = new Random(seed);
        world.template().with(Position.TYPE).build().spawn(2 * ROWS);
        List<Query> queries = List.of(
                world.query().all(Position.TYPE, Health.TYPE).build(),
                world.query().any(Health.TYPE, Velocity.TYPE).none(Frozen.TYPE).build(),
                world.query().all(Velocity.TYPE).includeDisabled().build(),
                world.query().changed(Health.TYPE).all(Position.TYPE).build(),
                world.query()
                        .added(Health.TYPE, Velocity.TYPE)
                        .none(Frozen.TYPE)
                        .build());
        for (int round = 0; round < 300; round++) {
            long entity = Entity.of(random.nextInt(2 * ROWS) & (random.nextBoolean() ? -1 : ~63), 1);
            switch (random.nextInt(7)) {
                case 0 -> world.add(entity, Health.TYPE);
                case 1 -> world.add(entity, Velocity.TYPE);
                case 2 -> world.add(entity, Frozen.TYPE);
                case 3 -> world.disable(entity);
                case 4 -> world.query().all(Velocity.TYPE).build().bulk().remove(Velocity.TYPE);
                case 5 -> assertFirstRow(queries.get(random.nextInt(queries.size())));
                default -> {
                    world.add(entity, Health.TYPE);
                    world.disable(entity, Health.TYPE);
                }
            }
            for (Query query : queries) {
                assertFirst(query);
            }
        }
    }

    private static void assertFirstRow(Query query) {
        long first = query.first();
        List<Long> rows = new ArrayList<>();
        query.forEach(row -> rows.add(row.entity()));
        assertEquals(rows.isEmpty() ? Entity.NULL : rows.get(0), first);
    }

    private static void assertFirst(Query query) {
        int count = query.count();
        assertEquals(count == 0, query.isEmpty());
        if (!query.looksForChanges()) { // a query for changes would clear them
            assertFirstRow(query);
        }
        if (count == 1) {
            assertEquals(query.first(), query.single());
        } else {
            assertFails(count == 0 ? "none" : Entity.toString(query.first()) + " and also ", query::single);
        }
    }

    @Test
    void shouldFindTheFirstWithoutMemory() {
        try (World small = World.builder().frameCapBytes(1).build()) {
            Query query = small.query().all(Position.TYPE).build();
            Query moved = small.query().changed(Position.TYPE).build();
            assertTrue(query.isEmpty() && moved.isEmpty());
            long entity = small.spawn(new Position(1, 2));
            assertEquals(entity, query.first());
            assertEquals(entity, query.single());
            assertEquals(entity, moved.single());
            assertFalse(moved.isEmpty());
            assertThrows(NativeMemoryException.class, query::count);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldVisitEveryRowOnceWhateverTheNumber(int count) {
        world.template().with(new Health(0)).build().spawn(count);
        world.template().with(new Position(0, 0)).build().spawn(100);
        Query query = world.query().all(Health.TYPE).build();
        RowBody increase = row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1);
        for (Loop loop : Loop.values()) {
            loop.run(query, increase);
        }
        query.forEachSpan(span -> {
            for (int row = span.from(); row < span.to(); row++) {
                increase.accept(span.row(row));
            }
        });
        int times = Loop.values().length + 1;
        assertEquals(count, query.count());
        assertEquals((long) times * count, query.reduce().sum(Health.POINTS));
        assertEquals(times, query.reduce().min(Health.POINTS, times));
        assertEquals(times, query.reduce().max(Health.POINTS, times));
    }

    @ParameterizedTest
    @EnumSource
    void shouldVisitOnlyRowsThatMatchInScatteredWords(Loop loop) {
        world.template().with(new Health(0)).build().spawn(ROWS);
        List<Integer> expected = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            boolean fullWord = row >>> 6 == 9 || row >>> 6 == 10 || row >>> 6 == 200;
            if (fullWord || row % 997 == 5) {
                world.add(Entity.of(row, 1), Frozen.TYPE);
                expected.add(row);
            }
        }
        List<Integer> visited = new ArrayList<>();
        loop.run(world.query().all(Health.TYPE, Frozen.TYPE).build(), row -> visited.add(row.index()));

        assertEquals(expected, visited);
    }

    @Test
    void shouldRejectNullBodies() {
        Query query = world.query().build();
        List<Executable> attempts = List.of(
                () -> query.forEach((RowBody) null), () -> query.forEachSpan(null), () -> query.kernel((RowBody) null));
        for (Executable attempt : attempts) {
            assertEquals(
                    "body must not be null: pass the code for each row or span",
                    assertThrows(IllegalArgumentException.class, attempt).getMessage());
        }
    }

    private void assertFinds(QueryBuilder builder, long... expected) {
        List<Long> found = new ArrayList<>();
        builder.build().forEach(row -> found.add(row.entity()));
        List<Long> wanted = new ArrayList<>();
        for (long entity : expected) {
            wanted.add(entity);
        }
        assertEquals(wanted, found);
        assertEquals(expected.length, builder.build().count());
        assertEquals(
                expected.length == 0 ? Entity.NULL : expected[0],
                builder.build().first());
    }

    private static final Component<?> MISSING = null;

    @Test
    void shouldRejectConditionsThatNoRowCanMeet() {
        assertRejects(() -> world.query().any(new Component<?>[0]), "any()");
        assertRejects(() -> world.query().added(new Component<?>[0]), "added()");
        assertRejects(() -> world.query().changed(new Component<?>[0]), "changed()");
        assertRejects(
                () -> world.query().none(Position.TYPE).added(Position.TYPE).build(), Position.TYPE.name(), "added()");
        assertRejects(
                () -> world.query().changed(Position.TYPE).none(Position.TYPE).build(),
                Position.TYPE.name(),
                "changed()");
        assertRejects(
                () -> world.query().none(Position.TYPE).all(Position.TYPE).build(), Position.TYPE.name(), "all()");
    }

    @Test
    void shouldRejectNullComponents() {
        assertRejects(() -> world.query().all(Position.TYPE, MISSING), "all()", "null");
        assertRejects(() -> world.query().any(MISSING), "any()", "null");
        assertRejects(() -> world.query().none(MISSING), "none()", "null");
        assertRejects(() -> world.query().optional(MISSING), "optional()", "null");
        assertRejects(() -> world.query().added(Position.TYPE, MISSING), "added()", "null");
        assertRejects(() -> world.query().changed(MISSING), "changed()", "null");
    }

    @Test
    void shouldBuildIndependentQueriesForChanges() {
        QueryBuilder builder = world.query().changed(Position.TYPE);
        Query one = builder.build();
        Query two = builder.build();
        world.spawn(new Position(0, 0));

        one.forEach(row -> {});
        assertEquals(0, one.count());
        assertEquals(1, two.count());
    }
}
