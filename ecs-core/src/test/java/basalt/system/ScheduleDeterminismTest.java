package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random schedules give the same world, bit for bit, for any number of workers, for a plain serial run, if the world
 * goes back to earlier ticks, and if it is saved and loaded.
 */
class ScheduleDeterminismTest {
    private static final int SCHEDULES = Soak.times(12, 150);
    private static final int TICKS = 16;

    private final EagerThreads threads = new EagerThreads(3);

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void shouldGiveTheSameForAnyNumberOfWorkers() {
        long elsewhere = EagerThreads.noted();
        int compared = 0;
        for (int seed = 0; compared < SCHEDULES; seed++) {
            RandomSchedule schedule = new RandomSchedule(seed, seed % 3 == 0);
            int number = seed;
            compared += isValid(() -> compare(schedule, number)) ? 1 : 0;
        }
        long runs = EagerThreads.noted() - elsewhere;
        assertTrue(runs > SCHEDULES / 10, () -> "systems that were run by helpers: " + runs);
    }

    /** False if the order of the schedule has a cycle. */
    private static boolean isValid(Runnable use) {
        try {
            use.run();
            return true;
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("order of systems must not have a cycle"), e::toString);
            return false;
        }
    }

    private void compare(RandomSchedule schedule, int seed) {
        long expected =
                in(seed, place -> schedule.isOrdered() ? schedule.run(place, 1, threads) : schedule.runSerially(place));
        for (int workers = 1; workers <= 4; workers *= 2) {
            int count = workers;
            assertEquals(
                    expected,
                    in(seed, place -> schedule.run(place, count, threads)),
                    () -> "world after a run with " + count + " workers, seed " + seed + ":" + schedule);
        }
    }

    private interface Use {
        long of(Playground place);
    }

    private static long in(int seed, Use use) {
        try (Playground place = new Playground(seed)) {
            return use.of(place);
        }
    }

    @TestOfWorkers
    void shouldGiveTheSameAfterGoingBack(int workers) {
        int[] restorations = {0};
        for (int seed = 0; seed < SCHEDULES; seed++) {
            RandomSchedule schedule = new RandomSchedule(seed, seed % 3 == 0);
            int number = seed;
            isValid(() -> restorations[0] += goBack(schedule, number, workers));
        }
        assertTrue(restorations[0] > SCHEDULES, "so few restorations: " + restorations[0]);
    }

    /** Returns the number of restorations. */
    private int goBack(RandomSchedule schedule, int seed, int workers) {
        List<Long> expected = new ArrayList<>();
        in(seed, place -> {
            expected.add(place.hash());
            try (RandomSchedule.Run run = schedule.open(place, 1, threads)) {
                for (int tick = 0; tick < TICKS; tick++) {
                    expected.add(run.tick());
                }
            }
            return 0;
        });
        Supplier<String> context = () -> "seed " + seed + ", " + workers + " workers:" + schedule;
        Random random = new Random(seed + workers);
        int restorations = 0;
        try (Playground place = new Playground(seed);
                RandomSchedule.Run run = schedule.open(place, workers, threads);
                Snapshots ring = Saves.snapshots(place.world, 1 + random.nextInt(8))) {
            ring.capture();
            for (int step = 0; place.world.time().tick() < TICKS; step++) {
                long hash = run.tick();
                assertEquals(expected.get((int) place.world.time().tick()), hash, context);
                if (random.nextInt(4) > 0) {
                    ring.capture();
                }
                long back = ring.newestTick() - random.nextInt(6);
                if (step < 3 * TICKS && random.nextInt(3) == 0 && ring.has(back)) {
                    ring.restore(back);
                    restorations++;
                    assertEquals(expected.get((int) back), place.hash(), context);
                }
            }
        }
        return restorations;
    }

    @Test
    void shouldGoOnInALoadedWorld() {
        for (int seed = 0; seed < SCHEDULES; seed++) {
            RandomSchedule schedule = new RandomSchedule(seed, seed % 3 == 0);
            int number = seed;
            isValid(() -> load(schedule, number));
        }
    }

    private void load(RandomSchedule schedule, int seed) {
        Random random = new Random(seed);
        int workers = 1 + random.nextInt(2);
        try (Playground place = new Playground(seed);
                RandomSchedule.Run run = schedule.open(place, workers, threads)) {
            for (int tick = random.nextInt(TICKS); tick > 0; tick--) {
                run.tick();
            }
            byte[] saved = Saving.bytes(place.world);
            if (random.nextBoolean()) {
                try (World waiting = Saving.load(saved)) {
                    saved = Saving.bytes(waiting); // before the program has made its readers
                }
            }
            try (Playground loaded = new Playground(Saving.load(saved), place);
                    RandomSchedule.Run again = schedule.open(loaded, workers, threads)) {
                assertEquals(place.hash(), loaded.hash(), () -> "seed " + seed + ":" + schedule);
                for (int tick = 0; tick < TICKS; tick++) {
                    assertEquals(run.tick(), again.tick(), () -> "seed " + seed + ":" + schedule);
                }
                assertEquals(handles(place), handles(loaded));
            }
        }
    }

    private static List<Long> handles(Playground place) {
        List<Long> handles = new ArrayList<>();
        place.world.query().includeDisabled().build().forEach(row -> handles.add(row.entity()));
        return handles;
    }
}
