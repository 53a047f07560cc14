package basalt.storage.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.BlockPool;
import basalt.storage.StoreSpawner;
import basalt.storage.access.Store;
import basalt.storage.change.Hooks.Moment;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HooksTest {
    private static final int ID = Position.TYPE.id();

    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));
    private final Structure structure = store.structure();
    private final Hooks hooks = store.hooks();
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void createRows() {
        new StoreSpawner(store).many(130);
    }

    /** The block's address now. */
    private long base() {
        return store.blocks().base(0);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private LongConsumer note(String what) {
        return entity -> calls.add(what + Entity.index(entity));
    }

    @Test
    void shouldBeObservedWhileThereIsAHook() {
        LongConsumer one = note("one ");
        LongConsumer two = note("two ");
        hooks.register(Moment.ADDED, ID, one);
        hooks.registerDestroy(two);
        assertTrue(structure.isNotifying() && hooks.isActive());
        assertFalse(store.structure().isWriteObserved());
        hooks.unregister(Moment.ADDED, ID, one);
        assertTrue(structure.isNotifying());
        hooks.unregisterDestroy(two);
        assertFalse(structure.isNotifying() || hooks.isActive());

        hooks.register(Moment.WRITTEN, ID, one);
        assertTrue(store.structure().isWriteObserved());
        assertTrue(hooks.observesWrites(ID));
        assertFalse(hooks.observesWrites(Health.TYPE.id()));
        hooks.unregister(Moment.WRITTEN, ID, one);
        assertFalse(store.structure().isWriteObserved());
    }

    @Test
    void shouldBeCalledForChangedRowsOnly() {
        hooks.register(Moment.ADDED, ID, note("add "));
        hooks.register(Moment.REMOVING, ID, note("remove "));
        structure.add(base(), 1, 0b101, Position.TYPE);
        structure.add(base(), 1, 0b111, Position.TYPE);
        structure.add(base(), 1, 0b111, Health.TYPE);
        structure.remove(base(), 1, 0b1110, Position.TYPE);
        structure.remove(base(), 1, 0b1110, Position.TYPE);
        assertEquals(List.of("add 64", "add 66", "add 65", "remove 65", "remove 66"), calls);
    }

    @Test
    void shouldBeCalledForEachDestroyedEntity() {
        int first = Math.min(Health.TYPE.id(), ID);
        int second = Math.max(Health.TYPE.id(), ID);
        hooks.register(Moment.REMOVING, second, note("second "));
        hooks.register(Moment.REMOVING, first, note("first "));
        hooks.register(Moment.REMOVING, Frozen.TYPE.id(), note("never "));
        hooks.registerDestroy(note("death "));
        structure.add(base(), 0, 0b11, Position.TYPE);
        structure.add(base(), 0, 0b01, Health.TYPE);
        store.structure().destroy(base(), 0, 0b111);

        List<String> expected = new ArrayList<>(List.of("death 0", "first 0", "second 0", "death 1"));
        expected.add(first == ID ? "first 1" : "second 1");
        expected.add("death 2");
        assertEquals(expected, calls);
    }
}
