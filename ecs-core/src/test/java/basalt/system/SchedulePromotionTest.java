package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.frame.FramePromotions;
import basalt.world.World;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Promotions of a system are copied when the tick ends, on the world's thread, for any worker that ran the system. */
class SchedulePromotionTest {
    private final World world = World.create();
    private final PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 8);

    @AfterEach
    void close() {
        world.close();
        pool.close();
    }

    private record Ticket(FramePromotions promotions, long number, Slice slice) {}

    @Test
    void shouldCopyWhenTheTickEnds() {
        for (int workers = 1; workers <= 3; workers++) {
            AtomicReference<Ticket> first = new AtomicReference<>();
            AtomicReference<Ticket> second = new AtomicReference<>();
            AtomicReference<Slice> dropped = new AtomicReference<>();
            try (EagerThreads threads = new EagerThreads(2);
                    Schedule schedule = Schedule.builder(world)
                            .workers(workers)
                            .executor(threads)
                            .thresholds(0, 0)
                            .add("drop", () -> dropped.set(world.frame().allocate(64, 8)))
                            .add("first", () -> first.set(promote(1)))
                            .add("second", () -> second.set(promote(2)))
                            .build()) {
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
                assertTrue(schedule.stats()
                                .find("first")
                                .orElseThrow()
                                .arenaBytes()
                                .max()
                        >= 64);
            }
        }
        assertEquals(0, pool.liveBlocks());
    }

    @Test
    void shouldCopyPromotionsOfAnExclusiveSystem() {
        AtomicReference<Ticket> alone = new AtomicReference<>();
        Slice before = world.frame().allocate(8, 8);
        before.putLong(0, 7);
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("alone", () -> alone.set(promote(3)), Access.exclusive())
                .add("after", () -> assertTrue(alone.get().slice().isLive(), "until the tick ends"))
                .build()) {
            for (int tick = 0; tick < 10; tick++) {
                schedule.tick(1);
                assertEquals(3, taken(alone.get()));
                assertFalse(alone.get().slice().isLive());
            }
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
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("promote", () -> ticket.set(promote(1)))
                .add("drop", () -> dropped.set(world.frame().allocate(64, 8)))
                .add("look", () -> isLive[0] = dropped.get().isLive())
                .build()) {
            schedule.tick(1);
            assertFalse(isLive[0]);
            assertEquals(1, taken(ticket.get()));
        }
    }

    @Test
    void shouldPromoteNothingOfAFailedSystem() {
        AtomicReference<Ticket> failed = new AtomicReference<>();
        AtomicReference<Ticket> first = new AtomicReference<>();
        AtomicReference<Ticket> last = new AtomicReference<>();
        boolean[] isLive = {true};
        try (Schedule schedule = Schedule.builder(world)
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
                })
                .build()) {
            assertThrows(SystemException.class, () -> schedule.tick(1));
            assertFalse(isLive[0]);
            assertFalse(failed.get().promotions().isPromoted(failed.get().number()));
            assertEquals(2, pool.liveBlocks());
            assertEquals(1, taken(first.get()));
            assertEquals(3, taken(last.get()));
        }
    }

    @Test
    void shouldNoticeAPhaseOfTheSystemsOwnNameThatIsLeftOpen() {
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("own", () -> world.frame().meters().phase("own").begin())
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(failure.getCause().getMessage().contains("phase"), failure.getCause()::getMessage);
        }
    }

    @Test
    void shouldThrowTheExceptionOfATargetWhenTheTickHasEnded() {
        RuntimeException broken = new IllegalArgumentException("on purpose");
        PromotionTarget target = (bytes, alignment) -> {
            throw broken;
        };
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add(
                        "fails",
                        () -> world.frame().promotions().promote(world.frame().allocate(64, 8), target))
                .build()) {
            assertSame(broken, assertThrows(IllegalArgumentException.class, () -> schedule.tick(1)));
            schedule.disable("fails");
            schedule.tick(1);
            assertEquals(2, world.time().tick());
        }
    }
}
