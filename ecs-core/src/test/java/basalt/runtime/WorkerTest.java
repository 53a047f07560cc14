package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.command.CommandQueue;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.memory.Slice;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.storage.access.WorkerAccess;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The operations that systems may and may not use on a world that is lent to workers. */
class WorkerTest extends WorldFixture {
    private static final int ENTITIES = 1000;
    private static final int WORKERS = 2;
    private final WorldRuntime home = Internal.of(world);
    private final Worker[] workers = new Worker[WORKERS];
    private final WorkerAccess[] workerAccess = new WorkerAccess[WORKERS];
    private final Query moving = world.query().all(Position.TYPE).build();
    private Template template;
    private long first;

    @BeforeEach
    void create() {
        template = world.template()
                .with(new Position(1, 2), new Velocity(3, 4), new Health(5))
                .build();
        template.spawn(ENTITIES);
        first = moving.first();
        for (int i = 0; i < WORKERS; i++) {
            workers[i] = home.worker(counting, 1 << 20);
        }
        System.arraycopy(WorldRuntime.Workers.access(workers), 0, workerAccess, 0, WORKERS);
    }

    @AfterEach
    void close() {
        for (Worker worker : workers) {
            worker.close();
        }
    }

    /** Runs a system in a thread of its own, as a worker, while the world is lent. */
    private void inSystem(Declared access, Runnable system) {
        home.lend(workers, workerAccess);
        try {
            Elsewhere.run("worker thread", () -> {
                workers[0].enter(access);
                try {
                    system.run();
                } finally {
                    workers[0].leave(false);
                }
            });
        } finally {
            home.reclaim();
        }
    }

    private static Declared everything() {
        return new Declared("mover")
                .writing(Position.TYPE, Velocity.TYPE, Health.TYPE, Label.TYPE, Rare.TYPE)
                .changing(Frozen.TYPE, Rare.TYPE)
                .spawning()
                .destroying();
    }

    @Test
    void shouldRefuseStructuralCallsByNameOfTheSystem() {
        List<Executable> calls = structuralCalls();
        inSystem(everything(), () -> calls.forEach(call -> assertRefused(call, "'mover'", "while systems run; ")));

        assertEquals(ENTITIES, world.entityCount());
        assertTrue(world.isEnabled(first));
    }

    @Test
    void shouldRefuseThreadsWithoutASystem() {
        List<Executable> calls = new ArrayList<>(structuralCalls());
        calls.addAll(List.of(
                () -> world.get(first, Position.X),
                () -> world.set(first, Position.X, 1),
                () -> world.isAlive(first),
                () -> world.row(first),
                world::commands,
                world::frame,
                moving::count,
                () -> moving.forEach(row -> {}),
                moving::cursor,
                () -> moving.reduce().sum(Position.X)));
        inSystem(
                everything(),
                () -> Elsewhere.run(
                        "stranger", () -> calls.forEach(call -> assertRefused(call, "'stranger'", "from a system"))));

        home.lend(workers, workerAccess);
        calls.forEach(call ->
                assertRefused(call, "'" + Thread.currentThread().getName() + "'", "from a system", "after the tick"));
        assertRefused(world::close, "from a system");
        home.reclaim();
        assertEquals(ENTITIES, world.entityCount());
        assertDoesNotThrow(world::frame);
    }

    private List<Executable> structuralCalls() {
        long dead = world.spawn();
        world.destroy(dead);
        SpawnKernel burst = template.kernel(row -> {});
        return List.of(
                world::spawn,
                () -> world.spawn(new Health(1)),
                () -> world.destroy(first),
                () -> world.tryDestroy(first),
                () -> world.tryDestroy(dead),
                () -> world.add(first, Frozen.TYPE),
                () -> world.add(first, new Rare(1, "x")),
                () -> world.remove(first, Health.TYPE),
                () -> world.enable(first),
                () -> world.disable(first),
                () -> world.enable(first, Health.TYPE),
                () -> world.disable(first, Health.TYPE),
                world::query,
                world::template,
                world::applyCommands,
                world::close,
                template::spawn,
                () -> template.spawn(3),
                () -> template.spawn(0),
                () -> burst.spawn(1),
                () -> template.kernel(row -> {}),
                () -> moving.kernel(row -> {}),
                () -> moving.bulk().destroy(),
                () -> moving.bulk().add(Frozen.TYPE),
                () -> moving.bulk().disable(),
                () -> home.lend(workers, workerAccess));
    }

    /** Writes references of one column, some in blocks without references. */
    @Test
    void shouldWorkOnDifferentRowsOfOneComponentAtTheSameTime() {
        Template labels = world.template().with(new Label(null)).build();
        labels.spawn(3 * ROWS);
        Query labelled = world.query().all(Label.TYPE).build();
        long[] entities = new long[3 * ROWS];
        int[] at = {0};
        labelled.forEach(row -> entities[at[0]++] = row.entity());
        home.lend(workers, workerAccess);
        Elsewhere.together(() -> label(workers[0], entities, 0), () -> label(workers[1], entities, 1));
        home.reclaim();

        for (int i = 0; i < entities.length; i++) {
            assertEquals(i, world.get(entities[i], Label.TEXT));
        }
    }

