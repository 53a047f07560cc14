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

import basalt.memory.Elsewhere;
import basalt.memory.FlightRecording;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.system.ScheduleStats.SampleStats;
import basalt.system.ScheduleStats.SystemStats;
import basalt.world.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** The statistics and flight recorder events of a schedule. */
class ScheduleStatsTest extends ScheduleFixture {
    private static final int ROWS = 1_000;
    private final Query healthy = all(Health.TYPE);
    private static final SampleStats NONE = new SampleStats(0, 0, 0, 0, 0);

    @Test
    void shouldOnlyBeReadByTheWorldsThread() {
        build(builder(1));
        Elsewhere.run("intruder", () -> {
            assertMentions(
                    assertThrows(IllegalStateException.class, schedule::stats).getMessage(), "'intruder'");
        });
        schedule.close();
        assertEquals(0, schedule.stats().totalTicks(), "also after close");
    }

    private ScheduleBuilder builder(int workers) {
        world.template().with(new Health(1)).build().spawn(ROWS);
        healthy.forEach(row -> {
            if (row.index() % 10 == 0) {
                world.destroy(row.entity());
            }
        });
        RowKernel freeze = healthy.kernel((row, commands) -> {
            long entity = row.entity();
            commands.add(entity, Frozen.TYPE);
            commands.enable(entity, Frozen.TYPE);
        });
        Runnable alone = () -> {
            world.frame().allocate(10, 1);
            world.commands().spawn();
            world.commands().spawn();
        };
        Runnable fails = () -> {
            if (world.time().tick() == 4) {
                world.commands().destroy(healthy.first());
                throw new IllegalStateException("on purpose");
            }
        };
        return systems(workers)
                .add("freeze", freeze, restructures(Frozen.TYPE))
                .add("heal", healthy.kernel(row -> row.set(Health.POINTS, 2)), writes(Health.TYPE))
                .add("spawn", () -> world.commands().spawn(), spawns(), everyTicks(2))
                .add("alone", alone, exclusive(), everyTicks(3))
                .add("fails", fails, destroys(), reads(Health.TYPE));
    }

