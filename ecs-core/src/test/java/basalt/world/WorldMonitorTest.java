package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.memory.HeapBytes;
import basalt.memory.frame.FrameMeter;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryMonitor;
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
import org.junit.jupiter.api.Test;

class WorldMonitorTest extends WorldFixture {
    private final List<MemoryDiagnostic.Report> reports = new ArrayList<>();

    private final List<Query> kept = new ArrayList<>();

    /** Reports queries with at least 100 rows and less than 4 rows a word. */
    private static MemoryMonitor.Limits limits(int steadyFrames) {
        return limits(steadyFrames, 100, 4);
    }

    private static MemoryMonitor.Limits limits(int steadyFrames, int scatteredRows, double rowsPerWord) {
        return new MemoryMonitor.Limits(600, steadyFrames, 64, 64, 256, 16, 0.75, scatteredRows, rowsPerWord);
    }

    private MemoryMonitor monitor(MemoryMonitor.Limits limits) {
        return new MemoryMonitor(reports::add, limits, false).watch(new WorldMonitor("game", world));
    }

    private static void endFrames(MemoryMonitor monitor, int frames) {
        for (int i = 0; i < frames; i++) {
            monitor.endFrame();
        }
    }

    /** A query that is kept, since the world forgets those that are not reachable. */
    private Query query(Component<?>... components) {
        kept.add(world.query().all(components).build());
        return kept.get(kept.size() - 1);
    }

    /** Entities of which every n-th one has a component. */
    private long[] spawn(int count, int every, Component<?> component) {
        long[] entities = new long[count];
        world.template().with(new Position(0, 0)).build().spawn(entities);
        for (int i = 0; i < count; i += every) {
            world.add(entities[i], component);
        }
        return entities;
    }

    @Test
    void shouldReportScatteredRows() {
        query(Velocity.TYPE);
        spawn(64 * 100, 32, Velocity.TYPE);
        MemoryMonitor monitor = monitor(limits(3));
        endFrames(monitor, 2);
        assertEquals(List.of(), reports);
        endFrames(monitor, 10);
        assertEquals(
                List.of(new MemoryDiagnostic.Report(
                        MemoryDiagnostic.SCATTERED_ROWS,
                        "game: all(Velocity)",
                        "matchingRows=200, words=100, limit=4.0 rows a word")),
                reports);
        assertEquals(1, monitor.count(MemoryDiagnostic.SCATTERED_ROWS));
        String text = reports.get(0).toString();
        assertTrue(text.startsWith("M14 SCATTERED_ROWS, game: all(Velocity): matchingRows=200, "), text);
        assertTrue(text.contains("world.rows().arrange(query).together() once, keep it"), text);
        assertTrue(text.contains("world.rows().compact()"), text);
    }

    @Test
    void shouldReportAgainAfterItHasStopped() {
        query(Velocity.TYPE);
        long[] entities = spawn(64 * 100, 32, Velocity.TYPE);
        MemoryMonitor monitor = monitor(limits(2));
        endFrames(monitor, 5);
        assertEquals(1, reports.size());
        for (long entity : entities) {
            world.remove(entity, Velocity.TYPE);
        }
        endFrames(monitor, 1);
        for (int i = 0; i < entities.length; i += 32) {
            world.add(entities[i], Velocity.TYPE);
        }
        endFrames(monitor, 1);
        assertEquals(1, reports.size(), "it has to continue for two frames");
        endFrames(monitor, 5);
        assertEquals(2, reports.size());
    }

    @Test
    void shouldUseItsLimits() {
        query(Velocity.TYPE);
        spawn(64 * 100, 32, Velocity.TYPE); // 200 rows, 2 in each word
        assertReports(1, limits(1, 200, 2.5));
        assertReports(1, limits(1, 0, 2.5));
        assertReports(0, limits(1, 201, 2.5));
        assertReports(0, limits(1, 200, 2));
        assertReports(0, limits(1, 200, 0));
        assertReports(1, limits(1, 200, 64));
        assertReports(1, limits(6, 200, 2.5));
        assertReports(0, limits(7, 200, 2.5));
    }

    /** In six frames. */
    private void assertReports(int count, MemoryMonitor.Limits limits) {
        reports.clear();
        endFrames(monitor(limits), 6);
        assertEquals(count, reports.size(), limits::toString);
    }

