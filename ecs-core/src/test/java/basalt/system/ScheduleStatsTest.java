package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.everyTicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.memory.FlightRecording;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.world.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statistics and flight recorder events of a schedule. */
class ScheduleStatsTest {
    private static final int ROWS = 1_000;

    private final World world = World.create();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final EagerThreads threads = new EagerThreads(3);

    @AfterEach
    void close() {
        threads.close();
        world.close();
    }

    @Test
    void shouldOnlyBeReadByTheWorldsThread() {
        Schedule schedule = builder(1).build();
        Elsewhere.run("intruder", () -> {
            String message =
                    assertThrows(IllegalStateException.class, schedule::stats).getMessage();
            assertTrue(message.contains("'intruder'"), message);
        });
        schedule.close();
        assertEquals(0, schedule.stats().totalTicks(), "also after close");
    }

    private ScheduleBuilder builder(int workers) {
        world.template().with(new Health(1)).build().spawn(ROWS);
        world.query().all(Health.TYPE).build().forEach(row -> {
            if (row.index() % 10 == 0) {
                world.destroy(row.entity());
            }
        });
        RowKernel freeze = healthy.kernel((row, commands) -> {
            long entity = row.entity();
            commands.add(entity, Frozen.TYPE);
            commands.enable(entity, Frozen.TYPE);
        });
        return Schedule.builder(world)
                .workers(workers)
                .executor(threads)
                .thresholds(0, 0)
                .add("freeze", freeze, restructures(Frozen.TYPE))
                .add("pure", healthy.pureKernel(row -> row.set(Health.POINTS, 2)), writes(Health.TYPE))
                .add("spawn", () -> world.commands().spawn(), spawns(), everyTicks(2))
                .add(
                        "alone",
                        () -> {
                            world.frame().allocate(10, 1);
                            world.commands().spawn();
                            world.commands().spawn();
                        },
                        exclusive(),
                        everyTicks(3))
                .add(
                        "fails",
                        () -> {
                            if (world.time().tick() == 4) {
                                world.commands().destroy(healthy.first());
                                throw new IllegalStateException("on purpose");
                            }
                        },
                        destroys(),
                        reads(Health.TYPE));
    }

