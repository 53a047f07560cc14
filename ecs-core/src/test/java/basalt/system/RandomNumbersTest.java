package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.RowKernel;
import basalt.save.Replay;
import basalt.save.ReplayDifference;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Randoms;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Random numbers of entities that come and go: the same for any number of workers, and when ticks are repeated. */
class RandomNumbersTest {
    private static final int TICKS = 12;

    private final EagerThreads threads = new EagerThreads(3);
    private final World world = World.builder().seed(7).build();
    private final List<Long> expected = new ArrayList<>();

    @BeforeEach
    void runWithOneWorker() {
        populate(world);
        try (World other = World.builder().seed(7).build()) {
            populate(other);
            try (Schedule schedule = schedule(other, 1)) {
                for (int tick = 0; tick < TICKS; tick++) {
                    schedule.tick(1);
                    expected.add(Saves.stateHash(other));
                }
            }
        }
    }

    @AfterEach
    void close() {
        world.close();
        threads.close();
    }

    private static void populate(World world) {
        for (int i = 0; i < 3_000; i++) {
            world.spawn(new Health(i), new Position(0, 0));
        }
    }

    private Schedule schedule(World world, int workers) {
        Randoms random = world.random();
        Template child =
                world.template().with(new Health(1), new Position(0, 0)).build();
        RowKernel roll = world.query(Position.class, Health.class).update((entity, position, health) -> {
            EagerThreads.note();
            float x = random.nextFloat(entity, 1, -1, 1)
                    + random.nextInt(entity, 2, 6)
                    + (float) random.nextDouble(entity, 3);
            return new Position(x, position.y() + (random.nextBoolean(entity, 4) ? 1 : -1));
        });
        RowKernel live = world.query(Health.class).each((entity, health, commands) -> {
            if (random.nextInt(entity, 5, 10) == 0) {
                commands.destroy(entity);
            } else if (random.nextGaussian(entity, 6) > 1.5) {
                child.spawn(commands, new Health(random.nextInt(entity, 7)));
            }
        });
        return Schedule.builder(world)
                .workers(workers)
                .executor(threads)
                .thresholds(0, 0)
                .add("roll", roll)
                .add("live", live, Access.destroys())
                .build();
    }

    private void assertGoesOn(World world, Schedule schedule, int to) {
        while (world.time().tick() < to) {
            schedule.tick(1);
            int tick = (int) world.time().tick();
            assertEquals(expected.get(tick - 1), Saves.stateHash(world), () -> "tick " + tick);
        }
    }

    @TestOfWorkers
    void shouldBeTheSameInSchedules(int workers) {
        try (Schedule schedule = schedule(world, workers)) {
            assertGoesOn(world, schedule, TICKS);
        }
        assertTrue(expected.stream().distinct().count() == TICKS);
    }

    /** Entities that are spawned again have other generations. */
    @TestOfWorkers
    void shouldBeTheSameAfterARollback(int workers) {
        try (Schedule schedule = schedule(world, workers);
                Snapshots ring = Saves.snapshots(world, 4)) {
            assertGoesOn(world, schedule, 3);
            ring.capture();
            for (int i = 0; i < 2; i++) {
                assertGoesOn(world, schedule, TICKS);
                ring.restore(3);
            }
        }
    }

    @TestOfWorkers
    void shouldBeTheSameInAFile(int workers) {
        try (Schedule schedule = schedule(world, workers)) {
            assertGoesOn(world, schedule, 5);
        }
        try (World loaded = Saving.load(Saving.bytes(world));
                Schedule schedule = schedule(loaded, workers)) {
            assertGoesOn(loaded, schedule, TICKS);
        }
    }

    @TestOfWorkers
    void shouldBeTheSameInAReplay(int workers) {
        try (Schedule schedule = schedule(world, workers);
                Snapshots ring = Saves.snapshots(world, 4);
                Replay replay = new Replay(schedule, 1, (there, buffer, offset, length) -> {})) {
            ring.capture();
            while (world.time().tick() < TICKS) {
                replay.tick(1);
            }
            for (int used = 1; used <= workers; used++) {
                ring.restore(0);
                ReplayDifference played = replay.play(TICKS, used);
                assertTrue(played.isSame(), played::toString);
                assertEquals(expected.get(TICKS - 1), Saves.stateHash(world));
            }
        }
    }
}
