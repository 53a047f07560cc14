package basalt.system;

import static basalt.system.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.HeapBytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleStatsRecorderTest {
    private static final SampleStats NONE = new SampleStats(0, 0, 0, 0, 0);

    @Test
    void shouldBeEmptyAtFirst() {
        ScheduleStats figures = new ScheduleStatsRecorder(List.of("move"), 4).stats();
        assertEquals(
                new ScheduleStats(0, 0, NONE, List.of(new SystemStats("move", 0, NONE, NONE, NONE, NONE))), figures);
        assertEquals(List.of(), new ScheduleStatsRecorder(List.of(), 4).stats().systems());
    }

    @Test
    void shouldComputeStatistics() {
        assertEquals(new SampleStats(7, 7, 7, 7, 7), SampleStats.of(new long[] {7}));
        assertEquals(new SampleStats(3, 1, 3, 3.5, 7), SampleStats.of(new long[] {3, 7, 3, 1, 4, 3}));
        assertEquals(new SampleStats(2, 2, 4, 5, 9), SampleStats.of(new long[] {4, 9, 2}));
        assertEquals(new SampleStats(2, 1, 2, 2.5, 5), SampleStats.of(new long[] {5, 1, 2, 2}));
    }

    @Test
    void shouldKeepTheLastTicks() {
        ScheduleStatsRecorder recorder = new ScheduleStatsRecorder(List.of("move", "think"), 3);
        for (int tick = 1; tick <= 5; tick++) {
            recorder.record(0, tick * 10, tick * 100, tick, tick * 1000);
            if (tick == 1 || tick == 4) {
                recorder.record(1, 7, 0, 2, 64);
            }
            recorder.endTick(tick * 20);
        }
        recorder.record(0, 1_000_000, 1, 1, 1);
        ScheduleStats figures = recorder.stats();
        assertEquals(5, figures.totalTicks());
        assertEquals(3, figures.ticks());
        assertEquals(new SampleStats(100, 60, 80, 80, 100), figures.tickNanos());
        assertEquals(
                new SystemStats(
                        "move",
                        3,
                        new SampleStats(50, 30, 40, 40, 50),
                        new SampleStats(500, 300, 400, 400, 500),
                        new SampleStats(5, 3, 4, 4, 5),
                        new SampleStats(5000, 3000, 4000, 4000, 5000)),
                figures.systems().get(0));
        assertEquals(
                Optional.of(new SystemStats(
                        "think",
                        1,
                        new SampleStats(7, 7, 7, 7, 7),
                        NONE,
                        new SampleStats(2, 2, 2, 2, 2),
                        new SampleStats(64, 64, 64, 64, 64))),
                figures.find("think"));
        assertEquals(Optional.empty(), figures.find("draw"));
        recorder.endTick(1);
        assertEquals(
                1_000_000, recorder.stats().systems().get(0).nanos().last(), "it belongs to the tick that ended now");
        assertEquals(3, figures.systems().get(0).runs(), "figures do not change");
        assertThrows(
                UnsupportedOperationException.class, () -> figures.systems().clear());
    }

    @Test
    void shouldAddUpSeveralRunsInOneTick() {
        ScheduleStatsRecorder recorder = new ScheduleStatsRecorder(List.of("move"), 2);
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
    void shouldAgreeWithAPlainQueue() {
        Random random = new Random(5);
        int window = 16;
        ScheduleStatsRecorder recorder = new ScheduleStatsRecorder(List.of("a", "b", "c"), window);
        Deque<long[]> expected = new ArrayDeque<>();
        for (int tick = 0; tick < 200; tick++) {
            long[] nanos = new long[3];
            for (int system = 0; system < 3; system++) {
                nanos[system] = random.nextInt(3) == 0 ? -1 : random.nextInt(1000);
                if (nanos[system] >= 0) {
                    recorder.record(system, nanos[system], tick, system, 0);
                }
            }
            recorder.endTick(tick);
            expected.addLast(nanos);
            if (expected.size() > window) {
                expected.removeFirst();
            }
            for (int system = 0; system < 3; system++) {
                List<Long> runs = new ArrayList<>();
                for (long[] one : expected) {
                    if (one[system] >= 0) {
                        runs.add(one[system]);
                    }
                }
                SystemStats figures = recorder.stats().systems().get(system);
                assertEquals(runs.size(), figures.runs());
                assertEquals(
                        SampleStats.of(runs.stream().mapToLong(Long::longValue).toArray()), figures.nanos());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_537, Integer.MAX_VALUE})
    void shouldRejectInvalidWindows(int windowTicks) {
        assertRejects(
                () -> new ScheduleStatsRecorder(List.of(), windowTicks),
                "windowTicks must be from 1",
                "=" + windowTicks);
    }

    @Test
    void shouldPrintATable() {
        ScheduleStatsRecorder recorder =
                new ScheduleStatsRecorder(List.of("move", "reap\n"), ScheduleStatsRecorder.DEFAULT_WINDOW_TICKS);
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

    @Test
    void shouldMakeNoGarbage() {
        ScheduleStatsRecorder recorder = new ScheduleStatsRecorder(List.of("move", "think"), 128);
        HeapBytes.assertNone(10_000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                recorder.record(0, i, i, 0, 0);
                recorder.record(1, i, i, 0, 0);
                recorder.endTick(i);
            }
        });
    }
}
