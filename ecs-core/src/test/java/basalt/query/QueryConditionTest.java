package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What queries with conditions on values do; {@code ComparisonTest} tests the comparisons. */
class QueryConditionTest {
    private final FailingMemory memory = new FailingMemory(new DirtyMemory(0xFF)).stubborn();
    private World world;
    private Query living;
    private Query dying;

    @BeforeEach
    void create() {
        world = World.builder().memory(memory).build();
        living = world.query().all(Health.TYPE).build();
        dying = living.where(Health.POINTS).atMost(0);
    }

    @AfterEach
    void close() {
        world.close();
    }

    /** Every tenth has no points. */
    private List<Long> spawn(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entities.add(world.spawn(new Health(i % 10)));
        }
        return entities;
    }

    private static List<Integer> points(Query query) {
        List<Integer> points = new ArrayList<>();
        query.forEach(row -> points.add(row.get(Health.POINTS)));
        return points;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 640, 6400, ROWS + 1})
    void shouldRestrictEachUseOfTheQuery(int count) {
        List<Long> entities = spawn(count);
        List<Long> expected =
                entities.stream().filter(e -> world.get(e, Health.POINTS) <= 0).toList();
        List<Long> cursor = new ArrayList<>();
        try (RowCursor rows = dying.cursor()) {
            while (rows.next()) {
                cursor.add(rows.entity());
            }
        }
        List<Long> kernel = new ArrayList<>();
        dying.kernel(row -> kernel.add(row.entity())).run();
        List<Long> spans = new ArrayList<>();
        dying.spanKernel(span -> {
                    for (int row = span.from(); row < span.to(); row++) {
                        spans.add(span.row(row).entity());
                    }
                })
                .run();
        assertEquals(0, world.frame().usedBytes());
        List<Long> selected = new ArrayList<>();
        Selection selection = Selection.of(dying).collect();
        for (int i = 0; i < selection.size(); i++) {
            selected.add(selection.entity(i));
        }

        assertEquals(expected, cursor);
        assertEquals(expected, kernel);
        assertEquals(expected, spans);
        assertEquals(expected, selected);
        assertEquals(expected.size(), dying.count());
        assertEquals(expected.isEmpty(), dying.isEmpty());
        assertEquals(expected.isEmpty() ? Entity.NULL : expected.get(0), dying.first());
        assertEquals(0, dying.reduce().sum(Health.POINTS));
        assertEquals(count - expected.size(), living.count() - dying.bulk().destroy());
        assertEquals(count - expected.size(), living.count());
        assertTrue(dying.isEmpty());
        if (count > 0) {
            assertEquals(1, living.reduce().min(Health.POINTS, 1));
        }
    }

    @Test
    void shouldJoinSeveralConditions() {
        spawn(100);
        Query some = living.where(Health.POINTS).atLeast(3).where(Health.POINTS).lessThan(6);

        assertEquals(30, some.count());
        assertEquals(3, some.reduce().min(Health.POINTS, 0));
        assertEquals(5, some.reduce().max(Health.POINTS, 0));
        assertEquals(
                20,
                living.where(Condition.anyOf(
                                Condition.on(Health.POINTS).equalTo(1),
                                Condition.on(Health.POINTS).equalTo(8)))
                        .count());
        assertEquals(100, living.count(), "deriving a query does not change it");
    }

    @Test
    void shouldFindTheOnlyRow() {
        List<Long> entities = spawn(9);

        assertEquals(entities.get(0), dying.single());
        world.set(entities.get(3), Health.POINTS, -1);
        assertThrows(IllegalStateException.class, dying::single);
    }

    @Test
    void shouldRequireTheComponentOfTheCondition() {
        long both = world.spawn(new Position(1, 2), new Health(0));
        world.spawn(new Position(3, 4));
        Query query = world.query()
                .all(Position.TYPE)
                .optional(Health.TYPE)
                .build()
                .where(Health.POINTS)
                .atMost(0);

        assertEquals(both, query.single());
        assertEquals(List.of(Position.TYPE, Health.TYPE), query.components());
        assertTrue(query.selectors().contains(Health.TYPE));
        world.disable(both, Health.TYPE);
        assertTrue(query.isEmpty());
        QueryBuilder without =
                world.query().none(Health.TYPE).where(Health.POINTS).atMost(0);
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, without::build);
        assertTrue(thrown.getMessage().contains("where()"), thrown::getMessage);
    }

    /** Other components' values would be found at the same offsets. */
    @Test
    void shouldNotFindRowsByValuesThatNoEntityHas() {
        for (int i = 0; i < 2000; i++) {
            long entity = world.spawn(new Health(0));
            if (i % 3 == 0) {
                world.destroy(entity);
            } else if (i % 3 == 1) {
                world.remove(entity, Health.TYPE);
            }
        }

        assertEquals(666, dying.count());
        assertEquals(666, dying.where(Health.POINTS).notEqualTo(1).count());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheRowsOfALoopThatChangesTheValues(Loop loop) {
        List<Long> entities = spawn(200);
        List<Long> visited = new ArrayList<>();
        loop.run(dying, row -> {
            visited.add(row.entity());
            row.set(Health.POINTS, 9);
            for (int i = 0; i < 200; i += 10) {
                world.set(entities.get(i), Health.POINTS, 9); // no longer dying, and not visited yet
                world.set(entities.get(i + 1), Health.POINTS, 0); // dying now, but not when the loop started
            }
        });

        assertEquals(20, visited.size());
        assertEquals(20, dying.count());
        assertEquals(entities.get(1), dying.first());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatLoseTheirPlaceInTheLoop(Loop loop) {
        List<Long> entities = spawn(200);
        List<Long> visited = new ArrayList<>();
        loop.run(dying, row -> {
            visited.add(row.entity());
            world.tryDestroy(entities.get(20));
            if (world.has(entities.get(30), Health.TYPE)) {
                world.remove(entities.get(30), Health.TYPE);
                world.add(entities.get(30), new Health(0));
            }
            world.disable(entities.get(40));
        });

        assertEquals(17, visited.size());
        assertFalse(visited.contains(entities.get(20)));
        assertFalse(visited.contains(entities.get(30)));
        assertFalse(visited.contains(entities.get(40)));
    }

    @Test
    void shouldRunPureKernelsOverNoOtherLivingRow() {
        List<Long> entities = spawn(1000);
        for (int i = 5; i < 1000; i += 7) {
            world.destroy(entities.get(i));
        }
        long before = living.count();
        RowKernel heal = dying.pureKernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 100));
        int healed = dying.count();
        heal.run();

        assertEquals(0, dying.count());
        assertEquals(healed, living.where(Health.POINTS).equalTo(100).count());
        assertEquals(before - healed, living.where(Health.POINTS).between(1, 9).count());
    }

    @Test
    void shouldApplyBulkChangesToTheRowsThatMeetTheCondition() {
        spawn(1000);

        assertEquals(100, dying.bulk().add(Frozen.TYPE));
        assertEquals(100, dying.bulk().add(new Rare(7, "x")));
        Query frozen = world.query().all(Frozen.TYPE).build();
        assertEquals(100, frozen.count());
        assertEquals(100, frozen.where(Health.POINTS).equalTo(0).count());
        assertEquals(100, dying.bulk().remove(Frozen.TYPE));
        assertEquals(100, dying.bulk().disable());
        assertEquals(900, living.count());
        assertTrue(dying.isEmpty());
    }

    @Test
    void shouldReadBoundsWhenALoopStarts() {
        spawn(100);
        LongBound limit = new LongBound(2);
        Query below = living.where(Health.POINTS).lessThan(limit);
        List<Integer> visited = new ArrayList<>();
        below.forEach(row -> {
            limit.set(5);
            visited.add(row.get(Health.POINTS));
        });

        assertEquals(20, visited.size());
        assertEquals(50, below.count());
        limit.set(Long.MIN_VALUE);
        assertTrue(below.isEmpty());
        assertEquals(Long.MIN_VALUE, limit.get());
        world.spawn(new Position(1, 0));
        DoubleBound left = new DoubleBound(0.5);
        Query positions = world.query().where(Position.X).greaterThan(left).build();
        assertEquals(1, positions.count());
        left.set(1);
        assertEquals(0, positions.count());
        assertEquals(1, left.get());
    }

    @Test
    void shouldLookAtAPartnersValuesWhenTheLoopReachesIt() {
        long weak = world.spawn(new Health(0));
        long strong = world.spawn(new Health(5));
        List<Long> seekers = new ArrayList<>();
        for (long target : new long[] {weak, strong, weak, strong}) {
            long seeker = world.spawn(Kinds.ZERO);
            world.set(seeker, Kinds.TARGET, target);
            seekers.add(seeker);
        }
        List<Long> found = new ArrayList<>();
        world.query()
                .all(Kinds.TYPE)
                .build()
                .pairKernel(Kinds.TARGET, dying, (row, partner) -> {
                    found.add(row.entity());
                    partner.set(Health.POINTS, 1); // so that the next seeker does not find it
                })
                .run();

        assertEquals(List.of(seekers.get(0)), found);
        assertEquals(1, world.get(weak, Health.POINTS));
        assertEquals(5, world.get(strong, Health.POINTS));
        Selection seeking = Selection.of(world.query().all(Kinds.TYPE).build()).collect();
        assertEquals(0, seeking.join(Kinds.TARGET, dying).size());
        world.set(strong, Health.POINTS, -3);
        assertEquals(2, seeking.collect().join(Kinds.TARGET, dying).size());
    }

    @Test
    void shouldClearChangesOfRowsThatDoNotMeetTheCondition() {
        try (Query hurt = world.query()
                .changed(Health.TYPE)
                .where(Health.POINTS)
                .atMost(0)
                .build()) {
            List<Long> entities = spawn(20);
            assertEquals(List.of(0, 0), points(hurt));
            assertEquals(List.of(), points(hurt));

            world.set(entities.get(5), Health.POINTS, 3);
            assertEquals(List.of(), points(hurt)); // clears the change: the row has enough points
            world.set(entities.get(6), Health.POINTS, -1);
            assertEquals(List.of(-1), points(hurt));
        }
    }

    @Test
    void shouldCollectChangesOfItsOwnIfItIsDerivedFromAQueryForChanges() {
        try (Query changed = world.query().changed(Health.TYPE).build()) {
            long early = world.spawn(new Health(0));
            try (Query derived = changed.where(Health.POINTS).atMost(0)) {
                long late = world.spawn(new Health(0));
                assertEquals(2, changed.count());
                assertEquals(late, derived.single());
                assertEquals(1, points(derived).size());
                assertEquals(List.of(0, 0), points(changed));
                assertTrue(world.isAlive(early));
            }
        }
    }

    @Test
    void shouldRecordWritesOfTheRowsThatItsKernelRunsOver() {
        List<Long> entities = spawn(100);
        try (Query changed = world.query().changed(Health.TYPE).build()) {
            dying.kernel(row -> row.set(Health.POINTS, 50)).run();

            assertEquals(10, changed.count());
            assertEquals(entities.get(0), changed.first());
        }
    }

    @Test
    void shouldRefuseAClosedQueryAndAWrongThread() {
        Elsewhere.run(
                "another",
                () -> assertRefused(
                        "belongs to thread", () -> living.where(Health.POINTS).atMost(1)));
        living.close();
        assertRefused("is closed", () -> living.where(Health.POINTS).atMost(1));
        assertEquals(0, dying.count(), "a derived query stays open");
    }

    @Test
    void shouldHaveDoneNothingIfThereIsNoMemoryForTheSnapshot() {
        spawn(100);
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> dying.bulk().destroy());

        assertEquals(100, living.count());
        assertEquals(10, dying.bulk().destroy());
    }

    private static void assertRefused(String message, Executable call) {
        IllegalStateException thrown = assertThrows(IllegalStateException.class, call);
        assertTrue(thrown.getMessage().contains(message), thrown::getMessage);
    }
}
