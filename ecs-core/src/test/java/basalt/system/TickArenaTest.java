package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TickArenaTest {
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

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldPassResultsToAnyWorkerOfTheTick() {
        Query healthy = world.query().all(Health.TYPE).build();
        world.template().with(new Health(0)).build().spawn(5_000);
        AtomicReference<Slice> table = new AtomicReference<>();
        List<Slice> old = new ArrayList<>();
        try (EagerThreads threads = new EagerThreads(3);
                Schedule schedule = Schedule.builder(world)
                        .workers(4)
                        .executor(threads)
                        .thresholds(0, 0)
                        .add(
                                "make",
                                () -> {
                                    Slice made = world.tickArena().allocate(64 * Integer.BYTES, Integer.BYTES);
                                    for (int i = 0; i < 64; i++) {
                                        made.putInt(i * Integer.BYTES, i * i);
                                    }
                                    table.set(made);
                                    old.add(made);
                                },
                                writesResource(Slice.class))
                        .add(
                                "use",
                                healthy.kernel(row -> {
                                    Slice own = world.tickArena().allocate(Integer.BYTES, Integer.BYTES);
                                    own.putInt(0, table.get().getInt((int) (row.entity() & 63) * Integer.BYTES));
                                    row.set(Health.POINTS, own.getInt(0));
                                }),
                                readsResource(Slice.class),
                                writes(Health.TYPE))
                        .build()) {
            for (int i = 0; i < 20; i++) {
                schedule.tick(1);
                healthy.forEach(row -> {
                    int expected = (int) (row.entity() & 63);
                    assertEquals(expected * expected, row.get(Health.POINTS));
                });
                assertFalse(table.get().isLive());
                String message = assertThrows(
                                IllegalStateException.class, () -> table.get().getInt(0))
                        .getMessage();
                assertTrue(message.contains("tick had ended"), message);
            }
        }
        assertTrue(old.stream().noneMatch(Slice::isLive));
    }

    @Test
    void shouldKeepAllocationsBeforeTheTickUntilItsEnd() {
        Slice before = world.tickArena().allocate(8, 8);
        before.putLong(0, 42);
        List<Long> seen = new ArrayList<>();
        try (Schedule schedule = Schedule.builder(world)
                .add("alone", () -> seen.add(before.getLong(0)), exclusive())
                .add("beside", () -> seen.add(before.getLong(0)))
                .build()) {
            schedule.tick(1);
        }
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
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add(
                        "exclusive",
                        () -> {
                            reset.run();
                            runs[0]++;
                        },
                        exclusive())
                .add("asked", () -> runs[0]++, RunCondition.when(() -> {
                    reset.run();
                    return true;
                }))
                .build()) {
            schedule.tick(1);
        }
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
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .frameCapBytes(100_000)
                .add("much", () -> {
                    assertNull(world.tickArena().tryAllocate(200_000, 8));
                    assertNotNull(world.tickArena().tryAllocate(50_000, 8));
                    world.tickArena().allocate(200_000, 8);
                })
                .build()) {
            SystemException thrown = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(thrown.getCause() instanceof NativeMemoryException, thrown::toString);
        }
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
}
