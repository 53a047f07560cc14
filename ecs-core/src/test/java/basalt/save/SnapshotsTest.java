package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.storage.fixture.Health;
import basalt.system.Access;
import basalt.system.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of snapshots, at allowed and at wrong moments. */
class SnapshotsTest extends SnapshotFixture {
    SnapshotsTest() {
        super(4);
    }

    private final long entity = world.spawn(new Health(0));
    private final Query healthy = world.query().all(Health.TYPE).build();

    /** Begins the next tick, and captures it with its number as health. */
    private void captureNext() {
        world.time().advance(1);
        long tick = world.time().tick();
        world.set(entity, Health.POINTS, (int) tick);
        assertEquals(tick, ring.capture());
    }

    private void captureUntil(int tick) {
        while (world.time().tick() < tick) {
            captureNext();
        }
    }

    private void assertIn(long tick) {
        assertEquals(tick, world.time().tick());
        assertEquals(tick, world.get(entity, Health.POINTS));
    }

    /** Capture, restoration and a new ring are refused now, and nothing changes. */
    private void assertRefusesAll(String part) {
        int count = ring.count();
        assertIllegal(ring::capture, part);
        assertIllegal(() -> ring.restore(1), part);
        assertEquals(count, ring.count());
    }

    @Test
    void shouldKnowItsStates() {
        assertEquals(4, ring.capacity());
        assertFalse(ring.has(0));
        assertIllegal(ring::oldestTick, "call capture() first");
        assertIllegal(ring::newestTick, "call capture() first");
        for (int count = 0; count < 4; count++) {
            assertEquals(count, ring.count());
            for (long tick = 0; tick < 5; tick++) {
                assertEquals(tick > 0 && tick <= count, ring.has(tick));
            }
            captureNext();
            assertEquals(1, ring.oldestTick());
            assertEquals(count + 1, ring.newestTick());
        }
    }

    @Test
    void shouldKnowTheTickOfEachState() {
        assertThrows(IllegalArgumentException.class, () -> ring.tickOf(0));
        captureUntil(6);
        for (int state = 0; state < 4; state++) {
            assertEquals(3 + state, ring.tickOf(state));
        }
        ring.restore(4);
        ring.capture();
        assertEquals(3, ring.count());
        assertEquals(4, ring.tickOf(2), "captured again");
        for (int state : new int[] {Integer.MIN_VALUE, -1, 3, Integer.MAX_VALUE}) {
            assertThrowsWith(IllegalArgumentException.class, () -> ring.tickOf(state), "state=" + state + ", count=3");
        }
    }

