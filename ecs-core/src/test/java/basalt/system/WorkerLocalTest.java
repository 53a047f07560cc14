package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerLocalTest {
    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
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
        Query healthy = world.query().all(Health.TYPE).build();
        world.template().with(new Health(0)).build().spawn(20_000);
        WorkerLocal<Scratch> scratch = world.workerLocal(Scratch::new);
        try (EagerThreads threads = new EagerThreads(3);
                Schedule schedule = Schedule.builder(world)
                        .workers(4)
                        .executor(threads)
                        .thresholds(0, 0)
                        .add("use", healthy.kernel(row -> scratch.get().use()), reads(Health.TYPE))
                        .build()) {
            for (int i = 0; i < 10; i++) {
                schedule.tick(1);
            }
        }
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
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("beside", () -> assertSame(own, scratch.get()))
                .add("alone", () -> assertSame(own, scratch.get()), exclusive())
                .build()) {
            schedule.tick(1);
        }
        scratch.close();
        assertTrue(own.closed);
        String message = assertThrows(IllegalStateException.class, scratch::get).getMessage();
        assertTrue(message.contains("is closed"), message);
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
        String message =
                assertThrows(IllegalStateException.class, own.get(0)::get).getMessage();
        assertTrue(message.contains("get() of the same WorkerLocal"), message);
        assertTrue(message.contains("use another WorkerLocal"), message);
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