    private static void tick(Schedule schedule, int ticks) {
        for (int i = 0; i < ticks; i++) {
            schedule.tick(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldCountRunsRowsAndCommands(int workers) {
        try (Schedule schedule = builder(workers).build()) {
            tick(schedule, 3);
            assertThrows(SystemException.class, () -> schedule.tick(1));
            tick(schedule, 3);

            ScheduleStats figures = schedule.stats();
            assertEquals(7, figures.totalTicks());
            assertEquals(List.of("freeze", "pure", "spawn", "alone", "fails"), names(figures));
            assertStats(figures, "freeze", 7, ROWS * 9 / 10, 2 * ROWS * 9 / 10);
            assertStats(figures, "pure", 7, ROWS * 9 / 10, 0);
            assertStats(figures, "spawn", 3, 0, 1);
            assertStats(figures, "alone", 2, 0, 2);
            assertEquals(7, figures.find("fails").orElseThrow().runs());
            assertEquals(1, figures.find("fails").orElseThrow().commands().max(), "those that were forgotten, too");
            assertTrue(figures.tickNanos().min() > 0);
            assertTrue(figures.find("freeze").orElseThrow().nanos().min() > 0);
        }
    }

    private static List<String> names(ScheduleStats figures) {
        return figures.systems().stream().map(SystemStats::name).toList();
    }

    private static void assertStats(ScheduleStats figures, String name, int runs, long rows, long commands) {
        SystemStats system = figures.find(name).orElseThrow();
        assertEquals(runs, system.runs(), name);
        assertEquals(new SampleStats(rows, rows, rows, rows, rows), system.rows(), name);
        assertEquals(new SampleStats(commands, commands, commands, commands, commands), system.commands(), name);
    }

    @Test
    void shouldCoverItsWindow() {
        try (Schedule schedule = builder(1).windowTicks(2).build()) {
            tick(schedule, 3);
            assertEquals(2, schedule.stats().ticks());
            assertEquals(3, schedule.stats().totalTicks());
            assertEquals(1, schedule.stats().find("spawn").orElseThrow().runs());
            assertTrue(schedule.stats().toString().contains("freeze"));
        }
    }

    /** Bodies iterate over rows themselves, and exclusive systems use an arena too. */
    @Test
    void shouldRecordRowsAndArenaOfBodies() {
        try (World other = World.create()) {
            other.template().with(Health.TYPE).build().spawn(100);
            Query query = other.query().all(Health.TYPE).build();
            RowKernel kernel = query.kernel(row -> {});
            Runnable body = () -> {
                other.frame().allocate(1_000, 8);
                kernel.run();
                query.forEach(row -> {});
                try (RowCursor rows = query.cursor()) {
                    rows.next();
                }
            };
            try (Schedule schedule = Schedule.builder(other)
                    .workers(1)
                    .add("body", body, reads(Health.TYPE))
                    .add("alone", body, exclusive())
                    .build()) {
                kernel.run(); // outside of any system
                List<RecordedEvent> events = FlightRecording.of("basalt.System", () -> tick(schedule, 3));
                for (String name : List.of("body", "alone")) {
                    SystemStats figures = schedule.stats().find(name).orElseThrow();
                    assertEquals(300, figures.rows().max(), name);
                    assertEquals(300, figures.rows().mean(), name);
                    assertTrue(figures.arenaBytes().max() >= 1_000, name);
                    assertEquals(
                            3,
                            events.stream()
                                    .filter(event -> event.getString("system").equals(name)
                                            && event.getLong("rows") == 300
                                            && event.getLong("arenaBytes") >= 1_000)
                                    .count());
                }
                assertTrue(schedule.arenas().get(0).lastFrame().phases().stream()
                        .anyMatch(phase -> phase.name().equals("alone")));
                assertTrue(other.statistics().memory().workerBytes() >= 1_000);
            }
            assertEquals(0, other.statistics().memory().workerBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldEmitAnEventForEachSystem(int workers) {
        try (Schedule schedule = builder(workers).build()) {
            List<RecordedEvent> events = FlightRecording.ofAllThreads("basalt.System", () -> tick(schedule, 3));

            Map<String, Long> runs = new HashMap<>();
            events.stream()
                    .filter(event -> event.getInt("piece") == 0)
                    .forEach(event -> runs.merge(event.getString("system"), 1L, Long::sum));
            assertEquals(Map.of("freeze", 3L, "pure", 3L, "fails", 3L, "spawn", 1L, "alone", 1L), runs);
            List<RecordedEvent> freezes = events.stream()
                    .filter(event -> event.getString("system").equals("freeze"))
                    .toList();
            long commands = freezes.stream()
                    .mapToLong(event -> event.getLong("commands"))
                    .sum();
            assertEquals(3L * 2 * ROWS * 9 / 10, commands);
            for (RecordedEvent freeze : freezes) {
                assertEquals(freeze.getInt("piece") == 0 ? ROWS * 9 / 10 : 0, freeze.getLong("rows"));
                assertEquals(0, freeze.getLong("arenaBytes"));
                assertTrue(freeze.getDuration().toNanos() > 0 && freeze.getThread() != null, freeze::toString);
            }
            assertEquals(
                    11,
                    events.stream().filter(event -> event.getInt("piece") == 0).count());
        }
    }

    /** The thread that runs a piece emits its event, so one thread does not have all events. */
    @Test
    void shouldEmitEventsOnTheThreadThatRanThePiece() {
        AtomicInteger arrived = new AtomicInteger();
        Runnable meet = () -> {
            int both = (arrived.getAndIncrement() / 2 + 1) * 2;
            Deadline deadline = new Deadline("the other system");
            while (arrived.get() < both) {
                deadline.pause();
            }
        };
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .executor(threads)
                .thresholds(0, 0)
                .add("one", meet)
                .add("two", meet)
                .build()) {
            List<RecordedEvent> events = FlightRecording.ofAllThreads("basalt.System", () -> tick(schedule, 3));
            assertEquals(6, events.size());
            String here = Thread.currentThread().getName();
            assertEquals(
                    3,
                    events.stream()
                            .filter(event -> event.getThread().getJavaName().equals(here))
                            .count());
            assertEquals(
                    3,
                    events.stream()
                            .filter(event -> event.getThread().getJavaName().startsWith("eager-"))
                            .count());
        }
    }

    @Test
    void shouldEmitAnEventForEachTick() {
        try (Schedule schedule = builder(1).build()) {
            List<RecordedEvent> events = FlightRecording.of("basalt.Tick", () -> {
                tick(schedule, 3);
                assertThrows(SystemException.class, () -> schedule.tick(1));
            });
            assertEquals(
                    List.of(1L, 2L, 3L, 4L),
                    events.stream().map(event -> event.getLong("tick")).toList());
            assertEquals(
                    List.of(900L, 901L, 903L, 904L),
                    events.stream().map(event -> event.getLong("entities")).toList());
            assertTrue(events.stream().allMatch(event -> event.getDuration().toNanos() > 0));
        }
    }
}
