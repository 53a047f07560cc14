package basalt.system;

import basalt.query.Kernel;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A random schedule, determined by its seed: random jobs with run conditions, and sometimes an explicit order. */
final class RandomSchedule {
    static final int TICKS = 4;
    static final float SECONDS = 0.25f;

    private final List<Planned> systems = new ArrayList<>();
    private final boolean[][] switches = new boolean[TICKS][];
    private final boolean isOrdered;

    /** One system. */
    private static final class Planned {
        RandomJob job;
        int salt;
        int everyTicks;
        float everySeconds;
        int notInTick;
        boolean once;
        String set = "";
        String after = "";
        boolean ran;
        int enabledTicks;

        void begin() {
            ran = false;
            enabledTicks = 0;
        }

        /** Called in each tick in which it is enabled. */
        boolean runsIn(int tick) {
            if (++enabledTicks % everyTicks != 0 || tick == notInTick || once && ran) {
                return false;
            }
            ran = true;
            return true;
        }
    }

    /**
     * Either with an explicit order, observers, and systems that fail, cancel, and enable or disable others, or without
     * these.
     */
    RandomSchedule(long seed, boolean isOrdered) {
        Random random = new Random(seed);
        this.isOrdered = isOrdered;
        int count = isOrdered ? 8 : 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            Planned system = new Planned();
            do {
                system.job = RandomJob.values()[random.nextInt(RandomJob.values().length)];
            } while (!isOrdered && RandomJob.NEED_STAGES.contains(system.job));
            system.salt = 1 + random.nextInt(20);
            system.everyTicks = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
            system.everySeconds = isOrdered && random.nextInt(6) == 0 ? random.nextFloat() : 0;
            system.notInTick = random.nextInt(4) == 0 ? 1 + random.nextInt(TICKS) : 0;
            system.once = random.nextInt(12) == 0;
            if (isOrdered && random.nextBoolean()) {
                system.set = "set" + random.nextInt(2);
            }
            if (isOrdered && random.nextBoolean()) {
                system.after = "s" + random.nextInt(count);
            }
            systems.add(system);
        }
        for (int tick = 0; tick < TICKS; tick++) {
            switches[tick] = new boolean[count];
            for (int i = 0; i < count; i++) {
                switches[tick][i] = random.nextInt(6) > 0;
            }
        }
    }

    /**
     * Runs all ticks without a schedule, one system after the other, and applies each system's commands directly after
     * it.
     */
    long runSerially(Playground place) {
        List<Object> work = work(place);
        systems.forEach(Planned::begin);
        World world = place.world;
        for (int tick = 1; tick <= TICKS; tick++) {
            world.time().advance(SECONDS);
            for (int i = 0; i < work.size(); i++) {
                Planned system = systems.get(i);
                if (switches[tick - 1][i] && system.runsIn(tick)) {
                    RandomJob.runAlone(work.get(i), world);
                }
            }
            world.swapEvents();
            world.frame().reset();
        }
        return place.lastHash();
    }

    /** The access that a system declares. */
    interface Declarations {
        List<? extends SystemOption> of(int system, Playground place);
    }

    /** Runs all ticks by a schedule. */
    long run(Playground place, int workers, EagerThreads threads) {
        return run(open(place, workers, threads));
    }

    /** Runs all ticks by a schedule of a builder, with these declarations of access. */
    long run(Playground place, ScheduleBuilder builder, Declarations access) {
        return run(open(place, builder, access));
    }

    private static long run(Run opened) {
        try (Run run = opened) {
            return run.all();
        }
    }

    /** A schedule of these systems. */
    record Run(RandomSchedule plan, Playground place, Schedule schedule) implements AutoCloseable {
        /** Runs a tick whose switches depend on its number; returns the hash of the world. */
        long tick() {
            boolean[] isOn = plan.switches[(int) place.world.time().tick() % TICKS];
            for (int i = 0; i < isOn.length; i++) {
                if (isOn[i]) {
                    schedule.enable("s" + i);
                } else {
                    schedule.disable("s" + i);
                }
            }
            try {
                schedule.tick(SECONDS);
            } catch (SystemException e) {
                if (!"fails on purpose".equals(e.getCause().getMessage())) {
                    throw e;
                }
            }
            return place.hash();
        }

        /** Runs all ticks; returns the hash of the world at the end. */
        long all() {
            for (int tick = 1; tick <= TICKS; tick++) {
                tick();
            }
            return place.lastHash();
        }

        @Override
        public void close() {
            schedule.close();
        }
    }

    Run open(Playground place, int workers, EagerThreads threads) {
        ScheduleBuilder builder =
                Schedule.builder(place.world).workers(workers).executor(threads).thresholds(0, 0);
        return open(place, builder, this::declared);
    }

    Run open(Playground place, ScheduleBuilder builder, Declarations access) {
        List<Object> work = work(place);
        for (int i = 0; i < work.size(); i++) {
            SystemOption[] options = options(systems.get(i), "s" + i, place, access.of(i, place));
            Object job = work.get(i);
            String name = "s" + i;
            String set = systems.get(i).set;
            if (set.isEmpty()) {
                add(builder, name, job, options);
            } else {
                builder.set(set, within -> add(within, name, job, options));
            }
        }
        if (isOrdered) {
            place.observe();
        }
        place.schedule = builder.build();
        return new Run(this, place, place.schedule);
    }

    private static void add(ScheduleBuilder builder, String name, Object job, SystemOption... options) {
        boolean isAlone = Stream.of(options)
                .anyMatch(option -> option instanceof Access access && access.kind() == Access.Kind.EXCLUSIVE);
        if (isAlone && job instanceof Kernel kernel) {
            builder.add(name, kernel::run, options);
        } else if (job instanceof Kernel kernel) {
            builder.add(name, kernel, options);
        } else {
            builder.add(name, (Runnable) job, options);
        }
    }

    private List<Object> work(Playground place) {
        List<Object> work = new ArrayList<>();
        systems.forEach(system -> work.add(system.job.work(place, system.salt)));
        return work;
    }

    private SystemOption[] options(Planned system, String name, Playground place, List<? extends SystemOption> access) {
        List<SystemOption> options = new ArrayList<>(access);
        if (system.everySeconds > 0) {
            options.add(RunCondition.every(system.everySeconds));
        } else if (system.everyTicks > 1) {
            options.add(RunCondition.everyTicks(system.everyTicks));
        }
        if (system.notInTick > 0) {
            options.add(RunCondition.when(() -> place.world.time().tick() != system.notInTick));
        }
        if (system.once) {
            options.add(RunCondition.once());
        }
        if (!system.after.isEmpty() && !system.after.equals(name)) {
            options.add(Order.after(system.after));
        }
        return options.toArray(new SystemOption[0]);
    }

    /** A random schedule in which most systems run kernels over records. */
    static RandomSchedule ofRecords(long seed, boolean isOrdered) {
        RandomSchedule schedule = new RandomSchedule(seed, isOrdered);
        List<RandomJob> jobs =
                Stream.of(RandomJob.values()).filter(RandomJob::isOfRecords).toList();
        Random random = new Random(seed);
        for (Planned system : schedule.systems) {
            RandomJob job = jobs.get(random.nextInt(jobs.size()));
            if (random.nextInt(4) > 0 && (isOrdered || !RandomJob.NEED_STAGES.contains(job))) {
                system.job = job;
            }
        }
        return schedule;
    }

    /** The options of a system's job without what its kernel says itself. */
    List<SystemOption> inferred(int system, Playground place) {
        return systems.get(system).job.inferred(place);
    }

    /** The options of a system's job without what its kernel over rows is found to use. */
    List<SystemOption> inferredOfRows(int system, Playground place) {
        return systems.get(system).job.inferredOfRows(place);
    }

    /** The options of a system's job. */
    List<SystemOption> declared(int system, Playground place) {
        return systems.get(system).job.access(place);
    }

    /** The options of a system's job that recording cannot find. */
    List<SystemOption> kept(int system, Playground place) {
        return systems.get(system).job.access(place).stream()
                .filter(option -> option instanceof Access access && Access.Kind.KEPT.contains(access.kind()))
                .toList();
    }

    boolean isOrdered() {
        return isOrdered;
    }

    @Override
    public String toString() {
        return systems.stream()
                .map(system -> "\n  " + system.job + " salt " + system.salt + " everyTicks " + system.everyTicks
                        + " everySeconds " + system.everySeconds + " not in " + system.notInTick
                        + (system.once ? " once" : "") + " in " + system.set + " after " + system.after)
                .collect(Collectors.joining());
    }
}