    private void label(Worker worker, long[] entities, int parity) {
        worker.enter(new Declared("labels").writing(Label.TYPE));
        for (int i = parity; i < entities.length; i += 2) {
            world.set(entities[i], Label.TEXT, i);
            assertEquals(i, world.get(entities[i], Label.TEXT));
        }
        worker.leave(false);
    }

    @Test
    void shouldRecordWithItsOwnCommands() {
        List<Commands> seen = new ArrayList<>();
        long[] reserved = new long[2];
        RowKernel freeze = moving.kernel((row, commands) -> commands.add(row.entity(), Frozen.TYPE));
        inSystem(everything(), () -> {
            seen.add(world.commands());
            reserved[0] = world.commands().spawn();
            reserved[1] = template.spawn(world.commands());
            world.commands().destroy(first);
            freeze.run();
            assertFalse(world.isAlive(reserved[0]));
        });
        assertSame(workers[0].queue(), Internal.of(seen.get(0)));
        assertNotSame(world.commands(), seen.get(0));
        assertEquals(ENTITIES + 3, seen.get(0).count(), "a run in a system applies nothing");
        assertEquals(0, world.commands().count());
        assertEquals(ENTITIES, world.entityCount());

        home.playback()
                .add(Internal.of(seen.get(0)), 0, Internal.of(seen.get(0)).position(), 0);
        home.playback().run();
        assertEquals(ENTITIES + 1, world.entityCount());
        assertTrue(world.isAlive(reserved[0]));
        assertEquals(3, world.get(reserved[1], Velocity.DX));
        assertEquals(ENTITIES - 1, world.query().all(Frozen.TYPE).build().count());
    }

    @Test
    void shouldForgetCommandsOfAFailedRunInsideASystem() {
        inSystem(everything(), () -> {
            world.commands().add(first, Frozen.TYPE);
            assertThrows(
                    ArithmeticException.class,
                    () -> moving.forEach((row, commands) -> {
                        commands.destroy(row.entity());
                        commands.spawn();
                        throw new ArithmeticException();
                    }));
            assertEquals(1, world.commands().count());
        });
        workers[0].queue().forget(0);
        assertEquals(0, workers[0].queue().count());
    }

    @Test
    void shouldFreeRowsOfCancelledReservations() {
        long next = template.spawn();
        long[] reserved = new long[100];
        inSystem(everything(), () -> {
            for (int i = 0; i < reserved.length; i++) {
                reserved[i] = template.spawn(world.commands());
            }
        });
        workers[0].close();
        workers[0] = home.worker(counting, 1 << 20);
        template.spawn(100);

        assertEquals(ENTITIES + 101, world.entityCount());
        int[] last = {0};
        moving.forEach(row -> last[0] = row.index());
        assertEquals(Entity.index(next) + 100, last[0], "all rows are reused");
        for (long one : reserved) {
            assertFalse(world.isAlive(one));
        }
    }

    @Test
    void shouldCloseWhatASystemLeavesOpen() {
        List<Executable> leaving = List.of(
                moving::cursor,
                () -> {
                    moving.cursor();
                    moving.cursor().next();
                    world.frame().open();
                },
                () -> world.frame().open(),
                () -> world.frame().mark(),
                () -> world.frame().meters().phase("phase").begin());
        home.lend(workers, workerAccess);
        for (Executable leave : leaving) {
            workers[0].enter(everything());
            moving.count();
            assertDoesNotThrow(leave); // in the first round with an open cursor
            assertFalse(workers[0].leave(false));
            assertEquals(0, workers[0].frame().usedBytes());

            workers[0].enter(everything());
            assertEquals(ENTITIES, moving.count());
            assertTrue(workers[0].leave(false));
        }
        home.reclaim();
        assertDoesNotThrow(world.frame()::reset);
    }

    @Test
    void shouldEndCursorsAndSlicesWithTheSystem() {
        List<RowCursor> cursors = new ArrayList<>();
        List<Slice> slices = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        inSystem(everything(), () -> {
            slices.add(world.frame().allocate(100, 8));
            cursors.add(moving.cursor());
            cursors.get(0).next();
            rows.add(cursors.get(0).row());
            rows.add(world.row(first));
        });

        assertThrows(IllegalStateException.class, cursors.get(0)::next);
        assertThrows(IllegalStateException.class, cursors.get(0)::close);
        assertThrows(IllegalStateException.class, () -> slices.get(0).getLong(0));
        rows.forEach(row -> assertEquals(first, row.entity(), "rows belong to the world"));
        assertEquals(ENTITIES, moving.count());
    }

