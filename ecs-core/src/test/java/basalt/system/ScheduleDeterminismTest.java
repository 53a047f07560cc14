package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Soak;
import org.junit.jupiter.api.Test;

/** Random schedules give the same world, bit for bit, for any number of workers and for a plain serial run. */
class ScheduleDeterminismTest {
    private static final int SCHEDULES = Soak.times(150, 1_000);

    @Test
    void shouldGiveTheSameForAnyNumberOfWorkers() {
        long elsewhere = EagerThreads.noted();
        int compared = 0;
        try (EagerThreads threads = new EagerThreads(3)) {
            for (int seed = 0; compared < SCHEDULES; seed++) {
                compared += compare(seed, threads) ? 1 : 0;
            }
        }
        long runs = EagerThreads.noted() - elsewhere;
        assertTrue(runs > SCHEDULES / 10, () -> "systems that were run by helpers: " + runs);
    }

    /** Returns false if the schedule is invalid, since its order has a cycle. */
    private static boolean compare(int seed, EagerThreads threads) {
        RandomSchedule schedule = new RandomSchedule(seed, seed % 3 == 0);
        long expected;
        try {
            expected = schedule.isOrdered() ? run(schedule, seed, 1, threads) : serially(schedule, seed);
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("cycle"), e::toString);
            return false;
        }
        for (int workers = 1; workers <= 4; workers *= 2) {
            int count = workers;
            assertEquals(
                    expected,
                    run(schedule, seed, workers, threads),
                    () -> "world after a run with " + count + " workers, seed " + seed + ":" + schedule);
        }
        return true;
    }

    private static long serially(RandomSchedule schedule, int seed) {
        try (Playground place = new Playground(seed)) {
            return schedule.runSerially(place);
        }
    }

    private static long run(RandomSchedule schedule, int seed, int workers, EagerThreads threads) {
        try (Playground place = new Playground(seed)) {
            return schedule.run(place, workers, threads);
        }
    }
}
