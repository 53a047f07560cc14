package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorldStatisticsTest {
    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private Query query(Component<?>... components) {
        return world.query().all(components).build();
    }

    private List<String> listed() {
        return world.statistics().rows().queries().stream()
                .map(Query.Stats::query)
                .toList();
    }

    @Test
    void shouldTellOfAnEmptyWorld() {
        assertEquals(
                new WorldStatistics.Rows(0, 0, 0, List.of()), world.statistics().rows());
    }

    @Test
    void shouldCountEntitiesAndBlocks() {
        world.template().with(new Position(0, 0)).build().spawn(ROWS + 1);
        long last = world.spawn(new Position(0, 0));
        world.disable(last);
        WorldStatistics.Rows stats = world.statistics().rows();
        assertEquals(ROWS + 2, stats.entities());
        assertEquals(world.statistics().memory().blocks(), stats.blocks());
        assertEquals((long) ROWS * stats.blocks(), stats.rows());
        assertTrue(stats.rows() >= stats.entities());
    }

    @Test
    void shouldListQueriesInTheOrderOfBuilding() {
        Query positions = query(Position.TYPE);
        assertEquals(List.of("all(Position)"), listed());
        Query moving = query(Position.TYPE, Velocity.TYPE);
        Query living = query(Health.TYPE);
        Query dying = living.where(Condition.on(Health.POINTS).atMost(0));
        Query again = query(Position.TYPE);
        world.template().with(new Position(0, 0), new Velocity(0, 0)).build().spawn(64);
        List<Query> queries = List.of(positions, moving, living, dying, again);
        List<Query.Stats> expected = queries.stream().map(Query::stats).toList();
        assertEquals(expected, world.statistics().rows().queries());
        assertEquals(64, expected.get(1).matchingRows());
        Reference.reachabilityFence(queries);
    }

    @Test
    void shouldListNoClosedQueries() {
        Query positions = query(Position.TYPE);
        Query moving = query(Velocity.TYPE);
        Query living = query(Health.TYPE);
        moving.close();
        assertEquals(List.of("all(Position)", "all(Health)"), listed());
        Reference.reachabilityFence(List.of(positions, living));
    }

    @Test
    void shouldListQueriesAsLongAsTheirKernelsAreInUse() {
        RowKernel kernel = query(Position.TYPE).kernel((Row row) -> {});
        query(Velocity.TYPE);
        Deadline deadline = new Deadline("for an unused query to be collected");
        while (listed().size() > 1) {
            System.gc();
            deadline.pause();
        }
        assertEquals(List.of("all(Position)"), listed());
        Reference.reachabilityFence(kernel);
    }

    @Test
    void shouldLeaveQueriesForChangesOut() {
        long entity = world.spawn(new Position(0, 0));
        Query moved = world.query().changed(Position.TYPE).build();
        Query frozen = world.query().added(Frozen.TYPE).build();
        world.set(entity, Position.X, 1);
        assertEquals(List.of(), listed());
        assertEquals(1, moved.count(), "its changes are kept");
        Reference.reachabilityFence(frozen);
    }

    @Test
    void shouldCountDuringIterations() {
        Query positions = query(Position.TYPE);
        world.spawn(new Position(0, 0));
        List<WorldStatistics.Rows> seen = new ArrayList<>();
        positions.forEach((Row row) -> seen.add(world.statistics().rows()));
        assertEquals(List.of(world.statistics().rows()), seen);
    }

    @Test
    void shouldCopyTheQueries() {
        List<Query.Stats> queries = new ArrayList<>();
        WorldStatistics.Rows stats = new WorldStatistics.Rows(0, 0, 0, queries);
        queries.add(new Query.Stats("all()", 0, 0, 0, 0));
        assertEquals(List.of(), stats.queries());
        assertThrows(IllegalArgumentException.class, () -> new WorldStatistics.Rows(0, 0, 0, null));
        List<Query.Stats> withNull = Arrays.asList((Query.Stats) null);
        assertThrows(IllegalArgumentException.class, () -> new WorldStatistics.Rows(0, 0, 0, withNull));
    }

    @Test
    void shouldRejectMisuse() {
        Elsewhere.run("other", () -> {
            String message = assertThrows(
                            IllegalStateException.class,
                            () -> world.statistics().rows())
                    .getMessage();
            assertTrue(message.contains("thread 'other'"), message);
        });
        world.close();
        assertThrows(IllegalStateException.class, () -> world.statistics().rows());
    }
}
