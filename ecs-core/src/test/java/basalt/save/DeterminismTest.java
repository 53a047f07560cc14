package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.EagerThreads;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import basalt.world.StateHashes;
import basalt.world.Template;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    private static final int TICKS = 12;

    /** A generator that all runs share, so that none of them gets the same numbers. */
    private static final Random SHARED = new Random(1);

    private final World world = World.create();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final Query alive = world.query().all(Health.TYPE).build();
    private final Template soldier = world.template()
            .with(new Position(1, 2), new Velocity(3, 4), new Health(5))
            .build();
    private final ScheduleBuilder builder = Schedule.builder(world).workers(3);
    private Schedule schedule;

    @BeforeEach
    void spawn() {
        soldier.spawn(3_000, row -> row.set(Health.POINTS, row.index() % 13));
        RowKernel move = moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
        builder.add("move", move, reads(Velocity.TYPE), writes(Position.TYPE));
    }

    @AfterEach
    void close() {
        if (schedule != null) {
            schedule.close();
        }
        world.close();
    }

    private Schedule schedule() {
        schedule = builder.build();
        return schedule;
    }

    /** The message of the check's error. The world is as before. */
    private String failure() {
        long before = Saves.stateHash(world);
        String message = assertThrows(AssertionError.class, () -> Determinism.check(schedule(), TICKS))
                .getMessage();
        assertEquals(before, StateHashes.requireExact(world));
        assertEquals(0, world.time().tick());
        return message;
    }

    private static void requireNamed(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), message + " should name " + part);
        }
    }

    @Test
    void shouldPassForADeterministicSchedule() {
        RowKernel reap = alive.kernel((row, commands) -> {
            if ((row.index() + world.time().tick()) % 5 == 0) {
                commands.destroy(row.entity());
            }
        });
        builder.add("reap", reap, destroys());
        builder.add("shoot", () -> soldier.spawn(world.commands()), spawns());
        long before = Saves.stateHash(world);
        Determinism.check(schedule(), TICKS);
        assertEquals(before, StateHashes.requireExact(world));
        assertEquals(0, world.time().tick());
        assertEquals(3_000, world.entityCount());
        schedule.tick(1);
        assertEquals(1, world.time().tick());
    }

    @Test
    void shouldFindTheClock() {
        builder.add(
                "hurry",
                () -> moving.forEach(row -> row.set(Velocity.DX, System.nanoTime() % 1_000)),
                reads(Position.TYPE),
                writes(Velocity.TYPE));
        String message = failure();
        requireNamed(message, "tick 1 ", "system \"hurry\"", Velocity.TYPE.name());
        assertFalse(message.contains("\"move\""), message);
    }

    @Test
    void shouldFindASharedGenerator() {
        builder.add(
                "spawn",
                () -> {
                    for (int i = SHARED.nextInt(1_000); i > 0; i--) {
                        soldier.spawn(world.commands());
                    }
                },
                spawns());
        builder.add("idle", () -> {}, exclusive());
        String message = failure();
        requireNamed(message, "tick 1 ", "system \"spawn\"", "the entities that are alive", Position.TYPE.name());
        assertFalse(message.contains("\"move\"") || message.contains("\"idle\""), message);
    }

    /** Takes so long that helpers take part. */
    private static float slow(float value) {
        float result = value;
        for (int i = 0; i < 300; i++) {
            result = (float) Math.sqrt(result * 3 + i);
        }
        return result;
    }

    @Test
    void shouldFindAnUnorderedSum() {
        WorkerLocal<float[]> sums = world.workerLocal(() -> new float[1]);
        builder.add(
                "add",
                moving.kernel(row -> sums.get()[0] += slow(row.get(Position.X)) + row.index() / 7f),
                reads(Position.TYPE, Velocity.TYPE));
        builder.add(
                "total",
                () -> {
                    float[] total = new float[1];
                    sums.forEach(sum -> {
                        total[0] += sum[0];
                        sum[0] = 0;
                    });
                    alive.forEach(row -> row.set(Health.POINTS, Float.floatToIntBits(total[0])));
                },
                exclusive());
        try (EagerThreads threads = new EagerThreads(2)) {
            builder.executor(threads);
            requireNamed(failure(), "system \"total\"", Health.TYPE.name());
            schedule.close();
        }
    }

    /** A difference in a resource is found when it reaches a component. */
    @Test
    void shouldNameTheFirstTickThatDiffers() {
        List<Integer> runs = new ArrayList<>(List.of(0));
        builder.add(
                "late",
                () -> {
                    runs.set(0, runs.get(0) + 1);
                    int later = world.time().tick() >= 7 ? runs.get(0) : 0;
                    alive.forEach(row -> row.set(Health.POINTS, later));
                },
                exclusive());
        requireNamed(failure(), "tick 7 ", "7 of the check", "system \"late\"", "the same number of workers, 3");
    }

    @Test
    void shouldNameTheSystemOfADifferenceThatAppearsOnce() {
        AtomicInteger runs = new AtomicInteger();
        builder.add(
                "once",
                () -> {
                    int run = runs.incrementAndGet();
                    alive.forEach(row -> row.set(Health.POINTS, run == TICKS + 3 ? 1 : 0));
                },
                exclusive());
        requireNamed(failure(), "tick 3 ", "system \"once\"", Health.TYPE.name());
    }

    @Test
    void shouldGiveTheInputToEachRun() {
        List<Long> ticks = new ArrayList<>();
        Consumer<World> fire = given -> {
            ticks.add(given.time().tick());
            soldier.spawn(given.commands());
        };
        Determinism.check(schedule(), 3, 0.5f, fire);
        assertEquals(List.of(0L, 1L, 2L, 0L, 1L, 2L, 0L, 1L, 2L, 0L, 1L, 2L), ticks);
        assertEquals(3_000, world.entityCount());
    }

    @Test
    void shouldFindInputThatDiffers() {
        builder.add("idle", () -> {}, exclusive());
        long before = Saves.stateHash(world);
        AssertionError failed = assertThrows(
                AssertionError.class,
                () -> Determinism.check(schedule(), 3, 0.5f, given -> {
                    for (int i = SHARED.nextInt(1_000); i > 0; i--) {
                        soldier.spawn(given.commands());
                    }
                }));
        requireNamed(failed.getMessage(), "the input, or commands", "the entities that are alive");
        assertEquals(before, StateHashes.requireExact(world));
    }

    @Test
    void shouldPutTheWorldBackIfASystemThrows() {
        builder.add(
                "fail",
                () -> {
                    if (world.time().tick() == 4) {
                        throw new IllegalArgumentException("on purpose");
                    }
                },
                exclusive());
        long before = Saves.stateHash(world);
        assertThrows(SystemException.class, () -> Determinism.check(schedule(), TICKS));
        assertEquals(before, StateHashes.requireExact(world));
    }

    @Test
    void shouldRefuseWrongArguments() {
        Schedule built = schedule();
        assertThrows(IllegalArgumentException.class, () -> Determinism.check(null, 1));
        assertThrows(IllegalArgumentException.class, () -> Determinism.check(built, 0));
        assertThrows(IllegalArgumentException.class, () -> Determinism.check(built, 100_001));
        assertThrows(IllegalArgumentException.class, () -> Determinism.check(built, 1, -1, given -> {}));
        assertThrows(IllegalArgumentException.class, () -> Determinism.check(built, 1, Float.NaN, given -> {}));
        assertThrows(IllegalArgumentException.class, () -> Determinism.check(built, 1, 1, null));
    }

    @Test
    void shouldRefuseWrongMoments() {
        builder.add("check", () -> Determinism.check(schedule, 1), exclusive());
        Schedule built = schedule();
        SystemException inside = assertThrows(SystemException.class, () -> built.tick(1));
        assertTrue(inside.getCause() instanceof IllegalStateException, inside::toString);
        Elsewhere.run("another", () -> assertThrows(IllegalStateException.class, () -> Determinism.check(built, 1)));
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            assertEquals(0, ring.count());
            assertIllegal(() -> Determinism.check(built, 1), "snapshots");
        }
        world.commands().destroy(soldier.spawn());
        assertThrows(IllegalStateException.class, () -> Determinism.check(built, 1));
        world.applyCommands();
        built.close();
        assertThrows(IllegalStateException.class, () -> Determinism.check(built, 1));
    }
}
