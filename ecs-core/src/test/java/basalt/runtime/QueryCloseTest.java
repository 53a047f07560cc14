package basalt.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class QueryCloseTest extends WorldFixture {
    private static final int ROWS = 300;
    private static final int MANY = 100_000;
    private long first;

    @BeforeEach
    void create() {
        first = world.spawn(new Position(0, 0));
        for (int i = 1; i < ROWS; i++) {
            world.spawn(new Position(1, 1));
        }
    }

    private Query positions() {
        return world.query().all(Position.TYPE).build();
    }

    private Query moved() {
        return world.query().changed(Position.TYPE).build();
    }

    @Test
    void shouldReleaseTheMemoryOfAQueryForChanges() {
        moved().close();
        positions().count();
        world.add(first, Health.TYPE); // the block may grow for it
        world.remove(first, Health.TYPE);
        long before = counting.allocatedBytes();
        Query query = world.query()
                .added(Health.TYPE, Frozen.TYPE)
                .changed(Position.TYPE)
                .build();
        world.set(first, Position.X, 1);
        world.add(first, Health.TYPE);
        assertTrue(query.looksForChanges());
        assertEquals(1, query.count());
        long held = counting.allocatedBytes() - before;
        assertTrue(held > 3 * 64, "held: " + held);
        query.close();

        assertEquals(before, counting.allocatedBytes());
        assertEquals(counting.allocatedBytes(), world.statistics().memory().totalBytes());
    }

    @Test
    void shouldReleaseTheMemoryOfDroppedQueriesForChanges() {
        moved().close();
        Query used = moved();
        int[] seen = {0};
        RowKernel kernel = moved().kernel((Row row) -> seen[0]++); // refers to its query
        Selection selection = Selection.of(moved());
        drop(1000);
        world.set(first, Position.X, 1);

        waitForDropped(3, () -> moved().close());

        world.set(first + 1, Position.X, 1);
        assertEquals(2, used.count());
        kernel.run();
        assertEquals(2, seen[0]);
        assertEquals(2, selection.collect().size());
        world.frame().reset();
        drop(10);
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("run", kernel, Access.touchesOthers())
                .build()) {
            waitForDropped(3, () -> schedule.tick(1));
            world.set(first + 2, Position.X, 1);
            schedule.tick(1);
        }
        assertEquals(3, seen[0]);
        used.close();
        assertEquals(2, world.statistics().memory().changeQueries());
        Reference.reachabilityFence(selection);
        assertEquals(counting.allocatedBytes(), world.statistics().memory().totalBytes());
    }

    @Test
    void shouldReleaseADroppedReaderWhoseConditionRefersToIt() {
        dropEntered();
        positions().count(); // so that the reused snapshot object refers to another filter
        waitForDropped(0, () -> {
            for (int i = 0; i < 100; i++) {
                positions(); // so that the world forgets the filter without a reader
            }
            moved().close();
        });
    }

    private void dropEntered() {
        Query[] own = new Query[1];
        own[0] = positions()
                .where(Condition.on(Position.class, position -> own[0] != null))
                .entered();
        assertEquals(ROWS, own[0].count());
    }

    private void drop(int count) {
        int before = world.statistics().memory().changeQueries();
        List<Query> queries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            queries.add(moved());
        }
        assertEquals(before + count, world.statistics().memory().changeQueries());
        Reference.reachabilityFence(queries);
    }

    private void waitForDropped(int left, Runnable release) {
        Deadline deadline = new Deadline("for dropped queries to be released");
        while (world.statistics().memory().changeQueries() > left) {
            System.gc();
            release.run();
            deadline.pause();
        }
        assertEquals(left, world.statistics().memory().changeQueries());
    }

    @Test
    void shouldNotReleaseDroppedFiltersDuringARun() {
        Query all = positions();
        drop(10);
        Query[] last = {null};
        for (int i = 0; i < 3; i++) {
            System.gc();
            all.forEach((Row row) -> last[0] = moved());
        }
        assertEquals(10 + 3 * ROWS, world.statistics().memory().changeQueries());
        last[0] = null;
        waitForDropped(0, () -> moved().close());
    }

    @Test
    void shouldKeepOtherQueriesOpen() {
        Query closed = moved();
        Query one = moved();
        Query two = moved();
        world.set(first, Position.X, 1);
        closed.close();
        world.set(first + 1, Position.X, 1);

        assertEquals(2, one.count());
        one.close();
        world.set(first + 2, Position.X, 1);
        assertEquals(3, two.count());
    }

    @Test
    void shouldLeakNothingOfManyQueriesForChanges() {
        long[] held = new long[2];
        List<WeakReference<Query>> queries = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            try (Query query = moved()) {
                world.set(first, Position.X, i);
                assertEquals(1, query.count());
                if (i % (MANY / 10) == 0) {
                    queries.add(new WeakReference<>(query));
                }
            }
            held[Math.min(i, 1)] = counting.allocatedBytes();
            assertEquals(held[0], held[Math.min(i, 1)]);
        }
        moved().count(); // so that the reused snapshot object refers to another filter
        assertCollected(queries);
    }

    @Test
    void shouldLeakNothingOfManyOrdinaryQueries() {
        positions().count();
        long bytes = world.statistics().memory().totalBytes();
        List<WeakReference<Query>> queries = new ArrayList<>();
        for (int i = 0; i < MANY / 5; i++) {
            try (Query query = positions()) {
                assertFalse(query.looksForChanges());
                assertEquals(ROWS, query.count());
                query.forEachSpan(span -> assertEquals(ROWS, span.size()));
                if (i % (MANY / 10) == 0) {
                    queries.add(new WeakReference<>(query));
                }
            }
            assertEquals(bytes, world.statistics().memory().totalBytes());
        }
        world.query().all(Health.TYPE).build().count();
        assertCollected(queries);
    }

    private static void assertCollected(List<WeakReference<Query>> queries) {
        Deadline deadline = new Deadline("for closed queries to be collected");
        while (queries.stream().anyMatch(query -> query.get() != null)) {
            System.gc();
            deadline.pause();
        }
    }

    @Test
    void shouldRefuseEveryUseAfterClose() {
        for (Supplier<Query> kind : List.<Supplier<Query>>of(this::positions, this::moved)) {
            Query query = kind.get();
            RowKernel kernel = query.kernel((Row row) -> {});
            Selection selection = Selection.of(query).collect();
            world.set(first, Position.X, 1);
            Selection joined = selection.collect();
            int size = joined.size();
            assertTrue(size > 0);
            query.close();
            List<Executable> uses = List.of(
                    query::count,
                    query::isEmpty,
                    query::first,
                    query::single,
                    query::cursor,
                    () -> query.forEach((Row row) -> {}),
                    () -> query.forEach((row, commands) -> {}),
                    () -> query.forEachSpan(span -> {}),
                    () -> query.kernel((Row row) -> {}),
                    () -> query.kernel((row, commands) -> {}),
                    () -> Selection.of(query),
                    () -> query.reduce().sum(Position.X),
                    () -> query.reduce().min(Position.X, 0),
                    () -> query.bulk().destroy(),
                    () -> query.bulk().add(Health.TYPE),
                    () -> query.bulk().add(new Health(1)),
                    () -> query.bulk().disable(),
                    kernel::run,
                    selection::collect,
                    selection::size,
                    () -> selection.entity(0),
                    () -> selection.row(0),
                    () -> selection.sortBy(Position.X),
                    () -> selection.top(1, Position.X),
                    () -> selection.forEach(row -> {}));
            for (int i = 0; i < uses.size(); i++) {
                int use = i;
                String message = assertThrows(IllegalStateException.class, uses.get(i), () -> "use " + use)
                        .getMessage();
                assertTrue(message.contains("closed") && message.contains("world.query()"), message);
            }
            assertEquals(ROWS, world.entityCount());
            assertEquals(List.of(Position.TYPE), query.components());
            assertEquals(0, world.frame().usedBytes() - 8L * size, "except for the collected rows");
            world.frame().reset();
        }
    }

    @Test
    void shouldRefuseAKernelOfAClosedQueryInASchedule() {
        Query query = moved();
        RowKernel kernel = query.kernel((Row row) -> row.set(Position.X, 1));
        try (Schedule schedule = Schedule.builder(world)
                .add("kernel", kernel, Access.writes(Position.TYPE))
                .build()) {
            schedule.tick(1);
            query.close();
            assertThrowsClosed(() -> schedule.tick(1));
        }
    }

    @Test
    void shouldRefuseAPairKernelWhosePartnersQueryIsClosed() {
        Query seekers = world.query().all(Kinds.TYPE).build();
        Query partners = positions();
        long seeker = world.spawn(Kinds.ZERO);
        world.set(seeker, Kinds.TARGET, first);
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, partners, (row, partner) -> partner.set(Position.X, 9));
        Selection selection = Selection.of(seekers).collect();
        try (Schedule schedule = Schedule.builder(world).add("pairs", kernel).build()) {
            ScheduleBuilder late = Schedule.builder(world).add("late", kernel);
            partners.close();

            assertThrowsClosed(kernel::run);
            assertThrowsClosed(() -> schedule.tick(1));
            assertThrowsClosed(late::build);
            assertThrowsClosed(() -> selection.join(Kinds.TARGET, partners));
            assertThrowsClosed(() -> seekers.pairKernel(Kinds.TARGET, partners, (row, partner) -> {}));
        }
        assertEquals(0, world.get(first, Position.X));
        world.frame().reset();
    }

    @Test
    void shouldRefuseToBuildAScheduleOverAClosedQuery() {
        Query query = positions();
        ScheduleBuilder builder = Schedule.builder(world).add("rows", query.kernel((Row row) -> {}));
        query.close();
        String message =
                assertThrows(IllegalStateException.class, builder::build).getMessage();
        assertTrue(message.contains("\"rows\"") && message.contains("world.query()"), message);
    }

    private static void assertThrowsClosed(Executable use) {
        Throwable thrown = assertThrows(Throwable.class, use);
        while (thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        assertTrue(thrown.getMessage().contains("query is closed"), thrown::toString);
    }

    @Test
    void shouldCloseTwiceAndAfterTheWorld() {
        Query twice = moved();
        twice.close();
        assertDoesNotThrow(twice::close);
        Query late = moved();
        Query plain = positions();
        world.close();
        assertDoesNotThrow(late::close);
        assertDoesNotThrow(plain::close);
        assertDoesNotThrow(late::close);
        assertThrows(IllegalStateException.class, late::count);
    }

    @Test
    void shouldBeClosedOnlyByTheWorldsThreadOutsideOfSystems() {
        Query query = moved();
        Elsewhere.run("intruder", () -> {
            String message =
                    assertThrows(IllegalStateException.class, query::close).getMessage();
            assertTrue(message.contains("'intruder'"), message);
        });
        try (Schedule schedule = Schedule.builder(world)
                .add("system", () -> assertThrows(IllegalStateException.class, query::close))
                .build()) {
            schedule.tick(1);
        }
        world.set(first, Position.X, 1);
        assertEquals(1, query.count());
    }

    @Test
    void shouldNotCloseWhileItIsIteratedOver() {
        for (Query query : List.of(positions(), moved())) {
            world.set(first, Position.X, 1);
            Executable refused = () -> {
                String message =
                        assertThrows(IllegalStateException.class, query::close).getMessage();
                assertTrue(message.contains("during an iteration"), message);
            };
            try (RowCursor rows = query.cursor()) {
                assertTrue(rows.next());
                assertThrows(IllegalStateException.class, query::close);
                assertEquals(first, rows.entity());
            }
            int[] calls = {0};
            for (Consumer<Query> use : List.<Consumer<Query>>of(
                    q -> q.forEach((Row row) -> calls[0]++),
                    q -> q.forEachSpan(span -> calls[0]++),
                    q -> q.kernel((Row row) -> run(refused, calls)).run())) {
                world.set(first, Position.X, 1);
                use.accept(query);
            }
            world.set(first, Position.X, 1);
            query.forEach((Row row) -> positions().forEach((Row inner) -> run(refused, calls)));
            assertTrue(calls[0] > 3);
            query.close();
            assertThrows(IllegalStateException.class, query::count);
        }
    }

    private static void run(Executable check, int[] calls) {
        try {
            check.execute();
            calls[0]++;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldCloseWhileAnotherQueryIsIteratedOver() {
        Query query = moved();
        positions().forEach((Row row) -> {
            row.set(Position.X, 5);
            query.close();
        });
        assertEquals(ROWS, positions().count());
    }

    /** A second kernel would miss the changes that the first has seen. */
    @Test
    void shouldRefuseASecondKernelOfAQueryForChanges() {
        for (Supplier<Query> maker : List.<Supplier<Query>>of(
                this::moved, () -> world.query().added(Position.TYPE).build())) {
            Query query = maker.get();
            assertThrows(IllegalArgumentException.class, () -> query.kernel((RowBody) null));
            int[] seen = {0};
            RowKernel kernel = query.kernel((Row row) -> seen[0]++);
            for (Executable second : List.<Executable>of(
                    () -> query.kernel((Row row) -> {}), () -> query.kernel((row, commands) -> {}))) {
                String message =
                        assertThrows(IllegalStateException.class, second).getMessage();
                assertTrue(message.contains("another query"), message);
            }
            world.spawn(new Position(1, 1));
            kernel.run();
            assertEquals(1, seen[0]);
        }
        Query plain = positions();
        plain.kernel((Row row) -> {});
        assertDoesNotThrow(() -> plain.kernel((Row row) -> {}));
    }
}
