package basalt.storage.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockPool;
import basalt.storage.Blocks;
import basalt.storage.MovingBlocks;
import basalt.storage.StoreSpawner;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangeTrackerTest {
    private static final int ID = Position.TYPE.id();

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final Store store = new Store(new BlockPool(failing, 0));
    private final Structure structure = store.structure();
    private final ChangeTracker changes = store.changeTracker();
    private final StoreSpawner spawner = new StoreSpawner(store);

    @BeforeEach
    void createRows() {
        spawner.many(70 * 64);
    }

    /** The block's address now. */
    private long base() {
        return store.blocks().base(0);
    }

    @AfterEach
    void close() {
        if (!store.isClosed()) {
            assertEquals(memory.allocatedBytes(), store.reservedBytes());
            store.close();
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldObserveNothingWithoutReaders() {
        assertFalse(structure.isNotifying());
        changes.trackGained(Position.TYPE, this);
        assertTrue(structure.isNotifying());
        changes.stopAll(this);
        changes.stopAll(this);
        assertFalse(structure.isNotifying());
    }

    @Test
    void shouldBeObservedWhileAnIterationRuns() {
        structure.listener((block, word, rows) -> {});
        structure.iterating(true);
        changes.trackGained(Position.TYPE, this);
        changes.stopAll(this);
        assertTrue(structure.isNotifying());
        structure.iterating(false);
        assertFalse(structure.isNotifying());
    }

    @Test
    void shouldRecordOnlyRowsThatGainAComponent() {
        structure.add(base(), 1, 0b1, Position.TYPE);
        RowSet gained = changes.trackGained(Position.TYPE, this);
        RowSet changed = changes.trackChanged(Position.TYPE, this);
        RowSet other = changes.trackGained(Health.TYPE, this);

        structure.add(base(), 1, 0b111, Position.TYPE);
        structure.add(base(), 69, -1L, Position.TYPE);
        structure.add(base(), 1, 0b111, Position.TYPE);

        for (RowSet set : List.of(gained, changed)) {
            assertEquals(0b110, set.word(0, 1));
            assertEquals(-1L, set.word(0, 69));
            assertEquals(69, set.nextWord(0, 2));
        }
        assertTrue(other.isEmpty());
    }

    @Test
    void shouldRecordWritesForAllButTheirOwner() {
        Object writer = new Object();
        RowSet own = changes.trackChanged(Position.TYPE, writer);
        assertFalse(changes.isTracked(ID, writer));
        RowSet other = changes.trackChanged(Position.TYPE, this);
        RowSet gained = changes.trackGained(Position.TYPE, this);
        assertTrue(changes.isTracked(ID, writer));
        assertTrue(changes.isTracked(ID, null));
        assertFalse(changes.isTracked(Health.TYPE.id(), null));

        changes.recordWritten(ID, 0, 5, 0b11, writer);
        assertTrue(own.isEmpty());
        assertEquals(0b11, other.word(0, 5));
        changes.recordWritten(ID, 0, 5, 0b100, null);
        assertEquals(0b100, own.word(0, 5));
        assertEquals(0b111, other.word(0, 5));
        changes.recordWritten(Health.TYPE.id(), 0, 5, 1L, null);
        assertTrue(gained.isEmpty());
    }

    @Test
    void shouldRecordAllRowsOfASnapshot() {
        Object writer = new Object();
        RowSet own = changes.trackChanged(Position.TYPE, writer);
        RowSet other = changes.trackChanged(Position.TYPE, this);
        long words = base() + Blocks.area(base(), BlockLayout.ALIVE_ID);
        long alive = words + BlockLayout.PRESENT_SUMMARY;

        changes.recordWrittenAll(ID, 0, alive, words, writer);
        changes.recordWrittenAll(Health.TYPE.id(), 0, alive, words, writer);

        assertTrue(own.isEmpty());
        for (int word = 0; word < BlockLayout.WORDS; word++) {
            assertEquals(word < 70 ? -1L : 0, other.word(0, word));
        }
    }

    /** Threads that share a store record neighbouring rows of one component. */
    @Test
    void shouldLoseNoWriteOfSeveralThreads() throws InterruptedException {
        RowSet changed = changes.trackChanged(Position.TYPE, this);
        changes.share(true);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int first = i;
            threads.add(new Thread(() -> {
                for (int row = first; row < 70 * 64; row += 4) {
                    changes.recordWritten(ID, 0, row >>> 6, 1L << row, null);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        changes.share(false);
        for (int word = 0; word < 70; word++) {
            assertEquals(-1L, changed.word(0, word));
        }
    }

    @Test
    void shouldAddWithoutMemoryForRecording() {
        RowSet gained = changes.trackGained(Position.TYPE, this);
        failing.failNext();

        MovingBlocks moving = new MovingBlocks(false);
        try {
            assertEquals(0b1, structure.add(base(), 0, 0b1, Position.TYPE));
        } finally {
            moving.close();
        }

        assertEquals(-1L, gained.word(0, 200), "all rows of the block count as changed");
    }

    @Test
    void shouldRegisterNoReaderWithoutMemory() {
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> changes.trackGained(Position.TYPE, this));

        assertFalse(structure.isNotifying());
        changes.trackGained(Position.TYPE, this);
    }

    @Test
    void shouldReleaseAllMemoryWhenTheStoreCloses() {
        changes.trackGained(Position.TYPE, this);
        changes.trackChanged(Position.TYPE, this);
        structure.add(base(), 0, -1L, Position.TYPE);
        store.close();

        assertEquals(0, memory.outstanding());
        changes.stopAll(this);
    }
}