    @TestOfWorkers
    void shouldCountRunsRowsAndCommands(int workers) {
        build(builder(workers));
        tick(3, 1);
        assertThrows(SystemException.class, () -> schedule.tick(1));
        tick(3, 1);

        ScheduleStats figures = schedule.stats();
        assertEquals(7, figures.totalTicks());
        assertEquals(List.of("freeze", "heal", "spawn", "alone", "fails"), names(figures));
        assertStats(figures, "freeze", 7, ROWS * 9 / 10, 2 * ROWS * 9 / 10);
        assertStats(figures, "heal", 7, ROWS * 9 / 10, 0);
        assertStats(figures, "spawn", 3, 0, 1);
        assertStats(figures, "alone", 2, 0, 2);
        assertEquals(7, figures.find("fails").orElseThrow().runs());
        assertEquals(1, figures.find("fails").orElseThrow().commands().max(), "those that were forgotten, too");
        assertTrue(figures.tickNanos().min() > 0);
        assertTrue(figures.find("freeze").orElseThrow().nanos().min() > 0);
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
        build(systems().workers(1).add("spawn", () -> world.commands().spawn(), spawns(), everyTicks(2)));
        tick(131, 1);
        assertEquals(128, schedule.stats().ticks());
        assertEquals(131, schedule.stats().totalTicks());
        assertEquals(64, schedule.stats().find("spawn").orElseThrow().runs());
        assertTrue(schedule.stats().toString().contains("spawn"));
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
            build(Schedule.builder(other)
                    .workers(1)
                    .add("body", body, reads(Health.TYPE))
                    .add("alone", body, exclusive()));
            kernel.run(); // outside of any system
            List<RecordedEvent> events = FlightRecording.of("basalt.System", () -> tick(3, 1));
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

            schedule.close();
            assertEquals(0, other.statistics().memory().workerBytes());
        }
    }

    @TestOfWorkers
    void shouldEmitAnEventForEachSystem(int workers) {
        build(builder(workers));
        List<RecordedEvent> events = FlightRecording.ofAllThreads("basalt.System", () -> tick(3, 1));

        Map<String, Long> runs = new HashMap<>();
        events.stream()
                .filter(event -> event.getInt("piece") == 0)
                .forEach(event -> runs.merge(event.getString("system"), 1L, Long::sum));
        assertEquals(Map.of("freeze", 3L, "heal", 3L, "fails", 3L, "spawn", 1L, "alone", 1L), runs);
        List<RecordedEvent> freezes = events.stream()
                .filter(event -> event.getString("system").equals("freeze"))
                .toList();
        long commands =
                freezes.stream().mapToLong(event -> event.getLong("commands")).sum();
        assertEquals(3L * 2 * ROWS * 9 / 10, commands);
        for (RecordedEvent freeze : freezes) {
            assertEquals(freeze.getInt("piece") == 0 ? ROWS * 9 / 10 : 0, freeze.getLong("rows"));
            assertEquals(0, freeze.getLong("arenaBytes"));
            assertTrue(freeze.getDuration().toNanos() > 0 && freeze.getThread() != null, freeze::toString);
        }
        assertEquals(
                11, events.stream().filter(event -> event.getInt("piece") == 0).count());
    }

    /** The thread that runs a piece emits its event, so one thread does not have all events. */
    @Test
    void shouldEmitEventsOnTheThreadThatRanThePiece() {
        Runnable meet = meeting(2);
        build(systems(2).add("one", meet).add("two", meet));
        List<RecordedEvent> events = FlightRecording.ofAllThreads("basalt.System", () -> tick(3, 1));
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

    @Test
    void shouldEmitAnEventForEachTick() {
        build(builder(1));
        List<RecordedEvent> events = FlightRecording.of("basalt.Tick", () -> {
            tick(3, 1);
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

    @Test
    void shouldBeEmptyAtFirst() {
        ScheduleStats figures = new TickRecorder(List.of("move"), 4).stats();
        assertEquals(
                new ScheduleStats(0, 0, NONE, List.of(new SystemStats("move", 0, NONE, NONE, NONE, NONE))), figures);
        assertEquals(List.of(), new TickRecorder(List.of(), 4).stats().systems());
    }

    @Test
    void shouldComputeStatistics() {
        assertEquals(new SampleStats(7, 7, 7, 7, 7), SampleStats.of(new long[] {7}));
        assertEquals(new SampleStats(3, 1, 3, 3.5, 7), SampleStats.of(new long[] {3, 7, 3, 1, 4, 3}));
        assertEquals(new SampleStats(2, 2, 4, 5, 9), SampleStats.of(new long[] {4, 9, 2}));
        assertEquals(new SampleStats(2, 1, 2, 2.5, 5), SampleStats.of(new long[] {5, 1, 2, 2}));
    }

    @Test
    void shouldNotChangeAfterwards() {
        TickRecorder recorder = new TickRecorder(List.of("move"), 3);
        recorder.record(0, 1_000_000, 1, 1, 1);
        ScheduleStats figures = recorder.stats();
        recorder.endTick(1);
        assertEquals(
                1_000_000, recorder.stats().find("move").orElseThrow().nanos().last());
        assertEquals(0, figures.systems().get(0).runs());
        assertEquals(Optional.empty(), figures.find("draw"));
        assertThrows(
                UnsupportedOperationException.class, () -> figures.systems().clear());
    }

    @Test
    void shouldAddUpSeveralRunsInOneTick() {
        TickRecorder recorder = new TickRecorder(List.of("move"), 2);
        recorder.record(0, 10, 1, 2, 300);
        recorder.record(0, 5, 3, 4, 200);
        recorder.record(0, -1, 0, 0, 0);
        recorder.endTick(20);
        SystemStats move = recorder.stats().systems().get(0);
        assertEquals(1, move.runs());
        assertEquals(15, move.nanos().last());
        assertEquals(4, move.rows().last());
        assertEquals(6, move.commands().last());
        assertEquals(300, move.arenaBytes().last());
    }

    @Test
    void shouldPrintATable() {
        TickRecorder recorder = new TickRecorder(List.of("move", "reap\n"), TickRecorder.WINDOW_TICKS);
        for (int tick = 0; tick < 200; tick++) {
            recorder.record(0, tick == 199 ? 12_000 : 1_500, 10_000, 0, 65_536);
            recorder.endTick(tick == 199 ? 20_000 : 2_000);
        }
        assertEquals("""
            system  runs  median ns  mean ns  max ns    rows  commands  arena bytes
            (tick)   128      2,000    2,141  20,000       -         -            -
            move     128      1,500    1,582  12,000  10,000         0       65,536
            reap?      0          0        0       0       0         0            0
            """, recorder.stats().toString());
    }
}
