package basalt.bench;

import basalt.bench.Quantity.Excess;
import basalt.bench.Quantity.Given;
import basalt.bench.Quantity.Measured;
import basalt.bench.Quantity.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The ratios for systems: schedules, commands and changes. */
final class SystemPromises {
    private final List<Promise> all = new ArrayList<>();

    private SystemPromises() {}

    static List<Promise> all() {
        SystemPromises promises = new SystemPromises();
        promises.addSchedule();
        promises.addHeavyCompute();
        promises.addOverhead();
        promises.addStrictMode();
        promises.addCommands();
        promises.addChanges();
        return promises.all;
    }

    private void addSchedule() {
        for (String of : List.of("10000", "1000000")) {
            boolean small = of.equals("10000");
            String title = "schedule, 4 x " + of + " entities: ";
            Measured array = swap("floatArray", of);
            Measured alone =
                    new Measured("schedule.SwapSystems.schedule", Map.of("entitiesOfEach", of, "workers", "1"));
            Measured two = new Measured("schedule.SwapSystems.schedule", Map.of("entitiesOfEach", of, "workers", "2"));
            add(title + "1 worker / float[]", alone, array, small ? Limit.atMost(1.3) : Limit.NONE);
            add(title + "kernels alone / float[]", swap("kernels", of), array, Limit.NONE);
            add(title + "1 worker / 2 workers", alone, two, small ? Limit.NONE : Limit.atLeast(1.6));
            add(title + "float[] / float[] by 2 threads", array, swap("floatArrayByTwo", of), Limit.NONE);
        }
    }

    private static Measured swap(String way, String entitiesOfEach) {
        return new Measured("schedule.SwapSystems." + way, Map.of("entitiesOfEach", entitiesOfEach));
    }

    private void addHeavyCompute() {
        Measured alone = new Measured("heavy.HeavyCompute.schedule", Map.of("workers", "1"));
        Measured two = new Measured("heavy.HeavyCompute.schedule", Map.of("workers", "2"));
        Measured array = Measured.of("heavy.HeavyCompute.floatArray");
        add("heavy compute: 1 worker / 2 workers", alone, two, Limit.atLeast(1.7));
        add("heavy compute: 1 worker / float[]", alone, array, Limit.NONE);
        add(
                "heavy compute: float[] / float[] by 2 threads",
                array,
                Measured.of("heavy.HeavyCompute.floatArrayByTwo"),
                Limit.NONE);
    }

    private void addOverhead() {
        for (String order : List.of("NONE", "ONE_BY_ONE", "STAGES")) {
            for (int systems : new int[] {1, 10, 100}) {
                Measured tick = new Measured(
                        "overhead.ScheduleOverhead.emptySystems",
                        Map.of("systems", Integer.toString(systems), "order", order));
                String how = order.equals("NONE") ? "" : order.equals("STAGES") ? ", a stage for each" : ", in order";
                add(
                        "a system of " + systems + " empty ones" + how + " / 1 us",
                        new Share(tick, systems),
                        new Given(1),
                        Limit.atMost(1));
            }
        }
        Measured alone = new Measured("overhead.ScheduleOverhead.smallWorld", Map.of("workers", "1"));
        Measured two = new Measured("overhead.ScheduleOverhead.smallWorld", Map.of("workers", "2"));
        add("3 systems over 100 entities: 2 workers / 1 worker", two, alone, Limit.atMost(1.1));
        add(
                "3 systems over 100 entities: 1 worker / kernels alone",
                alone,
                Measured.of("overhead.ScheduleOverhead.smallWorldKernels"),
                Limit.NONE);
    }

    private void addStrictMode() {
        for (String particles : List.of("2000", "30000")) {
            Map<String, String> parameters = Map.of("particles", particles, "workers", "1");
            add(
                    "a tick over " + particles + " particles in strict mode / without",
                    new Measured("overhead.StrictTick.strict", parameters),
                    new Measured("overhead.StrictTick.fast", parameters),
                    Limit.atMost(20));
        }
    }

    private void addCommands() {
        for (String change : List.of("add", "remove", "destroy")) {
            Measured direct = changes(change, "DIRECT");
            String title = change + " 100000 by commands: ";
            add(title + "in a loop / direct", changes(change, "COMMANDS"), direct, Limit.atMost(3));
            add(title + "by a kernel / direct", changes(change, "KERNEL"), direct, Limit.atMost(3));
            add(title + "by a system / direct", changes(change, "SYSTEM"), direct, Limit.atMost(3));
            add(
                    title + "in a loop / direct, shuffled",
                    changes(change, "COMMANDS_SHUFFLED"),
                    changes(change, "DIRECT_SHUFFLED"),
                    Limit.NONE);
        }
    }

    private static Measured changes(String change, String way) {
        return new Measured("commands.RecordAndApply." + change, Map.of("way", way));
    }

    private void addChanges() {
        for (String places : List.of("TOGETHER", "SCATTERED")) {
            Excess small = reaction("100000", places);
            Excess large = reaction("1000000", places);
            String title = "react to 3 x 100 sets, " + places + ": ";
            add(title + "of 100000, beyond the sets / 10 us", small, new Given(10), Limit.atMost(1));
            add(title + "of 1000000 / of 100000, beyond the sets", large, small, Limit.atMost(4));
        }
    }

    private static Excess reaction(String entities, String places) {
        Map<String, String> parameters = Map.of("entities", entities, "places", places);
        return new Excess(
                new Measured("changes.RealisticTick.setsAndObservers", parameters),
                new Measured("changes.RealisticTick.sets", parameters));
    }

    private void add(String what, Quantity upper, Quantity lower, Limit limit) {
        all.add(new Promise(what, upper, lower, limit));
    }
}
