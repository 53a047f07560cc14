package basalt.storage.change;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.BlockPool;
import basalt.storage.ColumnMemory;
import basalt.storage.Pools;
import basalt.storage.StoreSpawner;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StructureTest {
    private static final int ID = Position.TYPE.id();

    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));
    private final Structure structure = store.structure();
    private final StoreSpawner spawner = new StoreSpawner(store);
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void createRows() {
        spawner.many(70 * 64);
        structure.listener((block, word, rows) -> calls.add(word + ":" + Long.toHexString(rows)));
        structure.iterating(true);
    }

    /** The block's address now. */
    private long base() {
        return store.blocks().base(0);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldReturnTheRowsThatWereAdded() {
        assertEquals(0xF0, structure.add(base(), 0, 0xF0, Position.TYPE));
        assertEquals(0x0F, structure.add(base(), 0, 0xFF, Position.TYPE));
        assertEquals(0, structure.add(base(), 0, 0xFF, Position.TYPE));

        assertEquals(List.of("0:f0", "0:f"), calls);
        for (int row = 0; row < 64; row++) {
            assertEquals(row < 8, Pools.has(base(), row, ID));
        }
        assertFalse(Pools.has(base(), 64, ID));
    }

    @Test
    void shouldReturnTheRowsThatWereRemoved() {
        structure.add(base(), 65, 0xFF, Position.TYPE);
        calls.clear();

        assertEquals(0xF0, structure.remove(base(), 65, 0xFFF0, Position.TYPE));
        assertEquals(0, structure.remove(base(), 65, 0xFFF0, Position.TYPE));
        assertEquals(0, structure.remove(base(), 0, -1L, Position.TYPE));

        assertEquals(List.of("65:f0"), calls);
        assertTrue(Pools.has(base(), 65 * 64 + 3, ID));
        assertFalse(Pools.has(base(), 65 * 64 + 4, ID));
    }

    @Test
    void shouldZeroColumnsOfAddedRowsOnly() {
        structure.add(base(), 1, 0b0101, Kinds.TYPE);
        write(64, 7);
        write(66, 7);

        structure.add(base(), 1, 0b1111, Kinds.TYPE);

        assertEquals(List.of(7L, 0L, 7L, 0L), List.of(read(64), read(65), read(66), read(67)));
        assertEquals(0, ColumnMemory.getByte(base(), 65, Kinds.I8.offset()));
        assertEquals(0, ColumnMemory.getShort(base(), 65, Kinds.I16.offset()));
        assertEquals(0, ColumnMemory.getInt(base(), 65, Kinds.I32.offset()));
        assertEquals(0, ColumnMemory.getFloat(base(), 65, Kinds.F32.offset()));
        assertEquals(0, ColumnMemory.getDouble(base(), 65, Kinds.F64.offset()));
        assertEquals(-1, ColumnMemory.getByte(base(), 63, Kinds.I8.offset()), "the neighbour before is not touched");
        assertEquals(-1, ColumnMemory.getByte(base(), 68, Kinds.I8.offset()), "the neighbour after is not touched");
    }

    @Test
    void shouldKeepTagsOfTheLibrary() {
        assertEquals(0b11, structure.addTag(base(), 0, 0b11, DISABLED_ID));
        assertEquals(0b100, structure.addTag(base(), 0, 0b110, DISABLED_ID));
        assertEquals(0, structure.addTag(base(), 0, 0b110, DISABLED_ID));
        assertEquals(0b10, structure.removeTag(base(), 0, 0b1010, DISABLED_ID));
        assertEquals(0, structure.removeTag(base(), 0, 0b1010, DISABLED_ID));

        assertEquals(List.of("0:3", "0:4", "0:2"), calls);
        assertTrue(Pools.has(base(), 2, DISABLED_ID));
    }

    @Test
    void shouldNotifyNothingWithoutAListener() {
        structure.iterating(false);
        structure.add(base(), 0, 1L, Position.TYPE);
        structure.remove(base(), 0, 1L, Position.TYPE);

        assertEquals(List.of(), calls);
    }

    private void write(int row, long value) {
        ColumnMemory.putLong(base(), row, Kinds.I64.offset(), value);
    }

    private long read(int row) {
        return ColumnMemory.getLong(base(), row, Kinds.I64.offset());
    }
}