    @Test
    void shouldNameTheTicksThatThereAre() {
        assertThrowsWith(IllegalArgumentException.class, () -> ring.restore(7), "tick=7; there are none");
        captureUntil(6);
        for (long tick : new long[] {-1, 0, 2, 7, Long.MAX_VALUE}) {
            assertThrowsWith(
                    IllegalArgumentException.class,
                    () -> ring.restore(tick),
                    "tick=" + tick + "; there are some from 3 to 6");
        }
        assertIn(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4097, Integer.MAX_VALUE})
    void shouldRejectCapacitiesOutOfRange(int capacity) {
        ring.close();
        assertThrowsWith(
                IllegalArgumentException.class, () -> Saves.snapshots(world, capacity), "capacity=" + capacity);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4096})
    void shouldDropTheOldestState(int capacity) {
        ring.close();
        ring = Saves.snapshots(world, capacity);
        captureUntil(8);
        int count = Math.min(capacity, 8);
        assertEquals(count, ring.count());
        assertEquals(9 - count, ring.oldestTick());
        assertEquals(8, ring.newestTick());
        for (long tick = ring.oldestTick(); tick <= 8; tick++) {
            ring.restore(tick);
            assertIn(tick);
        }
    }

    @Test
    void shouldRestoreTheLastStateOfATick() {
        captureNext();
        world.set(entity, Health.POINTS, 10);
        ring.capture();
        world.set(entity, Health.POINTS, 20);
        assertEquals(2, ring.count());
        ring.restore(1);
        assertEquals(10, world.get(entity, Health.POINTS));
        assertEquals(1, ring.oldestTick());
        assertEquals(1, ring.newestTick());
    }

    @Test
    void shouldBeOneAtATime() {
        captureNext();
        assertIllegal(() -> Saves.snapshots(world, 1), "close them first");
        ring.restore(1);
        ring.close();
        ring = Saves.snapshots(world, 1);
        assertEquals(0, ring.count());
        captureNext();
        world.set(entity, Health.POINTS, 9);
        ring.restore(2);
        assertIn(2);
    }

    @Test
    void shouldRefuseUseAfterClose() {
        captureNext();
        ring.close();
        ring.close();
        assertRefusesAll("make others with Saves.snapshots");
        assertEquals(0, ring.count());
        assertEquals(0, ring.reservedBytes());
        assertThrows(IllegalStateException.class, () -> ring.has(1));
        assertIllegal(ring::oldestTick, "closed");
        assertIllegal(ring::newestTick, "closed");
        assertEquals(0, world.statistics().memory().snapshotBytes());
        world.close();
        assertDoesNotThrow(ring::close);
    }

    @Test
    void shouldBeClosedWithItsWorld() {
        captureUntil(3);
        world.close();
        assertEquals(0, memory.outstanding());
        assertRefusesAll("closed");
        ring.close();
        assertIllegal(() -> Saves.snapshots(world, 1), "closed");
    }

    @Test
    void shouldRefuseIterations() {
        captureNext();
        healthy.forEach(row -> {
            assertRefusesAll("call it afterwards");
            assertIllegal(ring::close, "snapshots.close()");
        });
        healthy.kernel(row -> assertRefusesAll("call it afterwards")).run();
        try (RowCursor cursor = healthy.cursor()) {
            assertRefusesAll("snapshots.");
            cursor.next();
            assertRefusesAll("snapshots.");
        }
        ring.restore(1);
        assertIn(1);
    }

    @Test
    void shouldRefuseSystems() {
        captureNext();
        int[] ran = {0};
        Runnable body = () -> {
            assertRefusesAll("snapshots.");
            ran[0]++;
        };
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("body", body)
                .add("home", body, Access.worldThread())
                .add("alone", body, Access.exclusive())
                .build()) {
            schedule.tick(1);
        }
        assertEquals(3, ran[0]);
    }

    @Test
    void shouldRefuseObservers() {
        captureNext();
        int[] called = {0};
        world.observers().onAdd(Health.TYPE, added -> {
            assertRefusesAll("snapshots.");
            assertIllegal(ring::close, "snapshots.close()");
            called[0]++;
        });
        world.spawn(new Health(1));
        assertEquals(1, called[0]);
        ring.restore(1);
        assertEquals(1, called[0], "a restoration calls no observers");
    }

    @Test
    void shouldRefusePendingCommands() {
        captureNext();
        world.commands().spawn();
        world.commands().destroy(entity);
        assertRefusesAll("call world.applyCommands() first: commands=2");
        assertEquals(1, world.entityCount());
        world.applyCommands();
        assertFalse(world.isAlive(entity));
        ring.restore(1);
        assertIn(1);
    }

    @Test
    void shouldRefusePendingCommandsOfObservers() {
        captureNext();
        world.observers().commands().set(entity, Health.POINTS, 5);
        assertIllegal(ring::capture, "commands=1");
        assertIllegal(() -> ring.restore(1), "commands=1"); // they would be applied to another state
        ring.close();
        assertIllegal(() -> Saves.snapshots(world, 1), "record them in world.commands()");
    }

    @Test
    void shouldCountItsMemory() {
        assertEquals(0, world.statistics().memory().snapshotBytes());
        assertEquals(0, world.statistics().memory().changeQueries(), "it is no change query");
        for (int tick = 1; tick < 10; tick++) {
            world.template().with(new Health(tick)).build().spawn(5_000);
            captureNext();
            assertTrue(ring.reservedBytes() > 0);
            assertEquals(ring.reservedBytes(), world.statistics().memory().snapshotBytes());
            assertEquals(memory.allocatedBytes(), world.statistics().memory().totalBytes());
        }
        ring.restore(ring.oldestTick());
        assertEquals(memory.allocatedBytes(), world.statistics().memory().totalBytes());
        ring.close();
        assertEquals(0, world.statistics().memory().snapshotBytes());
        assertEquals(memory.allocatedBytes(), world.statistics().memory().totalBytes());
    }

    /** States share what is equal in them. */
    @Test
    void shouldNeedLittleMemoryForStatesThatAreAlike() {
        world.template().with(new Health(3)).build().spawn(100_000);
        captureNext();
        long one = ring.reservedBytes();
        captureUntil(4);
        assertTrue(ring.reservedBytes() < one + one / 5, () -> one + " for one, and " + ring.reservedBytes());
        captureUntil(10);
        long bytes = ring.reservedBytes();
        captureUntil(500);
        assertEquals(bytes, ring.reservedBytes(), "the memory of dropped states is used again");
    }

    @Test
    void shouldRejectNullAmongExcludedTypes() {
        ring.close();
        for (Class<?>[] types : new Class<?>[][] {null, {null}, {String.class, null}}) {
            assertThrowsWith(
                    IllegalArgumentException.class, () -> Saves.snapshots(world, 2, types), "must not be null");
        }
        Saves.snapshots(world, 2, String.class, String.class).close();
    }
}
