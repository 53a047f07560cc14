package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.BlockLayout;
import basalt.component.DeadEntityException;
import basalt.component.DeadEventException;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreTest {
    private static final long ENTITY = Entity.of(0, 1);

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final Store store = new Store(new BlockPool(memory, 0));
    private long base;

    @BeforeEach
    void createOneRow() {
        base = new Nursery(store).many(1);
    }

    @AfterEach
    void close() {
        if (!store.isClosed()) {
            store.close();
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldFindTheBlockOfALivingEntity() {
        assertEquals(base, store.require(ENTITY));
        store.pools().add(base, 0, 1L, Position.TYPE);
        assertEquals(base, store.require(ENTITY, Position.TYPE));
        store.pools().disable(base, 0, 1L, Position.TYPE.id());
        assertEquals(base, store.require(ENTITY, Position.TYPE), "disabled, but there");
    }

    @Test
    void shouldTellDeadFromMissing() {
        var missing = assertThrows(MissingComponentException.class, () -> store.require(ENTITY, Position.TYPE));
        assertEquals(ENTITY, missing.entity());
        assertSame(Position.TYPE, missing.component());
        long never = Entity.of(1, 1);
        assertThrows(DeadEntityException.class, () -> store.require(never, Position.TYPE));
        assertThrows(DeadEntityException.class, () -> store.require(never));
    }

    @Test
    void shouldBelongToOneThread() throws InterruptedException {
        var thrown = new AtomicReference<Throwable>();
        Thread other = new Thread(
                () -> thrown.set(assertThrows(IllegalStateException.class, () -> store.require(ENTITY))), "the-other");
        other.start();
        other.join();

        assertTrue(thrown.get().getMessage().contains("'the-other'"), thrown.get()::getMessage);
        assertTrue(
                thrown.get().getMessage().contains("'" + Thread.currentThread().getName() + "'"),
                thrown.get()::getMessage);
        assertDoesNotThrow(store::checkOwner);
    }

    @Test
    void shouldBeOfNoUseOnceClosed() {
        assertFalse(store.isClosed());
        store.close();

        assertTrue(store.isClosed());
        var thrown = assertThrows(IllegalStateException.class, () -> store.require(ENTITY));
        assertTrue(thrown.getMessage().contains("closed"), thrown.getMessage());
        assertThrows(IllegalStateException.class, store::close);
    }

    @Test
    void shouldCountTheBytesOfColumnsInUse() {
        long none = store.columnBytes();
        store.pools().add(base, 0, 1L, Kinds.TYPE);
        long one = store.columnBytes();
        store.pools().add(base, 0, 1L, Rare.TYPE);
        long two = store.columnBytes();

        assertEquals(BlockLayout.HEADER_BYTES, none);
        assertEquals(BlockLayout.ROWS * (36L + 1 / 8.0), one - none);
        assertEquals(BlockLayout.ROWS * (4L + 1 / 8.0), two - one);
        assertEquals(BlockLayout.BLOCK_BYTES + (long) Rare.TYPE.pageBytes(), store.reservedBytes());
        store.pools().remove(base, 0, 1L, Kinds.TYPE);
        assertEquals(none + two - one, store.columnBytes());
    }

    @Test
    void shouldHoldThePagesOfEventsUntilItCloses() {
        EventPages events = store.events().of(Rare.TYPE);
        events.append(RowImage.of(new Rare(1, "one")));
        events.swap();
        events.append(RowImage.of(new Rare(2, "two")));
        assertEquals(BlockLayout.BLOCK_BYTES + 2L * Rare.TYPE.pageBytes(), store.reservedBytes());
        store.close();

        assertEquals(0, events.reservedBytes());
        assertThrows(DeadEventException.class, () -> events.reference(0, Rare.NOTE.slot()));
        assertThrows(DeadEventException.class, () -> events.origin(1));
    }

    @Test
    void shouldDropReferencesWhenItCloses() {
        store.references().set(0, 0, 0, "x");
        store.close();

        assertEquals(null, store.references().get(0, 0, 0));
    }
}
