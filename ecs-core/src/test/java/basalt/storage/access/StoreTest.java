package basalt.storage.access;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.component.layout.BlockLayout;
import basalt.internal.Strict;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool;
import basalt.storage.Place;
import basalt.storage.StoreSpawner;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class StoreTest {
    private static final long ENTITY = Entity.of(0, 1);

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final Store store = new Store(new BlockPool(memory, 0));

    @BeforeEach
    void createOneRow() {
        new StoreSpawner(store).many(1);
    }

    /** The block's address now. */
    private long base() {
        return store.blocks().base(0);
    }

    private long place() {
        return Place.of(base(), 0);
    }

    @AfterEach
    void close() {
        if (!store.isClosed()) {
            store.close();
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldRejectStructuralCallsWhileItIsLent() {
        WorkerAccess worker = new WorkerAccess();
        store.lend(new WorkerAccess[] {worker});

        assertThrown(
                "use it from a system",
                store::checkOwner,
                "'" + Thread.currentThread().getName() + "'");
        assertThrown("use it from a system", store::checkAccess);
        assertThrown("use it from a system", () -> store.locate(ENTITY));
        assertThrown("use it from a system", () -> store.require(ENTITY));
        assertThrown("use it from a system", store::close);
        assertThrown("use it from a system", () -> store.lend(new WorkerAccess[0]));
        assertFalse(store.isClosed());
        worker.enter(new Declared("mover"));
        assertThrown("'mover'", store::checkOwner, "while systems run", "exclusive");
        assertThrown("'mover'", () -> store.checkOwner("world.call()", "do it later"), "world.call()", "; do it later");
        assertThrown("'mover'", () -> store.require(ENTITY, Position.TYPE), "world.commands()");
        assertThrown("'mover'", store::close);
        assertEquals(0, store.workerIndex());
        assertEquals(place(), store.locate(ENTITY));
        worker.leave();
        assertThrown("use it from a system", store::workerIndex);

        store.reclaim();
        assertEquals(-1, store.workerIndex());
        assertEquals(place(), store.require(ENTITY));
    }

    @Test
    void shouldBeLentToNoThread() {
        store.lend(new WorkerAccess[0]);

        assertThrown("must not use it", store::checkAccess);
        assertFalse(store.isClosed());
        store.reclaim();
        assertDoesNotThrow(() -> store.checkOwner());
    }

    @Test
    void shouldBeReclaimedOnceAndByTheThreadThatHasLentIt() {
        assertThrown("cannot reclaim", store::reclaim);
        store.lend(new WorkerAccess[] {new WorkerAccess()});
        Elsewhere.run("thief", () -> assertThrown("'thief'", store::reclaim));
        assertThrown("use it from a system", store::checkOwner);
        store.reclaim();
        assertThrown("cannot reclaim", store::reclaim);
        store.close();

        assertThrown("cannot reclaim", store::reclaim);
        assertTrue(store.isClosed());
    }

    @Test
    void shouldCheckAWorkersDeclarationsInStrictMode() {
        store.structure().add(base(), 0, 1L, Position.TYPE);
        store.structure().add(base(), 0, 1L, Rare.TYPE);
        WorkerAccess worker = new WorkerAccess();
        store.lend(new WorkerAccess[] {worker});
        worker.enter(new Declared("reader").reading(Position.TYPE).writing(Rare.TYPE));

        assertEquals(place(), store.locateReadable(ENTITY, Position.TYPE, null));
        assertEquals(place(), store.locateReadable(ENTITY, Rare.TYPE, null));
        assertEquals(place(), store.locateWritable(ENTITY, Rare.TYPE, null));
        if (Strict.ON) {
            assertThrown("'reader'", () -> store.locateWritable(ENTITY, Position.TYPE, null), Position.TYPE.name());
            assertThrown("'reader'", () -> store.locateReadable(ENTITY, Kinds.TYPE, null), Kinds.TYPE.name());
        } else {
            assertEquals(place(), store.locateWritable(ENTITY, Position.TYPE, null));
            assertThrows(MissingComponentException.class, () -> store.locateReadable(ENTITY, Kinds.TYPE, null));
        }
        worker.leave();
        store.reclaim();
        assertEquals(place(), store.locateWritable(ENTITY, Position.TYPE, null), "the owner needs to declare nothing");
    }

    private static void assertThrown(String mentioned, Executable attempt, String... alsoMentioned) {
        String message = assertThrows(IllegalStateException.class, attempt).getMessage();
        assertTrue(message.contains(mentioned), message);
        for (String also : alsoMentioned) {
            assertTrue(message.contains(also), message);
        }
    }

    @Test
    void shouldCountTheBytesOfColumnsInUse() {
        long none = store.columnBytes();
        store.structure().add(base(), 0, 1L, Kinds.TYPE);
        long one = store.columnBytes();
        store.structure().add(base(), 0, 1L, Rare.TYPE);
        long two = store.columnBytes();

        assertEquals(BlockLayout.HEADER_BYTES, none);
        assertEquals(BlockLayout.ROWS * (36L + 1 / 8.0), one - none);
        assertEquals(BlockLayout.ROWS * (4L + 1 / 8.0), two - one);
        assertTrue(two < store.reservedBytes());
        store.structure().remove(base(), 0, 1L, Kinds.TYPE);
        assertEquals(none + two - one, store.columnBytes());
    }
}
