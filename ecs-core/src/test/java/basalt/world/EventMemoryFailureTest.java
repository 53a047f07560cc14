package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Spark;
import org.junit.jupiter.api.Test;

/** Ticks of events, with each allocation refused once: no event is lost or read twice. */
class EventMemoryFailureTest {
    private static final int TICKS = 4;
    private static final int MOST_ALLOCATIONS = 40;

    private int failures;

    @Test
    void shouldLoseNothing() {
        int nth = 0;
        do {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            failures = 0;
            CountingMemory counting = new CountingMemory(new DirtyMemory(0xFF));
            try (World world =
                    World.builder().memory(new FailingMemory(counting, nth)).build()) {
                runTicks(world);
                assertEquals(
                        counting.allocatedBytes(), world.statistics().memory().reservedBytes());
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failures > 0);
        assertEquals(1 + 7, nth, "two ticks of two pages, two of one, and one again after trim()");
    }

    private void runTicks(World world) {
        EventChannel<Spark> rare = world.events(Spark.TYPE);
        EventChannel<Blow> rarer = world.events(Blow.TYPE);
        EventReader<Spark> reader = rare.reader();
        for (int tick = 0; tick < TICKS; tick++) {
            for (int i = 0; i <= ROWS; i++) {
                long event = send(rare);
                rare.set(event, Spark.CHARGE, (int) event);
                rare.set(event, Spark.NOTE, i == ROWS ? "last" : null);
            }
            rarer.set(send(rarer), Blow.WEIGHT, tick);
            for (long event = (long) tick * (ROWS + 1); reader.next(); event++) {
                assertEquals(event, reader.event());
                assertEquals((int) event, rare.get(event, Spark.CHARGE));
                assertEquals(event % (ROWS + 1) == ROWS ? "last" : null, rare.get(event, Spark.NOTE));
            }
            assertEquals((tick + 1L) * (ROWS + 1), rare.sent());
            for (long event = rarer.firstLive(); event < rarer.sent(); event++) {
                assertEquals(event, rarer.get(event, Blow.WEIGHT));
            }
            world.swapEvents();
        }
        rarer.swap();
        rarer.trim();
        send(rarer);
        assertEquals(0, reader.missed());
    }

    /** Sends an event, and retries if memory is refused. */
    private long send(EventChannel<?> channel) {
        long sent = channel.sent();
        try {
            return channel.send();
        } catch (NativeMemoryException e) {
            failures++;
            assertEquals(sent, channel.sent());
            return channel.send();
        }
    }
}
