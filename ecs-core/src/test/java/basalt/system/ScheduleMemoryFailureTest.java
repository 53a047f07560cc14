package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A schedule whose memory source refuses an allocation: the tick throws, the world is consistent, and later ticks run
 * all systems.
 */
class ScheduleMemoryFailureTest {
    private static final int ENTITIES = 100;

    private final FailingMemory memory = new FailingMemory(MemorySource.direct());

    /**
     * Systems that need each kind of memory: for snapshots, in the workers' arenas, for commands and for their effects.
     */
    private static ScheduleBuilder schedule(World world, MemorySource source) {
        Template template = world.template().with(new Position(1, 2)).build();
        Query healthy = world.query().all(Health.TYPE).build();
        Query positions = world.query().all(Position.TYPE).build();
        EventReader<Blow> reader = world.events(Blow.TYPE).readerFromStart();
        RowKernel rarefy = healthy.kernel((row, commands) -> {
            long entity = row.entity();
            commands.add(entity, Rare.TYPE);
            commands.set(entity, Rare.CHARGE, 7);
        });
        RowKernel spread = positions.kernel((row, commands) -> commands.send(Blow.TYPE));
        return Schedule.builder(world)
                .workers(1)
                .memory(source)
                .add("heal", healthy.kernel(row -> row.set(Health.POINTS, 5)), writes(Health.TYPE))
                .add("rarefy", rarefy, restructures(Rare.TYPE))
                .add("breed", () -> breed(world, template), spawns())
                .add("collect", () -> world.frame().allocate(100_000, 64).putLong(0, 1))
                .add("spread", spread, sends(Blow.TYPE))
                .add("read", reader::skipAll, receives(Blow.TYPE))
                .add("thin", () -> world.commands().destroy(healthy.first()), writes(Health.TYPE), destroys())
                .add("alone", () -> world.spawn(new Rarer(1)), exclusive());
    }

    private static void breed(World world, Template template) {
        for (int i = 0; i < ENTITIES; i++) {
            template.spawn(world.commands());
        }
    }

    /** The allocations of the first tick, and whether it has failed. */
    private record FirstTick(long firstOfWorld, long lastOfWorld, long lastOfWorkers, boolean failed) {}

    /** Runs three ticks; after the first one the state must be as without the refusal. */
    private static FirstTick run(long failingOfWorld, long failingOfWorkers) {
        FailingMemory ofWorld = new FailingMemory(MemorySource.direct(), failingOfWorld).stubborn();
        FailingMemory ofWorkers = new FailingMemory(MemorySource.direct(), failingOfWorkers).stubborn();
        try (World world = World.builder().memory(ofWorld).build()) {
            for (int i = 0; i < ENTITIES; i++) {
                world.spawn(new Health(i));
            }
            long before = ofWorld.allocations();
            try (Schedule schedule = schedule(world, ofWorkers).build()) {
                boolean failed = tick(world, schedule);
                ofWorld.forgetRefused();
                FirstTick first = new FirstTick(before + 1, ofWorld.allocations(), ofWorkers.allocations(), failed);
                assertEquals(false, tick(world, schedule));
                assertEquals(false, tick(world, schedule));
                int born = world.query().all(Position.TYPE).build().count();
                assertTrue(born >= 2 * ENTITIES && born <= 3 * ENTITIES, () -> "born: " + born);
                assertEquals(ENTITIES - 3, world.query().all(Rare.TYPE).build().count(), 1);
                return first;
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

    @Test
    void shouldSurviveAWorkerWithoutMemory() {
        long allocations = run(0, 0).lastOfWorkers();
        assertTrue(allocations >= 2, () -> "allocations: " + allocations);
        for (long failing = 1; failing <= allocations; failing++) {
            assertTrue(run(0, failing).failed());
        }
    }

    @Test
    void shouldSurviveAWorldWithoutMemory() {
        FirstTick all = run(0, 0);
        assertTrue(all.lastOfWorld() - all.firstOfWorld() >= 2, all::toString);
        for (long failing = all.firstOfWorld(); failing <= all.lastOfWorld(); failing++) {
            long allocation = failing;
            assertTrue(run(failing, 0).failed(), () -> "allocation " + allocation + " of " + all);
        }
    }

    /** Refuses each allocation of several workers, once and permanently. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldSurviveAnyOfSeveralWorkersWithoutMemory(int workers) {
        for (long failures : new long[] {1, Long.MAX_VALUE / 2}) {
            boolean hasFailed = true;
            for (int nth = 1; hasFailed; nth++) {
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
            };
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .memory(failing)
                    .executor(threads)
                    .thresholds(0, 0)
                    .add("scratch", scratch, reads(Health.TYPE, Position.TYPE))
                    .add("sum", () -> all.reduce().sum(Health.POINTS), reads(Health.TYPE, Position.TYPE))
                    .add("rarefy", rarefy, restructures(Rare.TYPE), sends(Blow.TYPE), reads(Health.TYPE, Position.TYPE))
                    .add("breed", breed, spawns(born))
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
            try (RemovedComponents removals = world.removed(Frozen.TYPE);
                    Schedule schedule = Schedule.builder(world)
                            .add(
                                    "logged",
                                    () -> {
                                        world.commands().remove(entity, Frozen.TYPE);
                                        world.commands().add(entity, new Position(3, 4));
                                        memory.failNext();
                                    },
                                    restructures(Frozen.TYPE, Position.TYPE))
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
