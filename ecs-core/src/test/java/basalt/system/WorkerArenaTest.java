package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import basalt.memory.frame.FramePromotions;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each worker has its own frame arena, which is empty when a system begins. A system that leaves a scope open is
 * reported.
 */
class WorkerArenaTest extends ScheduleFixture {
    private final Query healthy = all(Health.TYPE);
    private final List<Slice> slices = Collections.synchronizedList(new ArrayList<>());
    private final PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 8);

    private SystemException failureOf(ScheduleBuilder builder) {
        build(builder);
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        schedule.disable("untidy");
        schedule.tick(1);
        return failure;
    }

    @TestOfWorkers
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
        tick(
                systems(workers)
                        .add("a", body)
                        .add("kernel", kernel)
                        .add("b", body)
                        .add("c", body, writes(Position.TYPE))
                        .add("d", body, reads(Position.TYPE)),
                20);
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
        build(systems(1)
                .add("body", () -> seen.add(world.frame()))
                .add("alone", () -> seen.add(world.frame()), Access.exclusive()));
        own.allocate(100, 8);
        tick(2, 1);

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
        build(systems(1)
                .add("alone", () -> seen.add(world.frame().allocate(1_000, 8)), Access.exclusive())
                .add(
                        "asked",
                        () -> {},
                        RunCondition.when(() -> seen.add(world.frame().allocate(1_000, 8)))));
        for (int i = 0; i < 100; i++) {
            schedule.tick(1);
            assertEquals(100, own.usedBytes());
        }

        assertEquals(200, seen.size());
        for (Slice slice : seen) {
            assertThrows(IllegalStateException.class, () -> slice.putLong(0, 1));
        }
    }

    @Test
    void shouldNameTheExclusiveSystemAndTheConditionThatLeaveAScopeOpen() {
        FrameArena own = world.frame();
        SystemException failure = failureOf(systems(1).add("untidy", own::open, Access.exclusive()));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
        failure = failureOf(systems(1).add("untidy", () -> {}, RunCondition.when(() -> own.open() != null)));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
        own.reset(); // nothing is open
    }

    @Test
    void shouldRejectCloseAndReset() {
        SystemException failure = failureOf(systems(1)
                .add("untidy", () -> world.frame().close())
                .add("beside", () -> world.frame().allocate(10, 1)));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("belongs to a world"), failure::getMessage);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNameTheSystemThatLeavesAScopeOpen(int workers) {
        Runnable untidy = () -> {
            world.frame().open();
            world.frame().allocate(100, 8);
            world.commands().spawn();
        };
        SystemException failure = failureOf(
                systems(workers).add("tidy", () -> world.frame().open().close()).add("untidy", untidy, spawns()));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
        assertEquals(0, world.entityCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNameTheSystemThatLeavesACursorOpen(int workers) {
        world.spawn(new Health(1));
        List<RowCursor> left = new ArrayList<>();
        SystemException failure = failureOf(systems(workers)
                .add("untidy", () -> left.add(healthy.cursor()), reads(Health.TYPE))
                .add("beside", () -> healthy.forEach(row -> {}), reads(Health.TYPE)));
        assertEquals("untidy", failure.system());
        assertTrue(failure.getMessage().contains("cursor"), failure::getMessage);
        assertThrows(IllegalStateException.class, left.get(0)::next);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNameTheSystemThatLeavesAPhaseOpen(int workers) {
        SystemException failure = failureOf(systems(workers)
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
        SystemException failure = failureOf(systems(3).add("untidy", kernel));
        assertTrue(failure.getMessage().contains("scope"), failure::getMessage);
    }

    @Test
    void shouldPreferTheExceptionToTheOpenScope() {
        RuntimeException cause = new IllegalArgumentException("on purpose");
        SystemException failure = failureOf(systems(2).add("untidy", () -> {
            world.frame().open();
            throw cause;
        }));
        assertEquals(cause, failure.getCause());
    }

    @Test
    void shouldRecordHighWaterMarks() {
        world.template().with(new Health(1)).build().spawn(10);
        build(systems(3)
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
                .add("loop", () -> healthy.forEach(row -> world.frame().allocate(1_000, 8)), reads(Health.TYPE)));
        tick(2, 1);
        ScheduleStats figures = schedule.stats();
        assertEquals(300_000, figures.find("much").orElseThrow().arenaBytes().min());
        assertEquals(300_000, figures.find("much").orElseThrow().arenaBytes().max());
        assertEquals(200_000, figures.find("phase").orElseThrow().arenaBytes().max());
        assertEquals(0, figures.find("nothing").orElseThrow().arenaBytes().max());
        assertTrue(figures.find("loop").orElseThrow().arenaBytes().max() > 10_000, "a snapshot as well");
        assertTrue(figures.find("loop").orElseThrow().arenaBytes().min() >= 10_000, "or one that is kept elsewhere");
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
        build(systems(3)
                .executor(task -> {
                    started.add(new Thread(task));
                    started.get(started.size() - 1).start();
                })
                .add("a", body)
                .add("b", body)
                .add("c", body)
                .add("d", body));
        for (int i = 0; i < 300; i++) {
            schedule.tick(1);
            for (Thread thread : started) {
                thread.join();
            }
            started.clear();
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
        build(systems(4).memory(tag).add("kernel", kernel, Access.restructures(Health.TYPE)));
        tick(5, 1);
        assertTrue(tag.allocatedBytes() > 200_000, () -> "bytes: " + tag.allocatedBytes());

        schedule.close();
        assertEquals(0, tag.allocatedBytes());
    }

    @Test
    void shouldNotExceedItsCap() {
        SystemException failure = failure(systems(2)
                .frameCapBytes(100_000)
                .add("much", () -> world.frame().allocate(200_000, 8))
                .add("enough", () -> world.frame().allocate(50_000, 8)));
        assertEquals("much", failure.system());
        assertEquals(0, failure.getSuppressed().length);
    }

    @AfterEach
    @Override
    void close() {
        super.close();
        pool.close();
    }

    private record Ticket(FramePromotions promotions, long number, Slice slice) {}

    @Test
    void shouldCopyWhenTheTickEnds() {
        for (int workers = 1; workers <= 3; workers++) {
            AtomicReference<Ticket> first = new AtomicReference<>();
            AtomicReference<Ticket> second = new AtomicReference<>();
            AtomicReference<Slice> dropped = new AtomicReference<>();
            build(systems(workers)
                    .add("drop", () -> dropped.set(world.frame().allocate(64, 8)))
                    .add("first", () -> first.set(promote(1)))
                    .add("second", () -> second.set(promote(2))));
            for (int tick = 0; tick < 10; tick++) {
                schedule.tick(1);
                assertEquals(1, taken(first.get()));
                assertEquals(2, taken(second.get()));
                assertFalse(dropped.get().isLive());
                assertFalse(first.get().slice().isLive());
            }
            assertEquals(workers, schedule.arenas().size());
            assertTrue(schedule.arenas().stream()
                    .flatMap(arena -> arena.lastFrame() == null
                            ? java.util.stream.Stream.empty()
                            : arena.lastFrame().phases().stream())
                    .anyMatch(phase -> phase.name().equals("first")));
            assertTrue(schedule.stats().find("first").orElseThrow().arenaBytes().max() >= 64);
        }
        assertEquals(0, pool.liveBlocks());
    }

    @Test
    void shouldCopyPromotionsOfAnExclusiveSystem() {
        AtomicReference<Ticket> alone = new AtomicReference<>();
        Slice before = world.frame().allocate(8, 8);
        before.putLong(0, 7);
        build(systems()
                .workers(2)
                .add("alone", () -> alone.set(promote(3)), Access.exclusive())
                .add("after", () -> assertTrue(alone.get().slice().isLive(), "until the tick ends")));
        for (int tick = 0; tick < 10; tick++) {
            schedule.tick(1);
            assertEquals(3, taken(alone.get()));
            assertFalse(alone.get().slice().isLive());
        }

        assertEquals(7, before.getLong(0), "the world's own frame goes on");
        assertEquals(0, pool.liveBlocks());
    }

    private Ticket promote(long value) {
        Slice slice = world.frame().allocate(64, 8);
        FramePromotions promotions = world.frame().promotions();
        long number = promotions.promote(slice, pool);
        slice.putLong(0, value);
        return new Ticket(promotions, number, slice);
    }

    private long taken(Ticket ticket) {
        assertTrue(ticket.promotions().isPromoted(ticket.number()));
        long value = ticket.promotions().slice(ticket.number()).getLong(0);
        pool.free(ticket.promotions().handle(ticket.number()));
        return value;
    }

    /** So the memory available to a system does not depend on the worker of an earlier system. */
    @Test
    void shouldFreeMemoryOfLaterSystems() {
        AtomicReference<Slice> dropped = new AtomicReference<>();
        AtomicReference<Ticket> ticket = new AtomicReference<>();
        boolean[] isLive = {true};
        build(systems()
                .workers(1)
                .add("promote", () -> ticket.set(promote(1)))
                .add("drop", () -> dropped.set(world.frame().allocate(64, 8)))
                .add("look", () -> isLive[0] = dropped.get().isLive()));
        schedule.tick(1);
        assertFalse(isLive[0]);
        assertEquals(1, taken(ticket.get()));
    }

    @Test
    void shouldPromoteNothingOfAFailedSystem() {
        AtomicReference<Ticket> failed = new AtomicReference<>();
        AtomicReference<Ticket> first = new AtomicReference<>();
        AtomicReference<Ticket> last = new AtomicReference<>();
        boolean[] isLive = {true};
        build(systems()
                .workers(1)
                .add("first", () -> first.set(promote(1)))
                .add("fails", () -> {
                    failed.set(promote(2));
                    world.frame().promotions().promote(first.get().slice(), pool);
                    throw new IllegalArgumentException("on purpose");
                })
                .add("last", () -> {
                    isLive[0] = failed.get().slice().isLive();
                    last.set(promote(3));
                }));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertFalse(isLive[0]);
        assertFalse(failed.get().promotions().isPromoted(failed.get().number()));
        assertEquals(2, pool.liveBlocks());
        assertEquals(1, taken(first.get()));
        assertEquals(3, taken(last.get()));
    }

    @Test
    void shouldNoticeAPhaseOfTheSystemsOwnNameThatIsLeftOpen() {
        SystemException failure = failure(systems()
                .workers(1)
                .add("own", () -> world.frame().meters().phase("own").begin()));
        assertTrue(failure.getCause().getMessage().contains("phase"), failure.getCause()::getMessage);
    }

    @Test
    void shouldThrowTheExceptionOfATargetWhenTheTickHasEnded() {
        RuntimeException broken = new IllegalArgumentException("on purpose");
        PromotionTarget target = (bytes, alignment) -> {
            throw broken;
        };
        build(systems()
                .workers(1)
                .add(
                        "fails",
                        () -> world.frame().promotions().promote(world.frame().allocate(64, 8), target)));
        assertSame(broken, assertThrows(IllegalArgumentException.class, () -> schedule.tick(1)));
        schedule.disable("fails");
        schedule.tick(1);
        assertEquals(2, world.time().tick());
    }
}
