package basalt.query;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bodies that record commands. The commands are applied when the outermost run ends, and discarded if the run throws.
 */
class CommandKernelTest extends WorldFixture {
    private static final int ENTITIES = 200;

    /** The ways to run a body that records commands. */
    enum Way {
        KERNEL((query, body) -> query.kernel(body).run()),
        FOR_EACH(Query::forEach);

        private final BiConsumer<Query, Commands.Body> way;

        Way(BiConsumer<Query, Commands.Body> way) {
            this.way = way;
        }

        void run(Query query, Commands.Body body) {
            way.accept(query, body);
        }
    }

    private final RuntimeException thrownByBody = new RuntimeException("thrown by the body");
    private Query healthy;
    private Query frozen;

    @BeforeEach
    void spawn() {
        healthy = world.query().all(Health.TYPE).build();
        frozen = world.query().all(Frozen.TYPE).build();
        for (int i = 0; i < ENTITIES; i++) {
            world.spawn(new Health(i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldApplyWhatWasRecordedWhenTheRunHasEnded(Way way) {
        int[] visits = {0};
        way.run(healthy, (row, commands) -> {
            long entity = row.entity();
            visits[0]++;
            assertEquals(ENTITIES, world.entityCount());
            assertFalse(row.has(Frozen.TYPE));
            if (row.get(Health.POINTS) % 2 == 0) {
                commands.destroy(entity);
            } else {
                commands.add(entity, Frozen.TYPE);
                commands.set(entity, Health.POINTS, -1);
            }
        });

        assertEquals(ENTITIES, visits[0]);
        assertEquals(ENTITIES / 2, world.entityCount());
        assertEquals(ENTITIES / 2, frozen.count());
        assertEquals(-ENTITIES / 2, healthy.reduce().sum(Health.POINTS));
        assertEquals(new Commands.Stats(ENTITIES * 3 / 2, 0), world.statistics().commands());
        assertEquals(0, world.commands().count());
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassTheWorldsRecorderToTheBody(Way way) {
        way.run(healthy, (row, commands) -> assertSame(world.commands(), commands));
    }

    @ParameterizedTest
    @EnumSource
    void shouldForgetWhatAFailedRunRecorded(Way way) {
        Template template = world.template().with(new Health(1)).build();
        long[] reserved = new long[2];
        long before = world.commands().spawn();
        var thrown = assertThrows(
                RuntimeException.class,
                () -> way.run(healthy, (row, commands) -> {
                    commands.destroy(row.entity());
                    commands.add(row.entity(), new Position(1, 1));
                    reserved[0] = template.spawn(commands);
                    reserved[1] = commands.spawn();
                    if (row.get(Health.POINTS) == 7) {
                        throw thrownByBody;
                    }
                }));

        assertSame(thrownByBody, thrown);
        assertEquals(1, world.commands().count(), "earlier commands stay");
        world.applyCommands();
        assertEquals(ENTITIES + 1, world.entityCount());
        assertTrue(world.isAlive(before));
        assertEquals(0, world.query().all(Position.TYPE).build().count());
        template.spawn(8);
        assertEquals(
                (int) reserved[0],
                Entity.index(lastOf(healthy)),
                "only the eight rows of cancelled reservations are used");
        assertFalse(world.isAlive(reserved[0]));
        world.spawn();
        assertFalse(world.isAlive(reserved[1]));
        assertEquals(new Commands.Stats(1, 0), world.statistics().commands());
    }

    private static long lastOf(Query query) {
        long[] last = new long[1];
        query.forEach(row -> last[0] = row.entity());
        return last[0];
    }

    @Test
    void shouldApplyEarlierCommandsOnlyWithThoseOfTheRun() {
        long first = healthy.first();
        world.commands().add(first, Frozen.TYPE);
        healthy.forEach((row, commands) -> {});
        healthy.kernel(row -> {}).run();
        assertEquals(1, world.commands().count());
        assertFalse(world.has(first, Frozen.TYPE));

        healthy.forEach((row, commands) -> commands.add(row.entity(), new Position(1, 1)));
        assertTrue(world.has(first, Frozen.TYPE));
        assertEquals(0, world.commands().count());
    }

    @Test
    void shouldApplyWhatABodyRecordsInTheWorldsCommands() {
        RowKernel kernel = healthy.kernel(row -> world.commands().add(row.entity(), Frozen.TYPE));
        kernel.run();
        assertEquals(ENTITIES, frozen.count());
        healthy.forEachSpan(
                span -> world.commands().destroy(span.row(span.from()).entity()));
        assertEquals(ENTITIES - 1, world.entityCount());
        world.template()
                .with(new Health(1))
                .build()
                .kernel(row -> world.commands().add(row.entity(), new Position(2, 2)))
                .spawn(3);
        assertEquals(3, world.query().all(Position.TYPE).build().count());
    }

    @Test
    void shouldWaitForTheOutermostRun() {
        RowKernel inner = healthy.kernel((row, commands) -> commands.add(row.entity(), Frozen.TYPE));
        int[] outer = {0};
        healthy.forEach((row, commands) -> {
            if (outer[0]++ < 3) {
                inner.run();
                assertEquals(0, frozen.count(), "nothing changes during the outer run");
                assertEquals(outer[0] * ENTITIES, commands.count());
            }
        });

        assertEquals(ENTITIES, outer[0]);
        assertEquals(ENTITIES, frozen.count());
    }

    @Test
    void shouldForgetCommandsOfARunThatLeftSomethingOpen() {
        Commands.Body leavingACursor = (row, commands) -> {
            commands.destroy(row.entity());
            healthy.cursor();
        };
        Commands.Body leavingAScope = (row, commands) -> {
            commands.spawn();
            world.frame().open();
        };
        for (Commands.Body body : List.of(leavingACursor, leavingAScope)) {
            assertThrows(IllegalStateException.class, () -> healthy.forEach(body));
            assertEquals(0, world.commands().count());
            world.applyCommands();
            assertEquals(ENTITIES, world.entityCount());
        }
    }

    @Test
    void shouldApplyDuringARunOnRequest() {
        int[] visits = {0};
        healthy.forEach((row, commands) -> {
            commands.destroy(row.entity() + 1);
            world.applyCommands();
            visits[0]++;
        });

        assertEquals(ENTITIES / 2, visits[0]);
        assertEquals(ENTITIES / 2, world.entityCount());
    }

    /** Commands that were applied during a run are not applied again, even if the run fails. */
    @Test
    void shouldNotApplyTwiceWhenARunFailsAfterApplying() {
        long pending = world.commands().spawn();
        for (int i = 0; i < 20; i++) {
            world.commands().add(pending, new Health(0));
        }
        assertThrows(
                RuntimeException.class,
                () -> healthy.forEach((row, commands) -> {
                    commands.add(row.entity(), Frozen.TYPE);
                    world.applyCommands();
                    for (int i = 0; i < 50; i++) {
                        commands.destroy(pending);
                    }
                    throw thrownByBody;
                }));

        assertEquals(0, world.commands().count());
        world.applyCommands();
        assertEquals(ENTITIES + 1, world.entityCount());
        assertTrue(world.isAlive(pending));
        assertEquals(1, frozen.count());
        assertEquals(ENTITIES + 1, world.query().build().count());
    }

    @Test
    void shouldReportThatThereWasNoMemoryForACommand() {
        RowKernel kernel = healthy.kernel((row, commands) -> {
            long entity = row.entity();
            commands.remove(entity, Health.TYPE);
            commands.add(entity, Frozen.TYPE);
        });
        RemovedComponents removals = world.removed(Health.TYPE);
        healthy.count(); // the frame has its chunk
        healthy.count(); // the query keeps its snapshot
        world.commands().destroy(Entity.NULL); // and the commands have theirs
        world.applyCommands();
        memory.failNext();

        assertThrows(NativeMemoryException.class, kernel::run);

        assertEquals(ENTITIES, frozen.count(), "all others were applied");
        assertTrue(healthy.count() > 0, "their removal could not be logged");
        assertEquals(0, world.commands().count());
        assertDoesNotThrow(world.frame()::reset, "the run has ended");
        kernel.run();
        assertEquals(0, healthy.count());
        assertEquals(ENTITIES, removals.skipAll());
    }

    @Test
    void shouldForgetARunThatHasNoMemoryToRecord() {
        healthy.count();
        healthy.count(); // the query keeps its snapshot
        memory.failNext();
        assertThrows(
                NativeMemoryException.class, () -> healthy.forEach((row, commands) -> commands.destroy(row.entity())));

        assertEquals(0, world.commands().count());
        assertEquals(ENTITIES, world.entityCount());
    }
}
