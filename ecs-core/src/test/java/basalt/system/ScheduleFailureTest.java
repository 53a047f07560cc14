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

import basalt.component.layout.BlockLayout;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After any exception of a system, the world is consistent, the other systems have done their work, and the next tick
 * runs all systems.
 */
class ScheduleFailureTest extends ScheduleFixture {
    private static final RuntimeException CAUSE = new IllegalArgumentException("on purpose");
    private final Query healthy = all(Health.TYPE);
    private final long entity = world.spawn(new Position(1, 2));
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    private boolean fails = true;
    private static final int ENTITIES = 100;
    private final FailingMemory memory = new FailingMemory(MemorySource.direct());

    private SystemException fail(ScheduleBuilder builder) {
        build(builder);
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

    @TestOfWorkers
    void shouldDiscardCommandsOfAFailedBody(int workers) {
        Template template = world.template().with(new Health(1)).build();
        long first = template.spawn();
        world.destroy(first);
        Runnable fails = () -> {
            for (int i = 0; i < 200; i++) {
                template.spawn(world.commands());
                world.commands().spawn();
            }
            world.commands().destroy(entity);
            failIfAsked();
        };
        SystemException failure = fail(systems(workers)
                .add("beside", () -> world.commands().add(entity, Frozen.TYPE), restructures(Frozen.TYPE))
                .add("fails", fails, spawns(), destroys())
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

    @TestOfWorkers
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
        SystemException failure = fail(systems(workers)
                .add("kernel", kernel, restructures(Frozen.TYPE))
                .add("beside", () -> world.commands().destroy(entity), destroys()));

        assertEquals("kernel", failure.system());
        assertSame(CAUSE, failure.getCause());
        assertEquals(0, all(Frozen.TYPE).count());
        assertFalse(world.isAlive(entity));

        succeed();
        assertEquals(1_001, all(Frozen.TYPE).count());
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
        SystemException failure = fail(systems(4).add("kernel", kernel));

        int first = healthy.first() == 0 ? -1 : (int) healthy.first() / 64 * 64;
        assertEquals("row " + first, failure.getCause().getMessage());
        assertEquals(15, failure.getCause().getSuppressed().length);
        succeed();
    }

    @TestOfWorkers
    void shouldReportAllFailedSystemsTheFirstOneFirst(int workers) {
        SystemException failure = fail(systems(workers)
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
        SystemException failure = fail(systems(2)
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
        return systems(2)
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
        assertEquals(100, all(Frozen.TYPE).count());
        ran.clear();
        succeed();
        assertEquals(Set.of("asks", "behind", "later"), Set.copyOf(ran));
        assertEquals("later", ran.get(2));
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
    void shouldNameTheSystemWhoseConditionClosesTheWorld() {
        SystemException failure = failure(systems(1)
                .add("asks", () -> ran.add("asks"), when(() -> {
                    world.close();
                    return true;
                }))
                .add("behind", () -> ran.add("behind")));
        assertEquals("asks", failure.system());
        assertTrue(failure.getMessage().contains("closed the world"), failure::getMessage);
        assertEquals(List.of(), ran);
    }

    @Test
    void shouldApplyCommandsOfACondition() {
        tick(withCondition(() -> {
            world.commands().spawn();
            return true;
        }));
        assertEquals(102, world.entityCount());
    }

    @Test
    void shouldDiscardCommandsOfAFailedExclusiveSystem() {
        List<RowCursor> left = new ArrayList<>();
        Runnable alone = () -> {
            world.spawn();
            world.commands().spawn();
            world.commands().destroy(entity);
            left.add(healthy.cursor());
            failIfAsked();
            left.get(1).close();
        };
        SystemException failure =
                fail(systems(2).add("alone", alone, exclusive()).add("later", () -> ran.add("later")));

        assertEquals("alone", failure.system());
        assertSame(CAUSE, failure.getCause());
        assertEquals(2, world.entityCount());
        assertTrue(world.isAlive(entity));
        assertEquals(List.of(), ran);
        succeed();
        assertEquals(3, world.entityCount());
    }

    @Test
    void shouldEndTheTickOfItsEventsAndIntervals() {
        EventReader<Blow> reader = world.events(Blow.TYPE).readerFromStart();
        fail(systems(2)
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
    @TestOfWorkers
    void shouldRejectTheCommandsOfTheWorldsThreadInASystem(int workers) {
        world.template().with(new Health(1)).build().spawn(5_000);
        Commands commands = world.commands();
        commands.spawn();
        commands.destroy(entity); // there are some already
        world.applyCommands();
        RowKernel wild = healthy.kernel(row -> {
            if (fails) {
                commands.destroy(row.entity());
            }
        });
        SystemException failure = fail(systems(workers).add("wild", wild, destroys()));
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
        Runnable freeze = () -> {
            world.commands().add(entity, Frozen.TYPE);
            world.commands().spawn();
        };
        build(systems(2)
                .add("freeze", freeze, restructures(Frozen.TYPE), spawns())
                .add("later", () -> ran.add("later"), reads(Position.TYPE)));
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

    private static boolean tick(World world, Schedule schedule) {
        boolean failed = false;
        try {
            schedule.tick(1);
        } catch (SystemException e) {
            assertInstanceOf(NativeMemoryException.class, e.getCause());
            failed = true;
        } catch (NativeMemoryException e) {
            failed = true;
        }
        StoreInvariants.check(world);
        assertEquals(0, world.commands().count());
        return failed;
    }

    /** Refuses each allocation of the workers and of the world, once and permanently. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldSurviveWorkersWithoutMemory(int workers) {
        for (long failures : new long[] {1, Long.MAX_VALUE / 2}) {
            boolean hasFailed = true;
            for (int nth = 1; hasFailed; nth += Soak.times(9, 1)) {
                assertTrue(nth < 400, "it never ends");
                hasFailed = failWithWorkers(workers, nth, failures);
            }
        }
    }

    private boolean failWithWorkers(int workers, long nth, long failures) {
        World.trimRetainedMemory();
        CountingMemory counted = new CountingMemory(MemorySource.direct());
        FailingMemory failing = new FailingMemory(counted, 0, failures);
        boolean hasFailed;
        try (EagerThreads threads = new EagerThreads(workers - 1);
                World world = World.builder().memory(failing).build()) {
            Template healthy =
                    world.template().with(new Health(1), new Position(1, 2)).build();
            healthy.spawn(2 * BlockLayout.ROWS);
            Query all = world.query().all(Health.TYPE, Position.TYPE).build();
            Template born = world.template().with(new Rarer(1)).build();
            WorkerLocal<int[]> own = world.workerLocal(() -> new int[1]);
            RowKernel scratch = all.kernel(row -> {
                if (row.index() % 1_000 == 0) {
                    try (MemoryScope scope = world.frame().open()) {
                        scope.allocate(100_000, 64).putLong(0, 1);
                    }
                    world.tickArena().allocate(1_000, 8).putInt(0, own.get()[0]++);
                }
            });
            RowKernel rarefy = all.kernel((row, commands) -> {
                if (row.index() % 10 == 0) {
                    commands.add(row.entity(), new Rare(row.index(), "rare"));
                    commands.send(Blow.TYPE);
                }
            });
            Runnable breed = () -> {
                for (int i = 0; i < ENTITIES; i++) {
                    born.spawn(world.commands());
                }
                world.commands().destroy(born.spawn(world.commands()));
            };
            EventReader<Blow> reader = world.events(Blow.TYPE).readerFromStart();
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .memory(failing)
                    .executor(threads)
                    .thresholds(0, 0)
                    .add("scratch", scratch, reads(Health.TYPE, Position.TYPE))
                    .add("sum", () -> all.reduce().sum(Health.POINTS), reads(Health.TYPE, Position.TYPE))
                    .add("rarefy", rarefy, restructures(Rare.TYPE), sends(Blow.TYPE), reads(Health.TYPE, Position.TYPE))
                    .add("breed", breed, spawns(born), destroys(born))
                    .add("read", reader::skipAll, receives(Blow.TYPE))
                    .add("alone", () -> world.spawn(new Frozen()), exclusive())
                    .build()) {
                failing.failNth(nth);
                tick(world, schedule);
                tick(world, schedule);
                hasFailed = failing.hasFailed();
                failing.failNth(Long.MAX_VALUE / 4);
                assertEquals(false, tick(world, schedule));
                int count = world.query().all(Rarer.TYPE).build().count();
                assertEquals(false, tick(world, schedule));
                assertEquals(
                        count + ENTITIES, world.query().all(Rarer.TYPE).build().count());
                assertEquals(2 * BlockLayout.ROWS, all.count());
                assertEquals(
                        all.count() / 10 + 1,
                        world.query().all(Rare.TYPE).build().count(),
                        1);
            }
        }
        World.trimRetainedMemory();
        assertEquals(0, counted.outstanding(), () -> "allocation " + nth);
        return hasFailed;
    }

    @Test
    void shouldApplyAllOtherCommandsIfOneHasNoMemory() {
        try (World world = World.builder().memory(memory).build()) {
            long entity = world.spawn(new Frozen());
            RuntimeException cause = new RuntimeException("on purpose");
            boolean[] fails = {false};
            Runnable logged = () -> {
                world.commands().remove(entity, Frozen.TYPE);
                world.commands().add(entity, new Position(3, 4));
                memory.failNext();
            };
            try (RemovedComponents removals = world.removed(Frozen.TYPE);
                    Schedule schedule = Schedule.builder(world)
                            .add("logged", logged, restructures(Frozen.TYPE, Position.TYPE))
                            .add("fails", () -> {
                                if (fails[0]) {
                                    throw cause;
                                }
                            })
                            .build()) {
                assertThrows(NativeMemoryException.class, () -> schedule.tick(1));
                assertEquals(new Position(3, 4), world.get(entity, Position.TYPE));
                assertTrue(world.has(entity, Frozen.TYPE));
                assertEquals(0, removals.skipAll());
                StoreInvariants.check(world);

                fails[0] = true;
                SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
                assertEquals("fails", failure.system());
                assertInstanceOf(NativeMemoryException.class, failure.getSuppressed()[0]);
            }
            assertEquals(0, world.commands().count());
        }
    }
}