    @Test
    void shouldReportByDefaultFromTenThousandRowsAndUnderOneInFour() {
        query(Velocity.TYPE);
        long[] entities = spawn(50_000, 5, Velocity.TYPE); // 10,000 rows
        assertReports(1, atOnce());
        world.remove(entities[0], Velocity.TYPE);
        assertReports(0, atOnce());
        for (int i = 0; i < entities.length; i += 4) {
            world.add(entities[i], Velocity.TYPE);
        }
        assertReports(0, atOnce());
        assertEquals(10_000, MemoryMonitor.Limits.DEFAULT.scatteredRows());
        assertEquals(16, MemoryMonitor.Limits.DEFAULT.rowsPerWord());
    }

    private static MemoryMonitor.Limits atOnce() {
        return limits(1, MemoryMonitor.Limits.DEFAULT.scatteredRows(), MemoryMonitor.Limits.DEFAULT.rowsPerWord());
    }

    @Test
    void shouldNotReportEmptyQueriesAndFullWords() {
        query(Frozen.TYPE);
        query(Position.TYPE);
        spawn(64 * 100, 32, Velocity.TYPE);
        endFrames(monitor(limits(1, 0, 64)), 10);
        assertEquals(List.of(), reports);
    }

    @Test
    void shouldExamineOneQueryAFrameInTurn() {
        spawn(64 * 100, 32, Velocity.TYPE);
        Query positions = query(Position.TYPE);
        Query moving = query(Velocity.TYPE);
        Query closed = query(Velocity.TYPE);
        Query both = query(Velocity.TYPE, Position.TYPE);
        closed.close();
        MemoryMonitor monitor = monitor(limits(4));
        endFrames(monitor, 2); // all Position, moving
        assertEquals(List.of(), reports);
        endFrames(monitor, 2); // both, positions
        assertEquals(List.of(), reports);
        endFrames(monitor, 1); // moving: the fourth frame since it was found
        assertEquals(1, reports.size());
        assertEquals("game: all(Velocity)", reports.get(0).subject());
        endFrames(monitor, 1);
        assertEquals(2, reports.size());
        assertEquals("game: all(Velocity, Position)", reports.get(1).subject());
        endFrames(monitor, 10);
        assertEquals(2, reports.size());
    }

    @Test
    void shouldFindQueriesThatAreBuiltLater() {
        spawn(64 * 100, 32, Velocity.TYPE);
        MemoryMonitor monitor = monitor(limits(1));
        endFrames(monitor, 3);
        Query moving = query(Velocity.TYPE);
        endFrames(monitor, 1);
        assertEquals(1, reports.size());
        moving.close();
        query(Velocity.TYPE, Position.TYPE);
        endFrames(monitor, 2);
        assertEquals(2, reports.size());
    }

    @Test
    void shouldLeaveConditionsOnChangesAndValuesOut() {
        Query moved = world.query().changed(Velocity.TYPE).build();
        Query still = world.query().where(Condition.on(Velocity.DX).atMost(0)).build();
        spawn(64 * 100, 32, Velocity.TYPE);
        endFrames(monitor(limits(1)), 10);
        assertEquals(List.of(), reports);
        assertEquals(200, moved.count(), "its changes are kept");
        assertEquals(200, still.count());
    }

    @Test
    void shouldReportOtherQueriesIfTheListenerThrows() {
        spawn(64 * 100, 32, Velocity.TYPE);
        query(Velocity.TYPE);
        query(Velocity.TYPE, Position.TYPE);
        MemoryMonitor monitor = new MemoryMonitor(
                        report -> {
                            reports.add(report);
                            throw new UnsupportedOperationException("listener");
                        },
                        limits(1),
                        false)
                .watch(new WorldMonitor("game", world));
        assertThrows(UnsupportedOperationException.class, monitor::endFrame);
        assertThrows(UnsupportedOperationException.class, monitor::endFrame);
        endFrames(monitor, 4);
        assertEquals(2, reports.size(), "each is reported once");
    }

