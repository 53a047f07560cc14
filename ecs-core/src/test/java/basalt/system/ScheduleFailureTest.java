package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After any exception of a system, the world is consistent, the other systems have done their work, and the next tick
 * runs all systems.
 */
class ScheduleFailureTest {
    private static final RuntimeException CAUSE = new IllegalArgumentException("on purpose");

    private final World world = World.create();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final EagerThreads threads = new EagerThreads(3);
    private final long entity = world.spawn(new Position(1, 2));
    private final List<String> ran = new ArrayList<>();
    private boolean fails = true;
    private Schedule schedule;

    @AfterEach
    void close() {
        if (schedule != null) {
            schedule.close();
        }
        threads.close();
        world.close();
    }

    private ScheduleBuilder builder(int workers) {
        return Schedule.builder(world).workers(workers).executor(threads).thresholds(0, 0);
    }

    private SystemException fail(ScheduleBuilder builder) {
        schedule = builder.build();
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        StoreInvariants.check(world);
        assertEquals(0, world.commands().count());
        return failure;
    }

    private void succeed() {
        fails = false;
        schedule.tick(1);
        StoreInvariants.check(world);
    }

    private void failIfAsked() {
        if (fails) {
            throw CAUSE;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldDiscardCommandsOfAFailedBody(int workers) {
        Template template = world.template().with(new Health(1)).build();
        long first = template.spawn();
        world.destroy(first);
        SystemException failure = fail(builder(workers)
                .add("beside", () -> world.commands().add(entity, Frozen.TYPE), restructures(Frozen.TYPE))
                .add(
                        "fails",
                        () -> {
                            for (int i = 0; i < 200; i++) {
                                template.spawn(world.commands());
                                world.commands().spawn();
                            }
                            world.commands().destroy(entity);
                            failIfAsked();
                        },
                        spawns(),
                        destroys())
                .add("later", () -> ran.add("later"), reads(Health.TYPE)));

        assertEquals("fails", failure.system());
        assertSame(CAUSE, failure.getCause());
        assertEquals(0, failure.getSuppressed().length);
        assertTrue(world.isAlive(entity));
        assertTrue(world.has(entity, Frozen.TYPE));
        assertEquals(1, world.entityCount());
        assertEquals(List.of(), ran);

        succeed();
        assertEquals(400, world.entityCount());
        assertEquals(List.of("later"), ran);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldFailByOnePieceOfASplitKernel(int workers) {
        world.template().with(new Health(1)).build().spawn(1_000);
        long last = world.spawn(new Health(2));
        RowKernel kernel = healthy.kernel((row, commands) -> {
            long e = row.entity();
            if (row.get(Health.POINTS) == 2) {
                failIfAsked();
            }
            commands.add(e, Frozen.TYPE);
        });
        SystemException failure = fail(builder(workers)
                .add("kernel", kernel, restructures(Frozen.TYPE))
                .add("beside", () -> world.commands().destroy(entity), destroys()));

        assertEquals("kernel", failure.system());
        assertSame(CAUSE, failure.getCause());
        assertEquals(0, world.query().all(Frozen.TYPE).build().count());
        assertFalse(world.isAlive(entity));

        succeed();
        assertEquals(1_001, world.query().all(Frozen.TYPE).build().count());
        assertTrue(world.has(last, Frozen.TYPE));
    }

    @Test
    void shouldReportAllFailedPiecesTheFirstOneFirst() {
        world.template().with(new Health(1)).build().spawn(1_000);
        RowKernel kernel = healthy.kernel(row -> {
            if (fails) {
                throw new IllegalStateException("row " + row.index() / 64 * 64);
            }
        });
        SystemException failure = fail(builder(4).add("kernel", kernel));

        int first = healthy.first() == 0 ? -1 : (int) healthy.first() / 64 * 64;
        assertEquals("row " + first, failure.getCause().getMessage());
        assertEquals(15, failure.getCause().getSuppressed().length);
        succeed();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldReportAllFailedSystemsTheFirstOneFirst(int workers) {
        SystemException failure = fail(builder(workers)
                .add("a", this::failIfAsked)
                .add("b", () -> ran.add("b"))
                .add("c", this::failIfAsked));

        assertEquals("a", failure.system());
        assertEquals(List.of("b"), ran);
        assertEquals(1, failure.getSuppressed().length);
        assertEquals(
                "c",
                assertInstanceOf(SystemException.class, failure.getSuppressed()[0])
                        .system());
        succeed();
    }

    @Test
    void shouldReportAnError() {
        Error error = new AssertionError("a bug");
        SystemException failure = fail(builder(2)
                .add("a", () -> {
                    if (fails) {
                        throw error;
                    }
                })
                .add("deep", () -> {
                    if (fails) {
                        overflow(0);
                    }
                }));

        assertSame(error, failure.getCause());
        assertInstanceOf(StackOverflowError.class, failure.getSuppressed()[0].getCause());
        succeed();
    }

    private int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    private ScheduleBuilder withCondition(BooleanSupplier condition) {
        world.template().with(new Health(1)).build().spawn(100);
        return builder(2)
                .add(
                        "before",
                        healthy.kernel((row, commands) -> commands.add(row.entity(), Frozen.TYPE)),
                        restructures())
                .add("asks", () -> ran.add("asks"), when(condition))
                .add("behind", () -> ran.add("behind"))
                .add("later", () -> ran.add("later"), reads(Health.TYPE));
    }

    @Test
    void shouldHandleAConditionThatThrows() {
        SystemException failure = fail(withCondition(() -> {
            failIfAsked();
            return true;
        }));

        assertEquals("asks", failure.system());
        assertSame(CAUSE, failure.getCause());
        assertEquals(List.of("behind"), ran);
        assertEquals(100, world.query().all(Frozen.TYPE).build().count());
        succeed();
        assertEquals(List.of("behind", "asks", "behind", "later"), ran);
    }

    @Test
    void shouldHandleAConditionThatThrowsAnError() {
        Error error = new AssertionError("a bug");
        SystemException failure = fail(withCondition(() -> {
            if (fails) {
                throw error;
            }
            return false;
        }));
        assertSame(error, failure.getCause());
        succeed();
        assertEquals(List.of("behind", "behind", "later"), ran);
    }

    @Test
    void shouldCloseTheCursorThatAConditionLeavesOpen() {
        List<RowCursor> left = new ArrayList<>();
        SystemException failure = fail(withCondition(() -> {
            if (fails) {
                left.add(healthy.cursor());
            }
            return true;
        }));
        assertEquals(List.of(), ran.stream().filter("asks"::equals).toList(), "it must not run");
        assertEquals("asks", failure.system());
        assertTrue(failure.getMessage().contains("cursor"), failure::getMessage);
        assertThrows(IllegalStateException.class, left.get(0)::next);
        left.get(0).close();
        succeed();
    }

    @Test
    void shouldNameTheSystemWhoseConditionClosesTheWorld() {
        World other = World.create();
        try (Schedule closing = Schedule.builder(other)
                .workers(1)
                .add("asks", () -> ran.add("asks"), when(() -> {
                    other.close();
                    return true;
                }))
                .add("behind", () -> ran.add("behind"))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> closing.tick(1));
            assertEquals("asks", failure.system());
            assertTrue(failure.getMessage().contains("closed the world"), failure::getMessage);
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void shouldApplyCommandsOfACondition() {
        schedule = withCondition(() -> {
                    world.commands().spawn();
                    return true;
                })
                .build();
        schedule.tick(1);
        assertEquals(102, world.entityCount());
    }

    @Test
    void shouldDiscardCommandsOfAFailedExclusiveSystem() {
        List<RowCursor> left = new ArrayList<>();
        SystemException failure = fail(builder(2)
                .add(
                        "alone",
                        () -> {
                            world.spawn();
                            world.commands().spawn();
                            world.commands().destroy(entity);
                            left.add(healthy.cursor());
                            failIfAsked();
                            left.get(1).close();
                        },
                        exclusive())
                .add("later", () -> ran.add("later")));

        assertEquals("alone", failure.system());
        assertSame(CAUSE, failure.getCause());
        assertEquals(2, world.entityCount());
        assertTrue(world.isAlive(entity));
        assertEquals(List.of(), ran);
        succeed();
        assertEquals(3, world.entityCount());
    }

    @Test
    void shouldCloseTheCursorThatAnExclusiveSystemLeavesOpen() {
        SystemException failure = fail(builder(1)
                .add(
                        "alone",
                        () -> {
                            world.commands().spawn();
                            RowCursor rows = healthy.cursor();
                            if (!fails) {
                                rows.close();
                            }
                        },
                        exclusive()));

        assertTrue(failure.getMessage().contains("'alone'"), failure::getMessage);
        assertTrue(failure.getMessage().contains("cursor"), failure::getMessage);
        assertEquals(1, world.entityCount());
        succeed();
        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldEndTheTickOfItsEventsAndIntervals() {
        EventReader<Blow> reader = world.events(Blow.TYPE).readerFromStart();
        fail(builder(2)
                .add("send", () -> world.commands().send(new Blow(1)), sends(Blow.TYPE))
                .add("fails", this::failIfAsked)
                .add("receive", () -> ran.add("received " + reader.skipAll()), receives(Blow.TYPE))
                .add("second", () -> ran.add("second"), Order.after("receive"), RunCondition.everyTicks(2)));
        succeed();
        assertEquals(List.of("received 2", "second"), ran);
        for (int i = 0; i < 3; i++) {
            fails = true;
            assertThrows(SystemException.class, () -> schedule.tick(1));
        }
        assertEquals(1, world.events(Blow.TYPE).sent() - world.events(Blow.TYPE).firstLive());
        assertEquals(5, world.time().tick());
    }

    /** A system uses a stored recorder of the world's thread, which is not its own: this is rejected in both modes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldRejectTheCommandsOfTheWorldsThreadInASystem(int workers) {
        world.template().with(new Health(1)).build().spawn(5_000);
        Commands commands = world.commands();
        commands.spawn();
        commands.destroy(entity); // there are some already
        world.applyCommands();
        SystemException failure = fail(builder(workers)
                .add(
                        "wild",
                        healthy.kernel(row -> {
                            if (fails) {
                                commands.destroy(row.entity());
                            }
                        }),
                        destroys()));
        assertEquals("wild", failure.system());
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertEquals(5_001, world.entityCount());
        succeed();
        commands.spawn();
        assertEquals(1, commands.count());
        world.applyCommands();
        assertEquals(5_002, world.entityCount());
    }

    /** Observers are not systems: their exceptions are thrown unchanged, after the changes of their stage were made. */
    @Test
    void shouldPassOnExceptionsOfObservers() {
        world.observers().onAdd(Frozen.TYPE, e -> failIfAsked());
        schedule = builder(2)
                .add(
                        "freeze",
                        () -> {
                            world.commands().add(entity, Frozen.TYPE);
                            world.commands().spawn();
                        },
                        restructures(Frozen.TYPE),
                        spawns())
                .add("later", () -> ran.add("later"), reads(Position.TYPE))
                .build();
        assertSame(CAUSE, assertThrows(IllegalArgumentException.class, () -> schedule.tick(1)));
        assertTrue(world.has(entity, Frozen.TYPE));
        assertEquals(2, world.entityCount());
        assertEquals(List.of(), ran);
        succeed();
        assertEquals(List.of("later"), ran);
    }

    @Test
    void shouldReportASnapshotWithoutMemory() {
        try (World small = World.builder().frameCapBytes(3_000).build()) {
            for (int i = 0; i < 3; i++) {
                small.template().with(new Health(1)).build().spawn(300); // in a block of their own
            }
            small.template().with(new Position(1, 1)).build().spawn(1);
            RowKernel tooMuch = small.query().all(Health.TYPE).build().kernel(row -> row.set(Health.POINTS, 2));
            RowKernel enough = small.query()
                    .all(Position.TYPE)
                    .build()
                    .kernel((row, commands) -> commands.add(row.entity(), Frozen.TYPE));
            try (Schedule both = Schedule.builder(small)
                    .add("too much", tooMuch, writes(Health.TYPE))
                    .add("enough", enough, restructures(Frozen.TYPE))
                    .build()) {
                SystemException failure = assertThrows(SystemException.class, () -> both.tick(1));
                assertEquals("too much", failure.system());
                assertInstanceOf(NativeMemoryException.class, failure.getCause());
                assertEquals(1, small.query().all(Frozen.TYPE).build().count());
                both.disable("too much");
                both.tick(1);
                assertFalse(Internals.of(small).owner().isRunning());
            }
        }
    }
}
