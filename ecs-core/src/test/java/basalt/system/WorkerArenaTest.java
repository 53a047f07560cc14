package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each worker has its own frame arena, which is empty when a system begins. A system that leaves a scope open is
 * reported.
 */
class WorkerArenaTest {
    private final World world = World.create();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final EagerThreads threads = new EagerThreads(3);
    private final List<Slice> slices = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        threads.close();
        world.close();
    }

    private ScheduleBuilder builder(int workers) {
        return Schedule.builder(world).workers(workers).executor(threads).thresholds(0, 0);
    }

    private SystemException failureOf(ScheduleBuilder builder) {
        try (Schedule schedule = builder.build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            schedule.disable("untidy");
            schedule.tick(1);
            return failure;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldBeEmptyWhenASystemBegins(int workers) {
        Runnable body = () -> {
            assertEquals(0, world.frame().usedBytes());
            slices.add(world.frame().allocate(1_000, 64));
        };
        world.template().with(new Health(1)).build().spawn(1_000);
        RowKernel kernel = healthy.kernel(row -> {
            if (row.index() % 64 == 0) {
                assertTrue(world.frame().usedBytes() % 64 == 0);
                world.frame().allocate(64, 64);
            }
        });
        try (Schedule schedule = builder(workers)
                .add("a", body)
                .add("kernel", kernel)
                .add("b", body)
                .add("c", body, writes(Position.TYPE))
                .add("d", body, reads(Position.TYPE))
                .build()) {
            for (int i = 0; i < 20; i++) {
                schedule.tick(1);
            }
        }
        assertEquals(80, slices.size());
        assertEquals(0, world.frame().usedBytes());
        for (Slice slice : slices) {
            assertThrows(IllegalStateException.class, () -> slice.putLong(0, 1));
        }
    }

    @Test
    void shouldDifferFromTheArenaOfTheWorld() {
        FrameArena own = world.frame();
        List<FrameArena> seen = new ArrayList<>();
        try (Schedule schedule = builder(1)
                .add("body", () -> seen.add(world.frame()))
                .add("alone", () -> seen.add(world.frame()), Access.exclusive())
                .build()) {
            own.allocate(100, 8);
            schedule.tick(1);
            schedule.tick(1);
        }
        assertNotSame(own, seen.get(0));
        assertEquals(List.of(seen.get(0), seen.get(0), seen.get(0), seen.get(0)), seen, "an exclusive system, too");
        assertSame(own, world.frame());
        assertEquals(100, own.usedBytes());
    }

    @Test
    void shouldFreeAllocationsOfAnExclusiveSystemAndACondition() {
        FrameArena own = world.frame();
        own.allocate(100, 8);
        List<Slice> seen = new ArrayList<>();
        try (Schedule schedule = builder(1)
                .add("alone", () -> seen.add(world.frame().allocate(1_000, 8)), Access.exclusive())
                .add(
                        "asked",
                        () -> {},
                        RunCondition.when(() -> seen.add(world.frame().allocate(1_000, 8))))
                .build()) {
            for (int i = 0; i < 100; i++) {
                schedule.tick(1);
                assertEquals(100, own.usedBytes());
            }
        }
        assertEquals(200, seen.size());
        for (Slice slice : seen) {
            assertThrows(IllegalStateException.class, () -> slice.putLong(0, 1));
        }
    }

    @Test
    void shouldNameTheExclusiveSystemAndTheConditionThatLeaveAScopeOpen() {
        FrameArena own = world.frame();
        SystemException failure = failureOf(builder(1).add("untidy", own::open, Access.exclusive()));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
        failure = failureOf(builder(1).add("untidy", () -> {}, RunCondition.when(() -> own.open() != null)));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
        own.reset(); // nothing is open
    }

    @Test
    void shouldRejectCloseAndReset() {
        SystemException failure = failureOf(builder(1)
                .add("untidy", () -> world.frame().close())
                .add("beside", () -> world.frame().allocate(10, 1)));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("belongs to a world"), failure::getMessage);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNameTheSystemThatLeavesAScopeOpen(int workers) {
        SystemException failure = failureOf(builder(workers)
                .add("tidy", () -> world.frame().open().close())
                .add(
                        "untidy",
                        () -> {
                            world.frame().open();
                            world.frame().allocate(100, 8);
                            world.commands().spawn();
                        },
                        spawns()));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
        assertEquals(0, world.entityCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNameTheSystemThatLeavesACursorOpen(int workers) {
        world.spawn(new Health(1));
        List<RowCursor> left = new ArrayList<>();
        SystemException failure = failureOf(builder(workers)
                .add("untidy", () -> left.add(healthy.cursor()), reads(Health.TYPE))
                .add("beside", () -> healthy.forEach(row -> {}), reads(Health.TYPE)));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("cursor"), failure::getMessage);
        assertThrows(IllegalStateException.class, left.get(0)::next);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNameTheSystemThatLeavesAPhaseOpen(int workers) {
        SystemException failure = failureOf(builder(workers)
                .add("untidy", () -> world.frame().meters().phase("planning").begin())
                .add(
                        "tidy",
                        () -> world.frame().meters().phase("planning").begin().close()));
        assertEquals("untidy", failure.system());
        assertEquals(0, failure.getSuppressed().length);
    }

    @Test
    void shouldNameTheSystemWhoseKernelLeavesAScopeOpen() {
        world.template().with(new Health(1)).build().spawn(500);
        RowKernel kernel = healthy.kernel(row -> {
            if (row.index() % 64 == 0) {
                world.frame().open();
            }
        });
        SystemException failure = failureOf(builder(3).add("untidy", kernel));
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
    }

    @Test
    void shouldPreferTheExceptionToTheOpenScope() {
        RuntimeException cause = new IllegalArgumentException("on purpose");
        SystemException failure = failureOf(builder(2).add("untidy", () -> {
            world.frame().open();
            throw cause;
        }));
        assertEquals(cause, failure.getCause());
    }

    @Test
    void shouldRecordHighWaterMarks() {
        world.template().with(new Health(1)).build().spawn(10);
        try (Schedule schedule = builder(3)
                .add("much", () -> {
                    world.frame().open().close();
                    try (var scope = world.frame().open()) {
                        scope.allocate(300_000, 8);
                    }
                    world.frame().allocate(100, 8);
                })
                .add("nothing", () -> {})
                .add("phase", () -> {
                    FrameMeter phase = world.frame().meters().phase("planning");
                    phase.begin();
                    try (phase;
                            var scope = world.frame().open()) {
                        scope.allocate(200_000, 8);
                    }
                })
                .add("loop", () -> healthy.forEach(row -> world.frame().allocate(1_000, 8)), reads(Health.TYPE))
                .build()) {
            schedule.tick(1);
            schedule.tick(1);
            ScheduleStats figures = schedule.stats();
            assertEquals(
                    300_000, figures.find("much").orElseThrow().arenaBytes().min());
            assertEquals(
                    300_000, figures.find("much").orElseThrow().arenaBytes().max());
            assertEquals(
                    200_000, figures.find("phase").orElseThrow().arenaBytes().max());
            assertEquals(0, figures.find("nothing").orElseThrow().arenaBytes().max());
            assertTrue(figures.find("loop").orElseThrow().arenaBytes().max() > 10_000, "a snapshot as well");
            assertTrue(
                    figures.find("loop").orElseThrow().arenaBytes().min() >= 10_000, "or one that is kept elsewhere");
        }
    }

    @Test
    void shouldMoveFromThreadToThread() throws InterruptedException {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        List<Thread> started = new ArrayList<>();
        Runnable body = () -> {
            seen.add(Thread.currentThread());
            world.frame().allocate(1_000, 8).putLong(0, 1);
            EagerThreads.note();
        };
        try (Schedule schedule = Schedule.builder(world)
                .workers(3)
                .thresholds(0, 0)
                .executor(task -> {
                    started.add(new Thread(task));
                    started.get(started.size() - 1).start();
                })
                .add("a", body)
                .add("b", body)
                .add("c", body)
                .add("d", body)
                .build()) {
            for (int i = 0; i < 300; i++) {
                schedule.tick(1);
                for (Thread thread : started) {
                    thread.join();
                }
                started.clear();
            }
        }
        assertTrue(seen.contains(Thread.currentThread()) || seen.size() > 1);
    }

    @Test
    void shouldTakeItsMemoryFromTheGivenSourceAndGiveAllBack() {
        MemoryTag tag = new MemoryTracker(MemorySource.direct()).tag("workers");
        world.template().with(new Health(1)).build().spawn(10_000);
        RowKernel kernel = healthy.kernel((row, commands) -> {
            world.frame().allocate(8, 8);
            commands.set(row.entity(), Health.POINTS, 2);
        });
        try (Schedule schedule = builder(4)
                .memory(tag)
                .add("kernel", kernel, Access.restructures(Health.TYPE))
                .build()) {
            for (int i = 0; i < 5; i++) {
                schedule.tick(1);
            }
            assertTrue(tag.allocatedBytes() > 200_000, () -> "bytes: " + tag.allocatedBytes());
        }
        assertEquals(0, tag.allocatedBytes());
    }

    @Test
    void shouldNotExceedItsCap() {
        try (Schedule schedule = builder(2)
                .frameCapBytes(100_000)
                .add("much", () -> world.frame().allocate(200_000, 8))
                .add("enough", () -> world.frame().allocate(50_000, 8))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals("much", failure.system());
            assertEquals(0, failure.getSuppressed().length);
        }
    }
}
