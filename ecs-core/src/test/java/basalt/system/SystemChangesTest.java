package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.every;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The changes that count as written by systems, and the systems that see them. */
class SystemChangesTest extends ScheduleFixture {
    private static final int ENTITIES = 100;
    private final Query moving = all(Position.TYPE, Velocity.TYPE);
    private final Query positions = world.query().changed(Position.TYPE).build();
    private final Query velocities = world.query().changed(Velocity.TYPE).build();
    private final RowKernel move =
            moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    private final List<Integer> seen = new ArrayList<>();

    private void populate() {
        world.template().with(new Position(0, 0), new Velocity(1, 0)).build().spawn(ENTITIES);
        positions.cursor().close();
        velocities.cursor().close();
    }

    /** A change query that runs inside a kernel finds rows that the kernel writes afterwards, as outside a schedule. */
    @Test
    void shouldFindWritesAfterAQueryInsideTheKernel() {
        for (boolean isScheduled : new boolean[] {false, true}) {
            populate();
            RowKernel kernel = all(Position.TYPE).kernel(row -> {
                positions.forEach(changed -> seen.add(changed.index()));
                row.set(Position.X, 7);
            });
            if (isScheduled) {
                tick(systems().add("write", kernel, writes(Position.TYPE), touchesOthers()), 1);
            } else {
                kernel.run();
            }
            assertEquals(all(Position.TYPE).count(), positions.count());
        }
    }

