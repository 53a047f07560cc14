package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory sources that use the world while its rows move, as trackers do that call listeners. */
class CallsDuringMovesTest {
    private static final int COUNT = 40_000;
    private static final int REQUESTS = 16;

    private enum Call {
        COMPACT,
        RUN_SAME,
        RUN_OTHER,
        CLOSE,
        DESTROY,
        SPAWN,
        RESERVE
    }

    private final FailingMemory memory = new FailingMemory(MemorySource.direct());
    private final long[] entities = new long[COUNT];
    private World world;
    private Template template;
    private Arrangement sorted;
    private Arrangement together;
    private boolean isCalled;

    @BeforeEach
    void create() {
        world = World.builder().memory(memory).build();
        template = world.template().with(new Position(0, 0), new Health(0)).build();
        template.spawn(entities);
        for (int i = 0; i < COUNT; i++) {
            world.set(entities[i], Position.X, i * 7919 % 1000);
            world.set(entities[i], Position.Y, i);
            if (i % 10 == 0) {
                world.add(entities[i], Frozen.TYPE);
            } else if (i % 3 == 0) {
                world.destroy(entities[i]);
            }
        }
        sorted = world.arrange(world.query().all(Position.TYPE, Frozen.TYPE).build())
                .byColumn(Position.X);
        together = world.arrange(world.query().all(Health.TYPE).build()).together();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void call(Call call) {
        switch (call) {
            case COMPACT -> world.compact();
            case RUN_SAME -> sorted.run();
            case RUN_OTHER -> together.run();
            case CLOSE -> sorted.close();
            case DESTROY -> destroySome();
            case SPAWN -> template.spawn();
            case RESERVE -> reserveSome();
        }
    }

    private void destroySome() {
        for (int i = 0; i < COUNT; i += 20) {
            if (world.isAlive(entities[i])) {
                world.destroy(entities[i]);
            }
        }
    }

    private void reserveSome() {
        for (int i = 0; i < 100; i++) {
            template.spawn(world.commands());
        }
    }

    private void callNth(int nth, Runnable call) {
        memory.callNext(() -> {
            if (nth == 0) {
                isCalled = true;
                call.run();
            } else {
                callNth(nth - 1, call);
            }
        });
    }

    /** The move fails, or goes on; nothing is lost, and no memory leaks. */
    private void check(Call call, Runnable move) {
        boolean wasCalled = false;
        for (int nth = 0; nth < REQUESTS; nth++) {
            close();
            create();
            world.commands().spawn();
            world.applyCommands(); // now there is memory for commands
            isCalled = false;
            callNth(nth, () -> call(call));
            try {
                move.run();
            } catch (NativeMemoryException | IllegalStateException e) {
                assertTrue(
                        e.getMessage().contains("memory source")
                                || e.getMessage().contains("rows move"),
                        () -> "" + e);
            }
            wasCalled |= isCalled;
            memory.callNext(() -> {});
            world.applyCommands();
            checkWorld();
            world.compact();
            checkWorld();
        }
        assertTrue(wasCalled);
    }

    private void checkWorld() {
        StoreInvariants.check(world);
        for (int i = 0; i < COUNT; i++) {
            if (world.isAlive(entities[i])) {
                assertEquals(i, world.get(entities[i], Position.Y));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepAWholeWorldWhileHolesAreClosed(Call call) {
        check(call, () -> world.compact());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepAWholeWorldWhileAllIsArranged(Call call) {
        check(call, () -> sorted.run());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepAWholeWorldWhileSomeIsArranged(Call call) {
        check(call, () -> {
            boolean isDone;
            do {
                isDone = sorted.runRows(5000);
            } while (!isDone);
        });
    }

    /** Of the calls that move rows, what each does while the memory source is called. */
    private void assertMovesAreRefused() {
        isCalled = true;
        List<Executable> moves = List.of(
                world::compact,
                () -> world.compactRows(1),
                template::compact,
                sorted::run,
                () -> together.runRows(1),
                sorted::close);
        for (Executable move : moves) {
            String message = assertThrows(IllegalStateException.class, move).getMessage();
            assertTrue(message.contains("memory source"), message);
        }
    }

    @Test
    void shouldRefuseMovesDuringOtherChanges() {
        long last = entities[COUNT - 2];
        Query changed = world.query()
                .all(Position.TYPE)
                .changed(Position.TYPE, Health.TYPE)
                .build();
        Query added = world.query().added(Frozen.TYPE).build();
        List<Runnable> changes = List.of(
                () -> world.set(last, Position.X, 1),
                () -> world.add(last, Frozen.TYPE),
                () -> world.remove(last, Health.TYPE),
                () -> world.spawn(new Position(1, 2)),
                () -> template.spawn(2 * COUNT));
        for (Runnable change : changes) {
            memory.callNext(this::assertMovesAreRefused);
            change.run();
        }
        assertTrue(isCalled);
        assertTrue(changed.count() > 0 && added.count() > 0);
        memory.callNext(() -> {});
        checkWorld();
        world.compact();
        checkWorld();
    }

    @Test
    void shouldRefuseRestorationsWhileRowsMove() {
        try (Snapshots snapshots = world.snapshots(2)) {
            long tick = snapshots.capture();
            Executable restore = () -> snapshots.restore(tick);
            memory.callNext(() -> {
                isCalled = true;
                String message =
                        assertThrows(IllegalStateException.class, restore).getMessage();
                assertTrue(message.contains("while rows move"), message);
            });
            world.compact();
            assertTrue(isCalled);
            memory.callNext(() -> assertThrows(IllegalStateException.class, restore));
            template.spawn(2 * COUNT);
            checkWorld();
            snapshots.restore(tick);
            checkWorld();
        }
    }

    /** The rows of a bulk spawn are counted before memory is taken, and again after that. */
    @Test
    void shouldReserveRowsAgainThatAreUsedMeanwhile() {
        Template other = world.template().with(Frozen.TYPE).build();
        world.compact();
        int blocks = world.memory().blocks();
        for (int nth = 0; nth < 8; nth++) {
            int count = world.entityCount();
            callNth(nth, () -> other.spawn(COUNT));
            try {
                template.spawn(3 * COUNT);
                count += 3 * COUNT;
            } catch (NativeMemoryException e) {
                assertTrue(e.getMessage().contains("memory source"), e.getMessage());
            }
            memory.callNext(() -> {});
            assertEquals(isCalled ? count + COUNT : count, world.entityCount());
            isCalled = false;
            checkWorld();
            world.query().all(Frozen.TYPE).build().bulk().destroy();
            world.compact();
        }
        assertTrue(world.memory().blocks() > blocks);
    }

    /** Readers of changes end while the others take memory for rows that will move. */
    @Test
    void shouldMoveRowsOfReadersThatEndMeanwhile() {
        for (int nth = 0; nth < REQUESTS; nth++) {
            close();
            create();
            List<Query> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                readers.add(world.query().changed(Position.TYPE).build());
                assertEquals(0, readers.get(i).count());
            }
            world.set(entities[COUNT - 2], Position.X, 1);
            callNth(nth, () -> readers.subList(1, 4).forEach(Query::close));
            world.compact();
            memory.callNext(() -> {});
            assertEquals(1, readers.get(0).count());
            checkWorld();
        }
    }
}
