package basalt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.command.CommandQueue;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.internal.Internal;
import basalt.memory.Elsewhere;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
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

    private static void assertRefused(Executable call, String... mentioned) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        Arrays.stream(mentioned).forEach(part -> assertTrue(message.contains(part), message));
    }
}
