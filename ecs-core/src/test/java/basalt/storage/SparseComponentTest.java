package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.CountingMemory;
import basalt.storage.access.Store;
import basalt.storage.change.Structure;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sparse components are accessed by the block's address like all others. */
class SparseComponentTest {
    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final Store store = new Store(new BlockPool(memory, 0));
    private final Structure structure = store.structure();

    @BeforeEach
    void fillTwoBlocks() {
        new StoreSpawner(store).many(ROWS + 64);
    }

    @AfterEach
    void close() {
        store.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldZeroAddedRowsOfADirtyBlock() {
        structure.add(base(0), 1, 0b110, Rare.TYPE);

        assertEquals(List.of(-1, 0, 0, -1), List.of(charge(0, 64), charge(0, 65), charge(0, 66), charge(0, 67)));
    }

    @Test
    void shouldZeroRowsThatGetItAgain() {
        structure.add(base(0), 0, 0b11, Rare.TYPE);
        ColumnMemory.putInt(base(0), 0, Rare.CHARGE.offset(), 77);
        structure.remove(base(0), 0, 0b01, Rare.TYPE);
        structure.remove(base(0), 0, 0b10, Rare.TYPE);

        structure.add(base(0), 0, 0b01, Rare.TYPE);

        assertEquals(0, charge(0, 0));
    }

    @Test
    void shouldKeepBlocksApart() {
        structure.add(base(0), 0, 1L, RowImage.of(new Rare(7, "seven")));
        structure.add(base(1), 0, 1L, RowImage.of(new Rare(8, "eight")));

        assertEquals(new Rare(7, "seven"), store.pools().read(base(0), 0, Rare.TYPE));
        assertEquals(new Rare(8, "eight"), store.pools().read(base(1), 0, Rare.TYPE));
    }

    @Test
    void shouldKeepComponentsApart() {
        for (int word = 0; word < 256; word += 255) {
            structure.add(base(0), word, -1L, RowImage.of(new Rarer(-0.5)));
            structure.add(base(0), word, -1L, RowImage.of(Kinds.ODD));
            structure.add(base(0), word, -1L, RowImage.of(new Rare(7, "seven")));
        }

        for (int row : new int[] {0, 63, ROWS - 64, ROWS - 1}) {
            assertEquals(new Rarer(-0.5), store.pools().read(base(0), row, Rarer.TYPE));
            assertEquals(Kinds.ODD, store.pools().read(base(0), row, Kinds.TYPE));
            assertEquals(new Rare(7, "seven"), store.pools().read(base(0), row, Rare.TYPE));
        }
    }

    private long base(int block) {
        return store.blocks().base(block);
    }

    private int charge(int block, int row) {
        return ColumnMemory.getInt(base(block), row, Rare.CHARGE.offset());
    }
}
