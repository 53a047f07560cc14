package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.sends;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
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
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each worker has its own frame arena, which is empty when a system begins. A system that leaves a scope open is
 * reported. The memory of a tick lives until it ends, and each worker has objects of its own.
 */
class WorkerArenaTest extends ScheduleFixture {
    private final Query healthy = all(Health.TYPE);
    private final List<Slice> slices = Collections.synchronizedList(new ArrayList<>());
    private final List<RowCursor> left = Collections.synchronizedList(new ArrayList<>());
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
    void shouldRejectCloseAndReset() {
        SystemException failure = failureOf(systems(1)
                .add("untidy", () -> world.frame().close())
                .add("beside", () -> world.frame().allocate(10, 1)));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("belongs to a world"), failure::getMessage);
    }

    /** What is left open, by a body, an exclusive one, a condition, and a kernel, and what the message says. */
    @ParameterizedTest
    @CsvSource({
        "1, cursor, cursor",
        "3, cursor, cursor",
        "1, scope, scope",
        "3, scope, scope",
        "3, mark, scope",
        "1, planning, phase",
        "3, planning, phase",
        "3, untidy, phase"
    })
    void shouldNameTheSystemThatLeavesSomethingOpen(int workers, String what, String message) {
        world.template().with(new Health(1)).build().spawn(500);
        Runnable leave = () -> {
            world.frame().allocate(100, 8);
            switch (what) {
                case "cursor" -> left.add(healthy.cursor());
                case "scope" -> world.frame().open();
                case "mark" -> world.frame().mark();
                default -> world.frame().meters().phase(what).begin();
            }
        };
        Runnable untidy = () -> {
            world.commands().send(Blow.TYPE);
            leave.run();
        };
        RowKernel kernel = healthy.kernel(row -> {
            if (row.index() % 64 == 0) {
                untidy.run();
            }
        });
        RunCondition condition = RunCondition.when(() -> {
            leave.run();
            return true;
        });
        List<ScheduleBuilder> builders = List.of(
                systems(workers).add("untidy", untidy, reads(Health.TYPE), sends(Blow.TYPE)),
                systems(workers).add("untidy", kernel, Access.touchesOthers(), sends(Blow.TYPE)),
                systems(workers).add("untidy", untidy, Access.exclusive()),
                systems(workers).add("untidy", () -> {}, condition));
        for (ScheduleBuilder builder : builders.subList(0, message.equals("phase") ? 1 : 4)) {
            SystemException failure = failureOf(builder.add("tidy", () -> {
                assertEquals(0, world.frame().usedBytes());
                world.frame().open().close();
            }));
            assertEquals("untidy", failure.system());
            assertTrue(failure.getMessage().contains(message), failure::getMessage);
            assertEquals(0, failure.getSuppressed().length);
            assertEquals(0, world.events(Blow.TYPE).sent());
            assertEquals(500, healthy.count());
            left.forEach(cursor -> assertThrows(IllegalStateException.class, cursor::next));
            world.frame().reset(); // nothing is open
        }
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

    @Test
    void shouldWrapItsMemoryInABuffer() {
        try (World other = World.create()) {
            UnsafeBuffer first = new UnsafeBuffer(0, 0);
            UnsafeBuffer second = new UnsafeBuffer(0, 0);
            other.tickArena().wrapUnchecked(12, 64, first);
            other.tickArena().wrapUnchecked(8, 8, second);
            first.setMemory(0, 12, (byte) 1);
            second.setMemory(0, 8, (byte) 2);
            assertEquals(12, first.capacity());
            assertEquals(0, first.addressOffset() & 63);
            assertEquals(0x01010101, first.getInt(8));
            assertThrows(IllegalArgumentException.class, () -> other.tickArena().wrapUnchecked(0, 8, first));
            assertThrows(IllegalArgumentException.class, () -> other.tickArena().wrapUnchecked(8, 3, first));
        }
    }

    @Test
    void shouldPassResultsToAnyWorkerOfTheTick() {
        Query healthy = all(Health.TYPE);
        world.template().with(new Health(0)).build().spawn(5_000);
        AtomicReference<Slice> table = new AtomicReference<>();
        List<Slice> old = new ArrayList<>();
        Runnable make = () -> {
            Slice made = world.tickArena().allocate(64 * Integer.BYTES, Integer.BYTES);
            for (int i = 0; i < 64; i++) {
                made.putInt(i * Integer.BYTES, i * i);
            }
            table.set(made);
            old.add(made);
        };
        RowKernel use = healthy.kernel(row -> {
            Slice own = world.tickArena().allocate(Integer.BYTES, Integer.BYTES);
            own.putInt(0, table.get().getInt((int) (row.entity() & 63) * Integer.BYTES));
            row.set(Health.POINTS, own.getInt(0));
        });
        build(systems(4)
                .add("make", make, writesResource(Slice.class))
                .add("use", use, readsResource(Slice.class), writes(Health.TYPE)));
        for (int i = 0; i < 20; i++) {
            schedule.tick(1);
            healthy.forEach(row -> {
                int expected = (int) (row.entity() & 63);
                assertEquals(expected * expected, row.get(Health.POINTS));
            });
            assertFalse(table.get().isLive());
            assertMentions(
                    assertThrows(IllegalStateException.class, () -> table.get().getInt(0))
                            .getMessage(),
                    "tick had ended");
        }

        assertTrue(old.stream().noneMatch(Slice::isLive));
    }

    @Test
    void shouldKeepAllocationsBeforeTheTickUntilItsEnd() {
        Slice before = world.tickArena().allocate(8, 8);
        before.putLong(0, 42);
        List<Long> seen = new ArrayList<>();
        tick(systems()
                .add("alone", () -> seen.add(before.getLong(0)), exclusive())
                .add("beside", () -> seen.add(before.getLong(0))));
        assertEquals(List.of(42L, 42L), seen);
        assertFalse(before.isLive());
        assertTrue(world.statistics().memory().tickBytes() > 0);
        assertTrue(world.statistics().memory().totalBytes()
                >= world.statistics().memory().tickBytes());
    }

    @Test
    void shouldBeKeptByExclusiveSystemsAndConditions() {
        Runnable reset = () -> assertThrows(
                IllegalStateException.class, () -> world.tickArena().reset());
        int[] runs = {0};
        Runnable exclusiveBody = () -> {
            reset.run();
            runs[0]++;
        };
        tick(systems()
                .workers(1)
                .add("exclusive", exclusiveBody, exclusive())
                .add("asked", () -> runs[0]++, RunCondition.when(() -> {
                    reset.run();
                    return true;
                })));
        assertEquals(2, runs[0]);
        world.tickArena().reset();
    }

    @Test
    void shouldEndWithoutASchedule() {
        Slice slice = world.tickArena().allocate(8, 8);
        world.query().build().forEach(row -> assertThrows(IllegalStateException.class, world.tickArena()::reset));
        world.tickArena().reset();
        assertFalse(slice.isLive());
        long bytes = world.statistics().memory().tickBytes();
        for (int i = 0; i < 100; i++) {
            world.tickArena().allocate(10_000, 8);
            world.tickArena().reset();
        }
        assertEquals(bytes, world.statistics().memory().tickBytes(), "memory is used again");
    }

    @Test
    void shouldNotExceedTheCap() {
        SystemException thrown =
                failure(systems().workers(1).frameCapBytes(100_000).add("much", () -> {
                    assertNull(world.tickArena().tryAllocate(200_000, 8));
                    assertNotNull(world.tickArena().tryAllocate(50_000, 8));
                    world.tickArena().allocate(200_000, 8);
                }));
        assertTrue(thrown.getCause() instanceof NativeMemoryException, thrown::toString);
    }

    /** Scratch data for one thread at a time. */
    private static final class Scratch implements AutoCloseable {
        private final AtomicReference<Thread> user = new AtomicReference<>();
        private long rows;
        private boolean closed;

        void use() {
            assertTrue(user.compareAndSet(null, Thread.currentThread()), "another thread uses this one");
            rows++;
            user.set(null);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void shouldGiveEachWorkerItsOwn() {
        Query healthy = all(Health.TYPE);
        world.template().with(new Health(0)).build().spawn(20_000);
        WorkerLocal<Scratch> scratch = world.workerLocal(Scratch::new);
        tick(systems(4).add("use", healthy.kernel(row -> scratch.get().use()), reads(Health.TYPE)), 10);
        List<Scratch> all = new ArrayList<>();
        scratch.forEach(all::add);
        assertTrue(all.size() > 1 && all.size() <= 4, () -> "workers: " + all.size());
        assertEquals(200_000, all.stream().mapToLong(one -> one.rows).sum());
        world.close();
        assertTrue(all.stream().allMatch(one -> one.closed));
        assertThrows(IllegalStateException.class, scratch::get);
        scratch.close();
    }

    @Test
    void shouldGiveTheWorldsThreadTheSameEverywhere() {
        WorkerLocal<Scratch> scratch = world.workerLocal(Scratch::new);
        Scratch own = scratch.get();
        tick(systems()
                .workers(1)
                .add("beside", () -> assertSame(own, scratch.get()))
                .add("alone", () -> assertSame(own, scratch.get()), exclusive()));
        scratch.close();
        assertTrue(own.closed);
        assertMentions(assertThrows(IllegalStateException.class, scratch::get).getMessage(), "is closed");
    }

    @Test
    void shouldRejectInvalidSuppliers() throws InterruptedException {
        assertThrows(IllegalArgumentException.class, () -> world.workerLocal(null));
        WorkerLocal<Object> none = world.workerLocal(() -> null);
        assertThrows(IllegalStateException.class, none::get);
        assertThrows(IllegalArgumentException.class, () -> none.forEach(null));
        WorkerLocal<Object> failing = world.workerLocal(() -> {
            throw new IllegalArgumentException("on purpose");
        });
        assertEquals(
                "on purpose",
                assertThrows(IllegalArgumentException.class, failing::get).getMessage());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try {
                none.get();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        other.start();
        other.join(60_000);
        assertTrue(thrown.get() instanceof IllegalStateException, () -> "thrown: " + thrown.get());
    }

    /** Otherwise the inner object would be lost and never closed. */
    @Test
    void shouldRejectASupplierThatRequestsItsOwnObject() {
        List<Scratch> made = new ArrayList<>();
        List<WorkerLocal<Scratch>> own = new ArrayList<>();
        boolean[] asks = {true};
        own.add(world.workerLocal(() -> {
            if (asks[0]) {
                asks[0] = false; // so that without the check there would be an inner object
                own.get(0).get();
            }
            made.add(new Scratch());
            return made.get(made.size() - 1);
        }));
        assertMentions(
                assertThrows(IllegalStateException.class, own.get(0)::get).getMessage(),
                "get() of the same WorkerLocal",
                "use another WorkerLocal");
        assertEquals(List.of(), made);
        assertSame(own.get(0).get(), own.get(0).get(), "of use afterwards");
        assertEquals(1, made.size());
        own.get(0).close();
        assertTrue(made.get(0).closed);
    }

    @Test
    void shouldRejectSuppliersThatRequestEachOther() {
        List<WorkerLocal<Object>> locals = new ArrayList<>();
        locals.add(world.workerLocal(() -> locals.get(1).get()));
        locals.add(world.workerLocal(() -> locals.get(0).get()));
        for (WorkerLocal<Object> local : locals) {
            assertThrows(IllegalStateException.class, local::get);
        }
        Scratch shared = new Scratch();
        WorkerLocal<Scratch> inner = world.workerLocal(() -> shared);
        assertSame(shared, world.workerLocal(inner::get).get());
    }

    @Test
    void shouldCloseTenThousandOfThem() {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        int[] closed = {0};
        try (World many = World.builder().memory(memory).build()) {
            many.spawn();
            for (int i = 0; i < 20_000; i++) {
                WorkerLocal<AutoCloseable> local = many.workerLocal(() -> () -> closed[0]++);
                local.get();
                if (i % 2 == 0) {
                    local.close();
                }
            }
            assertEquals(10_000, closed[0]);
        }
        assertEquals(20_000, closed[0]);
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldCloseObjectsMadeDuringClose() {
        int[] closed = {0};
        List<WorkerLocal<AutoCloseable>> own = new ArrayList<>();
        own.add(world.workerLocal(() -> {
            own.get(0).close();
            return () -> closed[0]++;
        }));
        own.add(world.workerLocal(() -> {
            world.close();
            return () -> closed[0]++;
        }));
        assertThrows(IllegalStateException.class, own.get(0)::get);
        assertEquals(1, closed[0]);
        assertThrows(IllegalStateException.class, own.get(1)::get);
        assertEquals(2, closed[0]);
    }

    @Test
    void shouldAddTheFailuresOfOthersToTheFirst() {
        world.resources().own(AutoCloseable.class, () -> {
            throw new IllegalArgumentException("resource");
        });
        world.<AutoCloseable>workerLocal(() -> () -> {
                    throw new IllegalArgumentException("local");
                })
                .get();
        var thrown = assertThrows(IllegalArgumentException.class, world::close);
        assertEquals("resource", thrown.getMessage());
        assertEquals(1, thrown.getSuppressed().length);
        world.close();
    }

    @Test
    void shouldCloseAllEvenIfTheyThrow() {
        List<String> closed = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            world.<AutoCloseable>workerLocal(() -> () -> {
                        closed.add(name);
                        throw new IllegalArgumentException(name);
                    })
                    .get();
        }
        assertThrows(IllegalStateException.class, world::close);
        assertEquals(List.of("c", "b", "a"), closed);
        world.close();
    }
}
