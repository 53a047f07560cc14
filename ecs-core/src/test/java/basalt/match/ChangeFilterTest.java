package basalt.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries for gained components. Writes are tested with the classes that write. */
class ChangeFilterTest extends WorldFixture {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 16383, 16384, 16385})
    void shouldFindEachSpawnOnce(int count) {
        world.spawn(new Health(1));
        Query added = world.query().added(Health.TYPE).build();
        Query changed = world.query().changed(Health.TYPE).build();
        assertEquals(List.of(), rows(added), "it was spawned before the query was built");
        world.template().with(new Health(2)).build().spawn(count);

        for (Query query : List.of(added, changed)) {
            assertEquals(count, query.count());
            List<Long> found = rows(query);
            assertEquals(count, found.size());
            found.forEach(entity -> assertEquals(new Health(2), world.get(entity, Health.TYPE)));
            assertEquals(List.of(), rows(query));
        }
    }

    @Test
    void shouldFindSpawnsOfAllKinds() {
        Query query = world.query().added(Health.TYPE).build();
        long loose = world.spawn(new Health(1), new Position(1, 2));
        world.spawn(new Position(1, 2));
        long single = world.template().with(new Health(2)).build().spawn();
        world.template().with(Health.TYPE).build().spawn(2, row -> row.set(Health.POINTS, 7));

        List<Long> found = rows(query);
        assertEquals(4, found.size());
        assertTrue(found.contains(loose) && found.contains(single));
    }

    @Test
    void shouldFindEachAdditionOnce() {
        long one = world.spawn(new Position(1, 2));
        long two = world.spawn(new Position(1, 2));
        Query query = world.query().all(Position.TYPE).added(Frozen.TYPE).build();
        world.add(two, Frozen.TYPE);
        assertEquals(List.of(two), rows(query));
        world.add(one, Frozen.TYPE);
        world.add(two, Frozen.TYPE);
        assertEquals(List.of(one), rows(query), "the other had it");
        world.remove(two, Frozen.TYPE);
        world.remove(one, Frozen.TYPE);
        world.add(two, new Frozen());
        assertEquals(List.of(two), rows(query), "gained again");
    }

    @Test
    void shouldFindBulkAndSparseAdditions() {
        world.template().with(new Health(1)).build().spawn(100);
        Query query = world.query().added(Rare.TYPE).build();
        world.add(Entity.of(3, 1), Rare.TYPE);
        assertEquals(1, rows(query).size());
        assertEquals(99, world.query().all(Health.TYPE).build().bulk().add(new Rare(1, "x")));
        assertEquals(99, rows(query).size());
    }

    @Test
    void shouldNotFindRowsThatNoLongerMatch() {
        long lost = world.spawn(new Position(1, 2));
        long dead = world.spawn(new Position(1, 2));
        long excluded = world.spawn(new Position(1, 2));
        long disabled = world.spawn(new Position(1, 2));
        long entityDisabled = world.spawn(new Position(1, 2));
        long kept = world.spawn(new Position(1, 2));
        Query query = world.query().added(Health.TYPE).none(Frozen.TYPE).build();
        world.query().all(Position.TYPE).build().forEach(row -> world.add(row.entity(), Health.TYPE));
        world.remove(lost, Health.TYPE);
        world.destroy(dead);
        world.add(excluded, Frozen.TYPE);
        world.disable(disabled, Health.TYPE);
        world.disable(entityDisabled);
        long another = world.spawn(new Position(1, 2)); // in the row of the destroyed entity

        assertEquals(List.of(kept), rows(query));
        world.enable(disabled, Health.TYPE);
        world.enable(entityDisabled);
        world.remove(excluded, Frozen.TYPE);
        assertEquals(List.of(), rows(query), "enabling is no gain, and the pending rows were cleared");
        assertTrue(world.isAlive(another));
    }

    @Test
    void shouldNotFindANewEntityInTheRowOfAnother() {
        Query query = world.query().changed(Health.TYPE).includeDisabled().build();
        long entity = world.spawn(new Health(1));
        world.destroy(entity);
        for (int i = 0; i < 64; i++) {
            world.spawn(new Position(1, 2));
        }
        assertEquals(List.of(), rows(query));
    }

    @Test
    void shouldRequireEachCondition() {
        Query query = world.query().added(Health.TYPE).changed(Position.TYPE).build();
        long first = world.spawn(new Position(1, 2));
        world.add(first, Health.TYPE);
        long second = world.spawn(new Position(1, 2));
        long third = world.spawn(new Health(1));
        assertEquals(List.of(first), rows(query));

        world.add(second, Health.TYPE);
        world.add(third, new Position(1, 2));
        assertEquals(List.of(), rows(query), "the other condition was cleared");
    }

    @Test
    void shouldRequireOneOfAChoice() {
        Query query = world.query().added(Health.TYPE, Frozen.TYPE).build();
        long one = world.spawn(new Health(1));
        long two = world.spawn(new Frozen());
        long three = world.spawn(new Frozen(), new Health(1));
        world.spawn(new Position(1, 2));
        assertEquals(List.of(one, two, three), rows(query));

        world.add(one, Frozen.TYPE);
        world.add(two, Health.TYPE);
        world.remove(two, Health.TYPE);
        assertEquals(List.of(one), rows(query), "the other entity has lost what it gained, and had the rest before");
    }

    @Test
    void shouldClearNothingWithoutARun() {
        Query query = world.query().added(Health.TYPE).build();
        long entity = world.spawn(new Health(1));

        for (int i = 0; i < 2; i++) {
            assertEquals(1, query.count());
            assertFalse(query.isEmpty());
            assertEquals(entity, query.first());
            assertEquals(entity, query.single());
        }
        assertEquals(List.of(entity), rows(query));
        assertTrue(query.isEmpty());
        assertEquals(Entity.NULL, query.first());
    }

    @Test
    void shouldClearAllChangesWhenItRuns() {
        assertSees(query -> query.forEach(row -> {}));
        assertSees(query -> query.forEachSpan(span -> {}));
        assertSees(query -> query.kernel((Row row) -> {}).run());
        assertSees(query -> query.cursor().close());
        assertSees(query -> query.reduce().sum(Health.POINTS));
        assertSees(query -> query.bulk().add(Frozen.TYPE));
        assertSees(query -> query.bulk().disable(Frozen.TYPE));
        assertSees(query -> assertThrows(
                IllegalStateException.class,
                () -> query.forEach(row -> {
                    throw new IllegalStateException("the body fails");
                })));
    }

    private void assertSees(Consumer<Query> use) {
        Query query = world.query().added(Health.TYPE).build();
        world.spawn(new Health(1));
        world.spawn(new Health(2));
        assertEquals(2, query.count());
        use.accept(query);
        assertEquals(0, query.count());
        long later = world.spawn(new Health(3));
        assertEquals(later, query.single());
    }

    @Test
    void shouldRunOverPendingRowsInEachWay() {
        world.template().with(new Health(100)).build().spawn(1000);
        int[] rows = {0};
        List<Function<Query, Runnable>> ways = List.of(
                query -> query.kernel((Row row) -> rows[0]++)::run,
                query -> () -> query.forEach(row -> rows[0]++),
                query -> () -> query.forEachSpan(span -> rows[0] += span.size()),
                query -> () -> rows[0] += (int) query.reduce().sum(Health.POINTS),
                query -> () -> rows[0] += query.bulk().add(Frozen.TYPE));
        for (Function<Query, Runnable> way : ways) {
            Runnable run = way.apply(world.query().added(Health.TYPE).build());
            for (int i = 0; i < 2; i++) {
                world.template().with(new Health(1)).build().spawn(130);
                rows[0] = 0;
                run.run();
                assertEquals(130, rows[0]);
            }
        }
    }

    @Test
    void shouldRunAKernelOverPendingRows() {
        Query query = world.query().added(Health.TYPE).build();
        RowKernel kernel = query.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
        world.template().with(new Health(0)).build().spawn(130);
        world.destroy(Entity.of(7, 1));
        kernel.run();
        world.spawn(new Health(0));
        kernel.run();

        Query all = world.query().all(Health.TYPE).build();
        assertEquals(130, all.reduce().sum(Health.POINTS));
        assertEquals(1, all.reduce().max(Health.POINTS, 0));
    }

    @Test
    void shouldFindComponentsGainedWhileItRuns() {
        Query query = world.query().added(Health.TYPE).build();
        long first = world.spawn(new Health(1));
        List<Long> born = new ArrayList<>();
        query.forEach(row -> {
            born.add(world.spawn(new Health(2)));
            world.remove(first, Health.TYPE);
            world.add(first, Health.TYPE);
        });

        assertEquals(1, born.size(), "it is not visited in the same run");
        assertEquals(List.of(first, born.get(0)), rows(query));
    }

    /** The frame has room for a snapshot of three blocks, but not of four. */
    @Test
    void shouldKeepChangesWhenARunHasNoMemory() {
        try (World small =
                World.builder().frameCapBytes(4L * MatchedBlock.BYTES - 1).build()) {
            Query query = small.query().added(Health.TYPE).build();
            long[][] entities = new long[4][300];
            for (long[] block : entities) {
                small.template().with(new Health(1)).build().spawn(block);
            }
            for (Consumer<Query> use : List.<Consumer<Query>>of(
                    q -> q.forEach(row -> {}),
                    q -> q.kernel((Row row) -> {}).run(),
                    Query::cursor,
                    q -> q.bulk().destroy(),
                    q -> q.bulk().add(Rare.TYPE))) {
                assertThrows(NativeMemoryException.class, () -> use.accept(query));
            }
            for (long entity : entities[2]) {
                small.destroy(entity);
            }
            small.statistics().memory(); // makes the summaries exact: the block of the last destroyed entity is empty
            assertEquals(900, rows(query).size());
        }
    }

    @Test
    void shouldRegisterNothingWithoutMemory() {
        QueryBuilder builder = world.query().added(Health.TYPE, Position.TYPE).changed(Frozen.TYPE);
        long before = world.statistics().memory().reservedBytes();
        for (int allowed = 0; allowed < 3; allowed++) {
            FailingMemory few = new FailingMemory(new DirtyMemory(0xFF), allowed + 1);
            try (World other = World.builder().memory(few).build()) {
                assertThrows(
                        NativeMemoryException.class,
                        () -> other.query()
                                .added(Health.TYPE, Position.TYPE)
                                .changed(Frozen.TYPE)
                                .build());
                assertEquals(0, other.statistics().memory().reservedBytes());
                other.query().added(Health.TYPE).build();
            }
        }
        builder.build();
        assertEquals(before + 3 * 64, world.statistics().memory().reservedBytes());
    }

    @Test
    void shouldFindTooManyRatherThanTooFewWithoutMemory() {
        long old = world.spawn(new Health(1));
        Query query = world.query().added(Health.TYPE).build();
        memory.failNext();
        long young = world.spawn(new Health(2));
        assertEquals(List.of(old, young), rows(query));
        long next = world.spawn(new Health(3));
        assertEquals(List.of(next), rows(query));
    }
}