    @Test
    void shouldThrowInStrictMode() {
        spawn(64 * 100, 32, Velocity.TYPE);
        query(Velocity.TYPE);
        MemoryMonitor strict = new MemoryMonitor(reports::add, limits(1), true).watch(new WorldMonitor("game", world));
        var e = assertThrows(MemoryMonitor.DiagnosticException.class, strict::endFrame);
        assertEquals(reports.get(0), e.report());
        strict.endFrame();
    }

    @Test
    void shouldAllocateNoFrameMemory() {
        Query positions = query(Position.TYPE);
        spawn(ROWS + 1, 1, Velocity.TYPE);
        try (FrameMeter phase = world.frame().meters().phase("physics").begin()) {
            assertEquals(ROWS + 1, positions.count());
            assertTrue(phase.isOpen());
        }
        world.frame().reset();
        MemoryMonitor monitor = monitor(limits(1)).watch("frame", world.frame());
        for (int i = 0; i < 3; i++) {
            monitor.endFrame();
            world.frame().reset();
        }
        assertEquals(List.of(), reports);
    }

    @Test
    void shouldMakeNoGarbage() {
        query(Position.TYPE);
        query(Velocity.TYPE);
        spawn(64 * 100, 32, Velocity.TYPE);
        MemoryMonitor monitor = monitor(limits(1));
        HeapBytes.assertNone(1000, rounds -> endFrames(monitor, rounds));
        assertEquals(1, reports.size());
    }

    @Test
    void shouldCheckDuringIterations() {
        query(Position.TYPE);
        Query moving = query(Velocity.TYPE);
        spawn(64 * 100, 32, Velocity.TYPE);
        MemoryMonitor monitor = monitor(limits(1));
        int[] rows = new int[1];
        moving.forEach((Row row) -> {
            monitor.endFrame();
            rows[0]++;
        });
        assertEquals(200, rows[0]);
        assertEquals(1, reports.size());
    }

    @Test
    void shouldFindNothingAfterTheWorldWasClosed() {
        query(Velocity.TYPE);
        spawn(64 * 100, 32, Velocity.TYPE);
        MemoryMonitor monitor = monitor(limits(1));
        world.close();
        endFrames(monitor, 3);
        assertEquals(List.of(), reports);
        assertThrows(IllegalStateException.class, () -> new WorldMonitor("game", world));
    }

    @Test
    void shouldRejectMisuse() {
        assertThrows(IllegalArgumentException.class, () -> new WorldMonitor(null, world));
        assertThrows(IllegalArgumentException.class, () -> new WorldMonitor(" ", world));
        assertThrows(IllegalArgumentException.class, () -> new WorldMonitor("game", null));
        WorldMonitor check = new WorldMonitor("game", world);
        assertThrows(IllegalArgumentException.class, () -> check.endFrame(null, reports::add));
        assertThrows(IllegalArgumentException.class, () -> check.endFrame(MemoryMonitor.Limits.DEFAULT, null));
        Elsewhere.run("other", () -> {
            String message = assertThrows(
                            IllegalStateException.class,
                            () -> check.endFrame(MemoryMonitor.Limits.DEFAULT, reports::add))
                    .getMessage();
            assertTrue(message.contains("thread 'other'"), message);
            assertThrows(IllegalStateException.class, () -> new WorldMonitor("game", world));
        });
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
        kept.add(dying);
        List<Query> queries = List.of(positions, moving, living, dying, again);
        List<Query.Stats> expected = queries.stream().map(Query::stats).toList();
        assertEquals(expected, world.statistics().rows().queries());
        assertEquals(64, expected.get(1).matchingRows());
    }

    @Test
    void shouldListNoClosedQueries() {
        query(Position.TYPE);
        Query moving = query(Velocity.TYPE);
        query(Health.TYPE);
        moving.close();
        assertEquals(List.of("all(Position)", "all(Health)"), listed());
    }

    @Test
    void shouldListQueriesAsLongAsTheirKernelsAreInUse() {
        RowKernel kernel = world.query().all(Position.TYPE).build().kernel((Row row) -> {});
        world.query().all(Velocity.TYPE).build();
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
        kept.add(world.query().added(Frozen.TYPE).build());
        world.set(entity, Position.X, 1);
        assertEquals(List.of(), listed());
        assertEquals(1, moved.count(), "its changes are kept");
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
}
