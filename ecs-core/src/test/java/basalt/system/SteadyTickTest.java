package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.memory.ChildJvm;
import basalt.memory.Deadline;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.query.SpatialGrid;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.World;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A compiled tick makes no garbage on any thread. Measured in a new JVM, since JIT compilation depends on earlier code.
 * Strict mode may make garbage.
 */
class SteadyTickTest {
    private static final int TICKS = 500;
    private static final int MOST_ROUNDS = 300;

    /** The bytes that the measurement itself may allocate; one small object a tick would be 8,000. */
    private static final int MEASURING_BYTES = 2_048;

    private static final Map<String, Long> MEASURED = new HashMap<>();

    @BeforeAll
    static void measureInAChild() {
        assumeFalse(Strict.ON, "strict mode makes garbage");
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        MEASURED.putAll(
                ChildJvm.measure(SteadyTickTest.class, World.class, Position.class, UnsafeApi.class, Executable.class));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeNoGarbage(SteadySchedule use) {
        assertTrue(
                MEASURED.get(use + ".bytes") <= MEASURING_BYTES,
                () -> "heap bytes made in " + TICKS + " ticks of the median round: " + MEASURED);
        assertTrue(use != SteadySchedule.HELPED || MEASURED.get(use + ".helped") > 0, () -> "no help: " + MEASURED);
    }

    /**
     * In the child: prints the heap bytes that the median round of each schedule makes, of all threads together, and
     * how often helpers took part.
     */
    public static void main(String[] arguments) {
        for (SteadySchedule use : SteadySchedule.values()) {
            try (World world = World.create();
                    Schedule schedule = use.build(world)) {
                System.out.println(use + ".bytes=" + medianBytes(schedule));
                System.out.println(use + ".helped=" + SteadySchedule.RUNS_ELSEWHERE.getAndSet(0));
            }
        }
    }

    private static long medianBytes(Schedule schedule) {
        Deadline deadline = new Deadline("rounds without garbage");
        return SteadyRounds.median(MOST_ROUNDS, MEASURING_BYTES, () -> {
            long before = bytesOfAllThreads();
            for (int i = 0; i < TICKS; i++) {
                schedule.tick(1);
            }
            long made = bytesOfAllThreads() - before;
            deadline.pause();
            return made;
        });
    }

    /** Of the threads that run this library: helpers and the main thread. */
    private static long bytesOfAllThreads() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long thread : threads.getAllThreadIds()) {
            sum += Math.max(0, threads.getThreadAllocatedBytes(thread));
        }
        return sum;
    }

    /** Typical schedules that must make no garbage: everything that a system can do, with one worker or several. */
    enum SteadySchedule {
        ALONE(1),
        HELPED(2),
        SMALL(2);

        /** How often a helper has run the system "where". */
        static final AtomicLong RUNS_ELSEWHERE = new AtomicLong();

        private static final int ROWS = 500;

        private final int workers;

        SteadySchedule(int workers) {
            this.workers = workers;
        }

        Schedule build(World world) {
            Template soldier = world.template()
                    .with(new Position(1, 2), new Velocity(3, 4), new Health(5))
                    .build();
            Template bullet = world.template().with(new Velocity(0, 9)).build();
            soldier.spawn(this == SMALL ? 100 : ROWS);
            ScheduleBuilder builder = Schedule.builder(world).workers(workers);
            if (this == HELPED) {
                builder.thresholds(0, 0);
                addMeeting(builder, world);
            }
            addKernels(builder, world);
            addCommands(builder, world, bullet);
            addEvents(builder, world);
            addOthers(builder, world);
            return builder.build();
        }

        /** Two systems that wait for each other, so that a helper takes part in each tick. */
        private static void addMeeting(ScheduleBuilder builder, World world) {
            AtomicLong there = new AtomicLong();
            Runnable meet = () -> {
                there.incrementAndGet();
                while (there.get() < 2 * world.time().tick()) {
                    Thread.yield();
                }
            };
            builder.add("meet", meet, worldThread()).add("meet again", meet);
        }

        private static void addKernels(ScheduleBuilder builder, World world) {
            Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
            RowKernel move = moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
            RowKernel slow = moving.kernel(row -> row.set(Velocity.DY, row.get(Velocity.DY) * 0.5f));
            UnsafeBuffer view = new UnsafeBuffer(0, 0);
            Span.Body first = span -> {
                span.wrap(Position.Y, view);
                view.putFloat(0, 1);
            };
            RowKernel records = world.query(Position.class, Velocity.class)
                    .update((p, v) -> new Position(p.x() + v.dx(), p.y() * 0.5f));
            SpatialGrid grid = world.query(Position.class, Velocity.class)
                    .grid(Position::x, Position::y)
                    .radius(16);
            builder.add("grid", grid)
                    .add("move", move, writes(Position.TYPE))
                    .add("records", records)
                    .add("slow", slow, writes(Velocity.TYPE))
                    .add("spans", () -> moving.forEachSpan(first), writes(Position.TYPE));
        }

        private static void addCommands(ScheduleBuilder builder, World world, Template bullet) {
            Query warm = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
            Query frozen = world.query().all(Frozen.TYPE).build();
            Query bullets = world.query().all(Velocity.TYPE).none(Health.TYPE).build();
            RowKernel freeze = warm.kernel((row, commands) -> {
                long entity = row.entity();
                commands.add(entity, Frozen.TYPE);
                commands.set(entity, Health.POINTS, 3);
            });
            RowKernel rarefy = warm.kernel((row, commands) -> {
                long entity = row.entity();
                commands.add(entity, Rare.TYPE);
                commands.set(entity, Rare.NOTE, "rare");
            });
            RowKernel thaw = frozen.kernel((row, commands) -> {
                long entity = row.entity();
                commands.remove(entity, Frozen.TYPE);
                commands.remove(entity, Rare.TYPE);
            });
            RowKernel flicker = frozen.kernel((row, commands) -> {
                long entity = row.entity();
                commands.disable(entity, Velocity.TYPE);
                commands.enable(entity, Velocity.TYPE);
            });
            RowKernel reap = bullets.kernel((row, commands) -> commands.destroy(row.entity()));
            Runnable shoot = () -> {
                for (int i = 0; i < 50; i++) {
                    long one = bullet.spawn(world.commands());
                    world.commands().set(one, Velocity.DX, i);
                    world.commands().spawn();
                }
            };
            RowKernel sweep =
                    world.query().none(Velocity.TYPE).build().kernel((row, commands) -> commands.destroy(row.entity()));
            builder.add("freeze", freeze, restructures(Frozen.TYPE, Health.TYPE))
                    .add("rarefy", rarefy, restructures(Rare.TYPE))
                    .add("flicker", flicker, restructures(Velocity.TYPE))
                    .add("thaw", thaw, restructures(Frozen.TYPE, Rare.TYPE))
                    .add("reap", reap, destroys())
                    .add("shoot", shoot, spawns())
                    .add("sweep", sweep, destroys());
        }

        private static void addEvents(ScheduleBuilder builder, World world) {
            EventChannel<Blow> events = world.events(Blow.TYPE);
            EventReader<Blow> reader = events.reader();
            Query healthy = world.query().all(Health.TYPE).build();
            RowKernel send = healthy.kernel((row, commands) -> {
                if ((row.index() & 7) == 0) {
                    commands.set(commands.send(Blow.TYPE), Blow.WEIGHT, row.get(Health.POINTS));
                }
            });
            double[] sum = new double[1];
            Runnable receive = () -> {
                while (reader.next()) {
                    sum[0] += events.get(reader.event(), Blow.WEIGHT);
                }
            };
            builder.add("send", send, sends(Blow.TYPE)).add("receive", receive, receives(Blow.TYPE));
        }

        private static void addOthers(ScheduleBuilder builder, World world) {
            Thread home = Thread.currentThread();
            Query healthy = world.query().all(Health.TYPE).build();
            RowKernel inner = healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
            RowCursor cursor = healthy.closedCursor();
            UnsafeBuffer scratch = new UnsafeBuffer();
            world.resources().put(new float[1]);
            long entity = world.spawn(new Health(1), new Velocity(1, 2));
            Runnable look = () -> {
                world.tickArena().wrapUnchecked(1_000, 8, scratch);
                world.resources().get(float[].class)[0] +=
                        healthy.count() + healthy.reduce().sum(Health.POINTS);
                try (RowCursor rows = cursor.open()) {
                    rows.next();
                }
            };
            builder.add("inner", inner::run, writes(Health.TYPE))
                    .add("look", look, reads(Health.TYPE), readsResource(float[].class))
                    .add(
                            "set",
                            () -> world.set(entity, Velocity.DX, world.get(entity, Velocity.DX) + 1),
                            writes(Velocity.TYPE))
                    .add("half", () -> {}, every(2))
                    .add("where", () -> {
                        if (Thread.currentThread() != home) {
                            RUNS_ELSEWHERE.incrementAndGet();
                        }
                    })
                    .add(
                            "third",
                            () -> {},
                            everyTicks(3),
                            when(() -> world.time().tick() > 5))
                    .add("alone", () -> world.destroy(world.spawn()), exclusive());
        }
    }
}
