package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.CountingMemory;
import basalt.storage.fixture.DirtyMemory;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;

/** A world with a ring of states. */
abstract class SnapshotFixture {
    final CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    final World world = World.builder().memory(memory).build();
    Snapshots ring;

    SnapshotFixture(int capacity, Class<?>... excluded) {
        ring = Saves.snapshots(world, capacity, excluded);
    }

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, memory.outstanding());
    }

    /** Keeps a state of the next tick; returns its number. */
    long capture() {
        world.time().advance(1);
        return ring.capture();
    }
}
