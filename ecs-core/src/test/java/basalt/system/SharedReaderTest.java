package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Health;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Strict mode reports two systems that share an object with a position: a change query, or a reader of events or
 * removals.
 */
class SharedReaderTest {
    private final World world = World.create();
    private final Query changed = world.query().changed(Health.TYPE).build();
    private final RemovedComponents removals = world.removed(Health.TYPE);
    private final EventChannel<Blow> channel = world.events(Blow.TYPE);
    private final EventReader<Blow> events = channel.reader();
    private final int[] seen = {0};

    SharedReaderTest() {
        for (int i = 0; i < 3; i++) {
            world.spawn(new Health(i));
        }
        world.destroy(changed.first());
        channel.send();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void readChanges() {
        changed.forEach(row -> seen[0]++);
    }

    private void readRemovals() {
        while (removals.next()) {
            seen[0]++;
        }
    }

    private void readEvents() {
        events.forEach(event -> seen[0]++);
    }

    private Schedule two(int workers, Runnable use, SystemOption... options) {
        return Schedule.builder(world)
                .workers(workers)
                .add("a", use, options)
                .add("b", use, options)
                .build();
    }

    private void assertShared(int workers, String reader, Runnable use, SystemOption... options) {
        assumeTrue(Strict.ON, "strict mode is off");
        try (Schedule schedule = two(workers, use, options)) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertTrue(message.contains("'a'") && message.contains("'b'") && message.contains(reader), message);
            assertTrue(message.contains("give each its own"), message);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCatchASharedQueryForChanges(int workers) {
        assertShared(workers, "a query for changes", this::readChanges, reads(Health.TYPE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCatchASharedReaderOfEvents(int workers) {
        assertShared(workers, "a reader of events", this::readEvents, receives(Blow.TYPE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCatchASharedReaderOfRemovals(int workers) {
        assertShared(workers, "a reader of removals", this::readRemovals, reads(Health.TYPE));
    }

    @Test
    void shouldCatchEachWayToTakeChanges() {
        assertShared(1, "changes", () -> changed.cursor().close(), reads(Health.TYPE));
        assertShared(1, "changes", () -> Selection.of(changed).collect(), reads(Health.TYPE));
        assertShared(1, "changes", () -> changed.reduce().sum(Health.POINTS), reads(Health.TYPE));
        assertShared(1, "changes", changed.kernel(row -> row.index())::run, Access.writes(Health.TYPE));
    }

    @Test
    void shouldCatchEachWayToTakeEventsAndRemovals() {
        assertShared(1, "events", events::next, receives(Blow.TYPE));
        assertShared(1, "events", events::skipAll, receives(Blow.TYPE));
        assertShared(1, "removals", () -> removals.forEach(entity -> {}), reads(Health.TYPE));
        assertShared(1, "removals", removals::skipAll, reads(Health.TYPE));
    }

    @Test
    void shouldCatchExclusiveSystems() {
        assertShared(1, "a query for changes", this::readChanges, exclusive());
        assertShared(1, "a query for changes", () -> changed.bulk().remove(Health.TYPE), exclusive());
        assertShared(1, "a reader of events", this::readEvents, exclusive());
        assertShared(1, "a reader of removals", this::readRemovals, exclusive());
    }

    @Test
    void shouldCatchABodyThatUsesTheQueryOfAKernel() {
        assumeTrue(Strict.ON, "strict mode is off");
        RowKernel kernel = changed.kernel(row -> row.get(Health.POINTS));
        try (Schedule schedule = Schedule.builder(world)
                .add("a", kernel, reads(Health.TYPE))
                .add("b", this::readChanges, reads(Health.TYPE))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals("b", failure.system());
        }
    }

    @Test
    void shouldGiveTheReadersOfAClosedScheduleToTheNext() {
        int expected = 0;
        for (int i = 0; i < 3; i++) {
            try (Schedule schedule = Schedule.builder(world)
                    .add("changes" + i, this::readChanges, reads(Health.TYPE))
                    .add("events" + i, this::readEvents, receives(Blow.TYPE))
                    .add("removals" + i, this::readRemovals, reads(Health.TYPE))
                    .build()) {
                schedule.tick(1);
                schedule.tick(1);
            }
            expected += i == 0 ? 4 : 0;
            assertEquals(expected, seen[0]);
        }
    }

    @Test
    void shouldLetOneSystemAndTheCodeOutsideUseThem() {
        readChanges();
        readRemovals();
        try (Schedule schedule = Schedule.builder(world)
                .add("changes", this::readChanges, reads(Health.TYPE))
                .add("look", () -> changed.count(), reads(Health.TYPE)) // takes nothing
                .add("ask", () -> {}, RunCondition.when(() -> events.remaining() >= 0))
                .build()) {
            schedule.tick(1);
            world.set(
                    changed.isEmpty() ? world.query().all(Health.TYPE).build().first() : changed.first(),
                    Health.POINTS,
                    7);
            schedule.tick(1);
            readChanges();
            schedule.tick(1);
        }
        assertEquals(4, seen[0]);
    }
}
