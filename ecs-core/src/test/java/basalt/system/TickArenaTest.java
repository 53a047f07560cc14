package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Memory of a tick, and objects of a worker. */
class TickArenaTest extends ScheduleFixture {
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

    @Test
    void shouldRejectOtherThreadsAndAClosedWorld() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try {
                world.tickArena().allocate(8, 8);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        other.start();
        other.join(60_000);
        assertTrue(thrown.get() instanceof IllegalStateException, () -> "thrown: " + thrown.get());
        Slice slice = world.tickArena().allocate(8, 8);
        world.close();
        assertThrows(IllegalStateException.class, () -> slice.getLong(0));
        assertThrows(IllegalStateException.class, () -> world.tickArena().allocate(8, 8));
        assertThrows(IllegalStateException.class, () -> world.tickArena().tryAllocate(8, 8));
        assertThrows(IllegalStateException.class, () -> world.tickArena().reset());
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