    @Test
    void shouldMarkDeclaredWritesOfAKernel() {
        populate();
        tick(systems().add("move", move, reads(Velocity.TYPE), writes(Position.TYPE)), 1);

        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count(), "it is only read");
    }

    @Test
    void shouldMarkTheColumnsThatSpansGiveAccessTo() {
        populate();
        UnsafeBuffer view = new UnsafeBuffer();
        Runnable spans = () -> moving.forEachSpan(span -> span.wrap(Position.X, view));
        tick(systems().add("spans", spans, reads(Velocity.TYPE), writes(Position.TYPE)), 1);
        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count());
    }

    @Test
    void shouldShowEachChangeOnceToSystemsWithIntervals() {
        populate();
        Query all = world.query().changed(Position.TYPE).build();
        Query some = world.query().changed(Position.TYPE).build();
        List<Integer> rarely = new ArrayList<>();
        int[] tick = {0};
        tick(
                systems()
                        .add("push", () -> world.set(Entity.of(tick[0]++, 1), Position.X, 5), writes(Position.TYPE))
                        .add("often", () -> seen.add(rows(all)), reads(Position.TYPE))
                        .add("rarely", () -> rarely.add(rows(some)), reads(Position.TYPE), every(4)),
                12);

        assertEquals(List.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), seen);
        assertEquals(12, rarely.stream().mapToInt(i -> i).sum() + some.count());
        assertEquals(3, rarely.size());
    }

    @Test
    void shouldRunAKernelOverChangedRows() {
        populate();
        int[] rows = {0};
        RowKernel react = positions.kernel(row -> {
            rows[0]++;
            row.get(Position.X);
        });
        int[] tick = {0};
        tick(
                systems()
                        .add("push", () -> world.set(Entity.of(tick[0]++ % 3, 1), Position.X, 5), writes(Position.TYPE))
                        .add("react", react, reads(Position.TYPE), touchesOthers()),
                10);
        assertEquals(10, rows[0]);
    }

    @Test
    void shouldRunAKernelOverChangedRowsThatItDoesNotWrite() {
        populate();
        Query query = world.query().all(Velocity.TYPE).changed(Position.TYPE).build();
        RowKernel react = query.kernel(row -> row.set(Velocity.DY, row.get(Position.X)));
        world.set(Entity.of(3, 1), Position.X, 7);
        tick(systems().add("react", react, reads(Position.TYPE), writes(Velocity.TYPE)), 2);

        assertEquals(7f, world.get(Entity.of(3, 1), Velocity.DY));
        assertEquals(1, velocities.count());
        assertEquals(0, query.count());
    }

    /** Two systems may read a component at the same time; neither may change pending changes of its readers. */
    @Test
    void shouldOnlyMarkDeclaredWritesOfADirectRun() {
        populate();
        tick(systems().add("move", move::run, reads(Velocity.TYPE), writes(Position.TYPE)), 1);
        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count());

        tick(systems().add("move", move::run, exclusive()), 1);
        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count(), "it is known not to write them");

        RowKernel unknown = moving.kernel(opaque(row -> row.set(Position.X, 1)));
        tick(systems().add("unknown", unknown::run, exclusive()), 1);
        assertEquals(ENTITIES, velocities.count());
    }

    @Test
    void shouldMarkChangesByCommands() {
        populate();
        Query frozen = world.query().added(Frozen.TYPE).build();
        RowKernel freeze = moving.kernel((row, commands) -> {
            long entity = row.entity();
            if (Entity.index(entity) < 5) {
                commands.add(entity, Frozen.TYPE);
            }
        });
        tick(
                systems()
                        .add("freeze", freeze, reads(Velocity.TYPE), restructures(Frozen.TYPE))
                        .add("look", () -> seen.add(rows(frozen)), reads(Frozen.TYPE)),
                2);
        assertEquals(List.of(5, 0), seen);
    }

    @Test
    void shouldCallObserversOfDirectWritesInTheOrderOfSystems() {
        populate();
        List<String> told = new ArrayList<>();
        world.observers().onSet(Position.TYPE, entity -> told.add("position " + Entity.index(entity)));
        world.observers().onSet(Velocity.TYPE, entity -> {
            told.add("velocity " + Entity.index(entity));
            world.observers().commands().add(entity, Frozen.TYPE);
        });
        Runnable two = () -> {
            world.set(Entity.of(2, 1), Position.X, 1);
            world.set(Entity.of(1, 1), Position.X, 1);
            assertEquals(List.of(), told, "not while systems run");
        };
        tick(systems()
                .add("two", two, writes(Position.TYPE))
                .add("three", () -> world.set(Entity.of(3, 1), Velocity.DX, 1), writes(Velocity.TYPE)));
        assertEquals(List.of("position 2", "position 1", "velocity 3"), told);
        assertEquals(true, world.has(Entity.of(3, 1), Frozen.TYPE));
        assertEquals(2, positions.count());
    }

    /** Direct writes of a system stay even if the system fails. */
    @Test
    void shouldCallObserversOfDirectWritesOfFailedSystems() {
        populate();
        List<Integer> told = new ArrayList<>();
        world.observers().onSet(Position.TYPE, entity -> told.add(Entity.index(entity)));
        Query all = all(Velocity.TYPE);
        Runnable catches = () -> {
            world.commands().add(Entity.of(9, 1), Frozen.TYPE);
            world.set(Entity.of(1, 1), Position.X, 1);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> all.forEach(row -> {
                        world.commands().add(row.entity(), Frozen.TYPE);
                        world.set(Entity.of(2, 1), Position.X, 1);
                        world.set(Entity.of(3, 1), Position.X, 1);
                        world.commands().destroy(row.entity());
                        throw new IllegalArgumentException("on purpose");
                    }));
            world.set(Entity.of(4, 1), Position.X, 1);
        };
        Runnable failsBody = () -> {
            world.commands().spawn();
            world.set(Entity.of(5, 1), Position.X, 1);
            world.commands().destroy(Entity.of(5, 1));
            throw new IllegalArgumentException("on purpose");
        };
        build(systems()
                .add(
                        "catches",
                        catches,
                        reads(Velocity.TYPE),
                        writes(Position.TYPE),
                        restructures(Frozen.TYPE),
                        destroys())
                .add("fails", failsBody, writes(Position.TYPE), destroys(), spawns()));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals(List.of(1, 2, 3, 4, 5), told);
        assertEquals(ENTITIES, world.entityCount());
        assertEquals(1, all(Frozen.TYPE).count(), "what the run had recorded is forgotten");
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals(10, told.size());
    }

    @Test
    void shouldCallObserversForMoreWritesThanASegmentHolds() {
        populate();
        int writes = 20_000;
        int[] told = {0};
        Query all = all(Velocity.TYPE);
        world.observers().onSet(Position.TYPE, entity -> told[0]++);
        Runnable catches = () -> assertThrows(
                IllegalArgumentException.class,
                () -> all.forEach(row -> {
                    for (int i = 0; i < writes; i++) {
                        world.set(Entity.of(6, 1), Position.X, i);
                    }
                    throw new IllegalArgumentException("on purpose");
                }));
        Runnable fails = () -> {
            for (int i = 0; i < writes; i++) {
                world.set(Entity.of(5, 1), Position.X, i);
                world.commands().spawn();
            }
            throw new IllegalArgumentException("on purpose");
        };
        failure(systems()
                .add("catches", catches, reads(Velocity.TYPE), writes(Position.TYPE))
                .add("fails", fails, writes(Position.TYPE), spawns()));
        assertEquals(2 * writes, told[0]);
        assertEquals(ENTITIES, world.entityCount());
    }

    private static int rows(Query query) {
        int[] rows = {0};
        query.forEach(row -> {
            rows[0]++;
        });
        return rows[0];
    }

    /** A change query has one kernel, so two systems share the query by sharing the kernel. */
    private void assertRejected(Query query) {
        RowKernel kernel = query.kernel(row -> {});
        ScheduleBuilder builder = systems().add("first", kernel).add("between", () -> {});
        builder.build().close();
        assertRejects(
                builder.add("second", kernel)::build,
                "systems \"first\" and \"second\" share a query for changes",
                "build a query for each");
    }

    @Test
    void shouldRejectSystemsThatShareIt() {
        assertRejected(world.query().changed(Position.TYPE).build());
        assertRejected(world.query().added(Position.TYPE).build());
    }

    @Test
    void shouldAllowQueriesOfTheSameChangesAndOneWithoutChanges() {
        Query plain = all(Position.TYPE);
        systems()
                .add("a", world.query().changed(Position.TYPE).build().kernel(row -> {}))
                .add("b", world.query().changed(Position.TYPE).build().kernel(row -> {}))
                .add("c", plain.kernel(row -> {}))
                .add("d", plain.kernel(row -> {}))
                .build()
                .close();
    }

    /**
     * Strict mode reports two systems that share an object with a position: a change query, or a reader of events or
     * removals.
     */
    @Nested
    class Readers extends ScheduleFixture {
        private final Query changed = world.query().changed(Health.TYPE).build();
        private final Query entered = all(Health.TYPE).entered();
        private final RemovedComponents removals = world.removed(Health.TYPE);
        private final EventChannel<Blow> channel = world.events(Blow.TYPE);
        private final EventReader<Blow> events = channel.reader();
        private final int[] seen = {0};

        Readers() {
            for (int i = 0; i < 3; i++) {
                world.spawn(new Health(i));
            }
            world.destroy(changed.first());
            channel.send();
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

        private ScheduleBuilder two(int workers, Runnable use, SystemOption... options) {
            return systems().workers(workers).add("a", use, options).add("b", use, options);
        }

        private void assertShared(int workers, String reader, Runnable use, SystemOption... options) {
            assumeTrue(Strict.ON, "strict mode is off");
            assertMentions(messageOf(failure(two(workers, use, options))), "'a'", "'b'", reader, "give each its own");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void shouldCatchEachWayToShareAReader(int workers) {
            Access reads = reads(Health.TYPE);
            Access receives = receives(Blow.TYPE);
            assertShared(workers, "a query for changes", this::readChanges, reads);
            assertShared(workers, "changes", () -> changed.cursor().close(), reads);
            assertShared(workers, "changes", () -> Selection.of(changed).collect(), reads);
            assertShared(workers, "changes", () -> changed.reduce().sum(Health.POINTS), reads);
            assertShared(workers, "a query for changes", entered::count, reads);
            assertShared(workers, "changes", entered::isEmpty, reads);
            assertShared(workers, "changes", entered::first, reads);
            assertShared(workers, "a reader of events", this::readEvents, receives);
            assertShared(workers, "events", events::next, receives);
            assertShared(workers, "events", events::skipAll, receives);
            assertShared(workers, "a reader of removals", this::readRemovals, reads);
            assertShared(workers, "removals", () -> removals.forEach(entity -> {}), reads);
            assertShared(workers, "removals", removals::skipAll, reads);
        }

        @Test
        void shouldCatchWritersAndExclusiveSystems() {
            assertShared(1, "changes", changed.kernel(row -> row.index())::run, writes(Health.TYPE));
            assertShared(1, "a query for changes", this::readChanges, exclusive());
            assertShared(1, "a query for changes", () -> changed.bulk().remove(Health.TYPE), exclusive());
            assertShared(1, "a reader of events", this::readEvents, exclusive());
            assertShared(1, "a reader of removals", this::readRemovals, exclusive());
        }

        @Test
        void shouldCatchABodyThatUsesTheQueryOfAKernel() {
            assumeTrue(Strict.ON, "strict mode is off");
            RowKernel kernel = changed.kernel(row -> row.get(Health.POINTS));
            SystemException failure = failure(
                    systems().add("a", kernel, reads(Health.TYPE)).add("b", this::readChanges, reads(Health.TYPE)));
            assertEquals("b", failure.system());
        }

        @Test
        void shouldGiveTheReadersOfAClosedScheduleToTheNext() {
            int expected = 0;
            for (int i = 0; i < 3; i++) {
                build(systems()
                        .add("changes" + i, this::readChanges, reads(Health.TYPE))
                        .add("events" + i, this::readEvents, receives(Blow.TYPE))
                        .add("removals" + i, this::readRemovals, reads(Health.TYPE)));
                tick(2, 1);

                expected += i == 0 ? 4 : 0;
                assertEquals(expected, seen[0]);
            }
        }

        @Test
        void shouldLetOneSystemAndTheCodeOutsideUseThem() {
            readChanges();
            readRemovals();
            build(systems()
                    .add("changes", this::readChanges, reads(Health.TYPE))
                    .add("look", () -> changed.count(), reads(Health.TYPE)) // takes nothing
                    .add("ask", () -> {}, RunCondition.when(() -> events.remaining() >= 0)));
            schedule.tick(1);
            world.set(changed.isEmpty() ? all(Health.TYPE).first() : changed.first(), Health.POINTS, 7);
            schedule.tick(1);
            readChanges();
            schedule.tick(1);

            assertEquals(4, seen[0]);
        }
    }
}
