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
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.match.MatchedBlock;
import basalt.memory.Elsewhere;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
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
    void shouldReadAndWriteInASystem() {
        long labelled = world.spawn(new Label("old"), new Rare(1, "one"));
        inSystem(everything(), () -> {
            world.set(first, Position.X, world.get(first, Position.X) + 10);
            world.set(first, new Velocity(7, 8));
            world.row(first).set(Health.POINTS, 9);
            world.set(labelled, Label.TEXT, world.get(labelled, Label.TEXT) + " and new");
            world.set(labelled, Rare.CHARGE, 2);
            assertEquals(new Position(11, 2), world.get(first, Position.TYPE));
            assertTrue(world.has(first, Health.TYPE));
            assertFalse(world.has(first, Label.TYPE));
            assertTrue(world.isAlive(first));
            assertFalse(world.isAlive(Entity.of(70_000, 1)));
            assertTrue(world.isEnabled(first));
            assertTrue(world.isEnabled(first, Position.TYPE));
            assertThrows(DeadEntityException.class, () -> world.get(Entity.of(70_000, 1), Position.X));
            assertThrows(MissingComponentException.class, () -> world.get(first, Label.TEXT));
        });

        assertEquals(new Position(11, 2), world.get(first, Position.TYPE));
        assertEquals(new Velocity(7, 8), world.get(first, Velocity.TYPE));
        assertEquals(9, world.get(first, Health.POINTS));
        assertEquals("old and new", world.get(labelled, Label.TEXT));
        assertEquals(2, world.get(labelled, Rare.CHARGE));
    }

    @Test
    void shouldIterateInASystemWithTheWorkersArena() {
        RowKernel kernel = moving.kernel(row -> row.set(Position.Y, row.get(Position.Y) + 1));
        RowKernel pure = moving.pureKernel(row -> row.set(Position.Y, row.get(Position.Y) + 1));
        SpanKernel spans = moving.spanKernel(span -> {
            UnsafeBuffer view = new UnsafeBuffer();
            span.wrap(Position.Y, view);
            view.putFloat(0, view.getFloat(0) + 1);
        });
        inSystem(everything(), () -> {
            FrameArena arena = world.frame();
            assertSame(workers[0].frame(), arena);
            moving.forEach(row -> {
                assertTrue(arena.usedBytes() >= MatchedBlock.BYTES);
                row.set(Position.X, row.index());
            });
            assertEquals(0, arena.usedBytes());
            assertEquals(ENTITIES, moving.count());
            assertEquals(first, moving.first());
            assertFalse(moving.isEmpty());
            assertThrows(IllegalStateException.class, moving::single);
            int[] visits = {0};
            try (RowCursor rows = moving.cursor()) {
                while (rows.next()) {
                    visits[0]++;
                    if (visits[0] == 10) {
                        assertEquals(ENTITIES, moving.count(), "nested");
                    }
                }
            }
            assertEquals(ENTITIES, visits[0]);
            kernel.run();
            pure.run();
            spans.run();
            assertEquals(ENTITIES * 4.0 + 1, moving.reduce().sum(Position.Y));
        });
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

    @Test
    void shouldWorkOnTwoComponentsAtTheSameTime() {
        Query fast = world.query().all(Velocity.TYPE).build();
        RowKernel first = moving.kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
        RowKernel second = fast.kernel(row -> row.set(Velocity.DX, row.get(Velocity.DX) + 1));
        template.spawn(2 * ROWS);
        home.lend(workers, workerAccess);
        Elsewhere.together(
                () -> repeat(workers[0], new Declared("one").writing(Position.TYPE), first, moving),
                () -> repeat(workers[1], new Declared("two").writing(Velocity.TYPE), second, fast));
        home.reclaim();

        int count = ENTITIES + 2 * ROWS;
        assertEquals(101.0 * count, moving.reduce().sum(Position.X));
        assertEquals(103.0 * count, fast.reduce().sum(Velocity.DX));
        assertEquals(0, world.frame().usedBytes());
    }

    private void repeat(Worker worker, Declared access, RowKernel kernel, Query query) {
        for (int i = 0; i < 100; i++) {
            worker.enter(access);
            assertSame(worker.frame(), world.frame());
            kernel.run();
            assertEquals(ENTITIES + 2 * ROWS, query.count());
            assertTrue(worker.leave(false));
        }
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

    @Test
    void shouldMoveFromThreadToThread() {
        home.lend(workers, workerAccess);
        for (int i = 0; i < 10; i++) {
            Elsewhere.run("thread " + i, () -> {
                workers[0].enter(everything());
                world.frame().allocate(1000, 64).putLong(0, 1);
                moving.forEach(row -> row.set(Position.X, row.get(Position.X) + 1));
                world.commands().add(first, Frozen.TYPE);
                assertTrue(workers[0].leave(false));
                assertRefused(moving::count, "from a system");
            });
            workers[0].enter(everything());
            world.set(first, Position.Y, world.get(first, Position.Y) + 1);
            assertTrue(workers[0].leave(false));
        }
        home.reclaim();

        assertEquals(11.0 * ENTITIES, moving.reduce().sum(Position.X));
        assertEquals(12f, world.get(first, Position.Y));
        assertEquals(10, workers[0].queue().count());
    }

    @Test
    void shouldLeaveOnItsOwnThread() {
        home.lend(workers, workerAccess);
        workers[0].enter(everything());
        Elsewhere.run("other", () -> assertRefused(() -> workers[0].leave(false), "'other'"));
        assertEquals(ENTITIES, moving.count());
        assertTrue(workers[0].leave(false));
        assertRefused(() -> workers[0].leave(false), "'mover'");
        home.reclaim();
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
            assertUndeclared(Velocity.TYPE, () -> world.tryGet(first, Velocity.TYPE));
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

    @Test
    void shouldRefuseCommandsOutsideOfTheirSystem() {
        CommandQueue commands = workers[0].queue();
        assertRefused(() -> commands.destroy(first), "'none'");
        home.lend(workers, workerAccess);
        CommandQueue owners = home.owner().queue();
        workers[0].enter(everything());
        commands.destroy(first);
        assertRefused(() -> owners.destroy(first), "'mover'", "commands");
        Elsewhere.run("other", () -> assertRefused(() -> commands.destroy(first), "'mover'", "'other'"));
        workers[0].leave(false);
        assertRefused(() -> commands.destroy(first), "'mover'");
        assertRefused(() -> commands.add(first, Frozen.TYPE), "'mover'");
        assertRefused(commands::spawn, "'mover'");
        home.reclaim();
        assertEquals(1, commands.count());
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

    @Test
    void shouldHaveNoMoreMemoryThanItsCap() {
        inSystem(
                everything(),
                () -> assertThrows(
                        NativeMemoryException.class, () -> world.frame().allocate(2 << 20, 8)));
    }

    private static void assertUndeclared(Component<?> component, Executable access) {
        assertRefused(access, "'reader'", component.name());
    }

    private static void assertRefused(Executable call, String... mentioned) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        Arrays.stream(mentioned).forEach(part -> assertTrue(message.contains(part), message));
    }
}