    /** While systems run, the owner's snapshots stay open, and they receive the changes made afterwards. */
    @Test
    void shouldNotAffectTheOwnersIterations() {
        try (RowCursor rows = moving.cursor()) {
            assertTrue(rows.next());
            inSystem(everything(), () -> {
                moving.forEach(row -> {});
                moving.cursor().close();
                assertEquals(ENTITIES, moving.count());
            });
            world.destroy(first + 1);
            world.remove(first + 2, Position.TYPE);
            assertTrue(rows.next());
            assertEquals(first + 3, rows.entity(), "the owner's cursor has skipped destroyed entities");
        }
        assertEquals(ENTITIES - 2, moving.count());
    }

    /** A sparse component that loses its last row of a block during the owner's iteration, whatever systems do. */
    @Test
    void shouldKeepRowsApartThatTheOwnerIteratesOver() {
        Query rare = world.query().all(Rare.TYPE).build();
        long one = world.spawn(new Rare(1, "one"));
        try (RowCursor rows = rare.cursor()) {
            assertTrue(rows.next());
            Row row = rows.row();
            world.remove(one, Rare.TYPE);
            inSystem(everything(), () -> assertEquals(0, rare.count()));
            long two = template.spawn();
            world.add(two, new Rare(2, "two"));
            assertThrows(MissingComponentException.class, () -> row.set(Rare.CHARGE, 77));
            assertEquals(2, world.get(two, Rare.CHARGE), "it is another row");
        }
    }

    @Test
    void shouldRefuseUndeclaredAccessInStrictMode() {
        assumeTrue(Strict.ON);
        long rare = world.spawn(new Rare(1, "one"), new Label("label"), new Position(9, 9));
        Query all = world.query().all(Position.TYPE, Velocity.TYPE).build();
        Declared access = new Declared("reader").reading(Position.TYPE).changing(Frozen.TYPE);
        inSystem(access, () -> {
            assertEquals(9, world.get(rare, Position.X));
            assertUndeclared(Position.TYPE, () -> world.set(rare, Position.X, 1));
            assertUndeclared(Position.TYPE, () -> world.set(rare, new Position(1, 1)));
            assertUndeclared(Velocity.TYPE, () -> world.get(first, Velocity.DX));
            assertUndeclared(Velocity.TYPE, () -> world.get(first, Velocity.TYPE));
            assertUndeclared(Rare.TYPE, () -> world.get(rare, Rare.CHARGE));
            assertUndeclared(Label.TYPE, () -> world.get(rare, Label.TEXT));
            assertUndeclared(Label.TYPE, () -> world.set(rare, Label.TEXT, "x"));
            assertUndeclared(Velocity.TYPE, () -> world.row(first).get(Velocity.DX));
            assertUndeclared(Position.TYPE, () -> world.row(first).set(Position.X, 1));
            assertUndeclared(Velocity.TYPE, () -> all.forEach(row -> row.get(Velocity.DX)));
            assertUndeclared(Position.TYPE, () -> moving.forEach(row -> row.set(Position.X, 1)));
            assertUndeclared(Velocity.TYPE, () -> world.has(first, Velocity.TYPE));
            assertUndeclared(Velocity.TYPE, () -> all.forEachSpan(span -> span.wrap(Velocity.DX, new UnsafeBuffer())));
            assertUndeclared(Velocity.TYPE, () -> all.reduce().sum(Velocity.DX));
            assertEquals(ENTITIES + 9.0, moving.reduce().sum(Position.X));
            Commands commands = world.commands();
            assertUndeclared(Rare.TYPE, () -> commands.add(first, Rare.TYPE));
            assertUndeclared(Rare.TYPE, () -> commands.remove(first, Rare.TYPE));
            assertUndeclared(Position.TYPE, () -> commands.set(first, Position.X, 1));
            assertRefused(commands::spawn, "'reader'");
            assertRefused(() -> template.spawn(commands), "'reader'");
            assertRefused(() -> commands.destroy(first), "'reader'");
            assertEquals(0, commands.count());
            commands.add(first, Frozen.TYPE);
        });

        assertEquals(9, world.get(rare, Position.X));
        assertEquals("label", world.get(rare, Label.TEXT));
        workers[0].queue().forget(0);
    }

    /** In any mode, because a spawn reserves a row of the world. */
    @Test
    void shouldRefuseSpawnsOutsideOfTheirSystem() {
        CommandQueue commands = workers[0].queue();
        assertRefused(commands::spawn, "'none'");
        assertRefused(() -> template.spawn(Internal.recorder(commands)), "'none'");
        home.lend(workers, workerAccess);
        assertRefused(home.owner().queue()::spawn, "from a system");
        home.reclaim();
        assertEquals(0, commands.count());
    }

    @Test
    void shouldCloseAfterTheWorld() {
        int before = counting.outstanding();
        World other = World.create();
        Worker worker = Internal.of(other).worker(counting, 1 << 20);
        worker.enter(everything());
        worker.queue().spawn();
        worker.leave(false);
        other.close();
        worker.close();

        assertEquals(before, counting.outstanding());
    }

    private static void assertUndeclared(Component<?> component, Executable access) {
        assertRefused(access, "'reader'", component.name());
    }

    private static void assertRefused(Executable call, String... mentioned) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        Arrays.stream(mentioned).forEach(part -> assertTrue(message.contains(part), message));
    }
}
