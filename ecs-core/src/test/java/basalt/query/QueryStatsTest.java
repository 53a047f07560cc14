package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.RowPlaces;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.system.Access;
import basalt.world.Arrangement;
import basalt.world.OneSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStatsTest extends WorldFixture {
    private Query moving() {
        return world.query().all(Velocity.TYPE).build();
    }

    private long[] spawn(int count) {
        long[] entities = new long[count];
        world.template().with(new Position(0, 0)).build().spawn(entities);
        return entities;
    }

    private static void assertStats(Query query, int matchingRows, int words, int fullWords, int spans) {
        Query.Stats stats = query.stats();
        assertEquals(new Query.Stats(stats.query(), matchingRows, words, fullWords, spans), stats);
    }

    @Test
    void shouldCountNothingInAnEmptyWorld() {
        Query.Stats stats = moving().stats();
        assertEquals(new Query.Stats("all(Velocity)", 0, 0, 0, 0), stats);
        assertEquals(0, stats.rowsPerWord());
        assertEquals(0, stats.wordsNeeded());
        spawn(100);
        assertStats(moving(), 0, 0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 128, ROWS - 1, ROWS, ROWS + 1, 2 * ROWS + 64})
    void shouldCountNeighbours(int rows) {
        world.template().with(new Velocity(1, 1)).build().spawn(rows);
        Query.Stats stats = moving().stats();
        int words = (rows + 63) / 64;
        assertEquals(new Query.Stats("all(Velocity)", rows, words, rows / 64, (rows + ROWS - 1) / ROWS), stats);
        assertEquals(words, stats.wordsNeeded());
        assertEquals((double) rows / words, stats.rowsPerWord());
    }

    @Test
    void shouldCountRowsAtTheEdgesOfWordsAndBlocks() {
        long[] entities = spawn(ROWS + 1);
        Query moving = moving();
        world.add(entities[63], Velocity.TYPE);
        assertStats(moving, 1, 1, 0, 1);
        world.add(entities[64], Velocity.TYPE); // neighbours in two words
        assertStats(moving, 2, 2, 0, 1);
        world.add(entities[66], Velocity.TYPE);
        assertStats(moving, 3, 2, 0, 2);
        world.add(entities[ROWS - 1], Velocity.TYPE);
        assertStats(moving, 4, 3, 0, 3);
        world.add(entities[ROWS], Velocity.TYPE); // not neighbours: another block
        assertStats(moving, 5, 4, 0, 4);
        assertEquals(5 / 4.0, moving.stats().rowsPerWord());
        assertEquals(1, moving.stats().wordsNeeded());
        world.destroy(entities[64]);
        assertStats(moving, 4, 4, 0, 4);
    }

    /** Compares the counts with a loop over the rows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAgreeWithLoops(boolean isMoving) {
        Random random = new Random(7);
        List<Query> queries = List.of(
                world.query().build(),
                world.query().all(Position.TYPE).build(),
                world.query().all(Position.TYPE, Velocity.TYPE).build(),
                world.query().any(Velocity.TYPE, Burning.TYPE).build(),
                world.query().all(Position.TYPE).none(Frozen.TYPE).build(),
                world.query().none(Position.TYPE).includeDisabled().build(),
                world.query().where(Condition.on(Health.POINTS).lessThan(40)).build(),
                world.query()
                        .all(Position.TYPE)
                        .where(Condition.on(Health.POINTS).notEqualTo(3))
                        .none(Frozen.TYPE)
                        .build(),
                world.query().changed(Health.TYPE).build(),
                world.query().added(Velocity.TYPE, Burning.TYPE).build());
        List<Component<?>> components = List.of(Position.TYPE, Velocity.TYPE, Frozen.TYPE, Burning.TYPE, Health.TYPE);
        List<Long> entities = new ArrayList<>();
        Arrangement arrangement = world.rows().arrange(queries.get(2)).together();
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 1300; i++) {
                if (entities.size() > 1000 && i % 100 == 0) {
                    world.destroy(entities.remove(random.nextInt(entities.size())));
                }
                long entity = i % 2 != 0 && !entities.isEmpty()
                        ? entities.get(random.nextInt(entities.size()))
                        : spawnInto(entities, random.nextInt(100));
                Component<?> component = components.get(random.nextInt(components.size()));
                if (!world.add(entity, component) && random.nextInt(3) == 0) {
                    world.disable(entity, component);
                }
                if (random.nextInt(20) == 0) {
                    world.disable(entity);
                }
            }
            if (isMoving) {
                world.rows().compactRows(500);
                arrangement.runRows(300);
            }
            for (Query query : queries) {
                assertAgreesWithLoop(query, "round " + round);
            }
        }
        assertTrue(world.entityCount() > ROWS);
    }

    private long spawnInto(List<Long> entities, int points) {
        entities.add(world.spawn(new Health(points)));
        return entities.get(entities.size() - 1);
    }

    private void assertAgreesWithLoop(Query query, String round) {
        Query.Stats stats = query.stats();
        RowPlaces places = RowPlaces.of(world);
        Set<Integer> words = new TreeSet<>();
        int[] counts = new int[3];
        query.forEachSpan(span -> {
            counts[0] += span.size();
            counts[1]++;
            for (int row = span.from(); row < span.to(); row++) {
                words.add(places.row(Entity.index(span.entity(row))) >>> 6);
                counts[2] += (row & 63) == 63 && row - span.from() >= 63 ? 1 : 0;
            }
        });
        assertEquals(new Query.Stats(stats.query(), counts[0], words.size(), counts[2], counts[1]), stats, round);
    }

    @Test
    void shouldSayWhichRowsTheQuerySelects() {
        assertEquals("all()", world.query().build().stats().query());
        assertEquals(
                "all(Position, Velocity), none(Frozen)",
                world.query()
                        .all(Position.TYPE)
                        .none(Frozen.TYPE)
                        .optional(Health.TYPE)
                        .all(Velocity.TYPE)
                        .build()
                        .stats()
                        .query());
        Query narrow = world.query()
                .any(Frozen.TYPE, Burning.TYPE)
                .any(Position.TYPE, Velocity.TYPE)
                .where(Condition.on(Health.POINTS).atMost(0))
                .includeDisabled()
                .build()
                .where(Condition.on(Position.X).atLeast(1));
        assertEquals(
                "all(), any(Frozen, Burning), any(Position, Velocity), where(Health.points <= 0),"
                        + " where(Position.x >= 1.0), includeDisabled()",
                narrow.stats().query());
        assertEquals(
                "all(), added(Frozen), changed(Position, Velocity)",
                world.query()
                        .added(Frozen.TYPE)
                        .changed(Position.TYPE, Velocity.TYPE)
                        .build()
                        .stats()
                        .query());
    }

    @Test
    void shouldNeedNoMemory() {
        spawn(ROWS + 1);
        Query query = world.query().all(Position.TYPE).build();
        long allocations = counting.allocations();
        assertEquals(ROWS + 1, query.stats().matchingRows());
        assertEquals(1, world.statistics().rows().queries().size());
        assertEquals(allocations, counting.allocations());
    }

    @Test
    void shouldCountDuringIterations() {
        long[] entities = spawn(70);
        Query query = world.query().all(Position.TYPE).build();
        query.forEach((Row row) -> {
            if (row.entity() == entities[1]) {
                world.destroy(entities[0]);
                world.destroy(entities[1]);
                assertEquals(new Query.Stats("all(Position)", 68, 2, 0, 1), query.stats());
            }
        });
        assertStats(query, 68, 2, 0, 1);
    }

    @Test
    void shouldCountInAnExclusiveSystem() {
        spawn(70);
        Query moved = world.query().added(Position.TYPE).build();
        Query query = world.query().all(Position.TYPE).build();
        Runnable count = () -> {
            assertEquals(70, query.stats().matchingRows());
            assertEquals(0, moved.stats().matchingRows());
        };
        OneSystem.run(world, count, Access.exclusive());
    }

    @Test
    void shouldRejectMisuse() {
        Query closed = moving();
        closed.close();
        String message =
                assertThrows(IllegalStateException.class, closed::stats).getMessage();
        assertTrue(message.contains("the query is closed"), message);
        Query query = moving();
        world.close();
        assertThrows(IllegalStateException.class, query::stats);
    }
}
