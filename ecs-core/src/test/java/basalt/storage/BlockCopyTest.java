package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockContents.BlockCopy;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockCopyTest {
    private static final List<Component<?>> COMPONENTS = List.of(Kinds.TYPE, Rare.TYPE, Rarer.TYPE);

    private static final int SET_UP_ALLOCATIONS = 2;

    private final MovingBlocks moving = new MovingBlocks(false); // allocations are counted here
    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final Store store = new Store(new BlockPool(memory, 0));

    @BeforeEach
    void createRows() {
        fill(store);
        assertEquals(SET_UP_ALLOCATIONS, memory.allocations());
    }

    @AfterEach
    void close() {
        store.close();
        moving.close();
        assertEquals(0, memory.outstanding());
    }

    /** Makes two blocks. In the second, rows 1 to 3 have all components, and row 0 has no entity. */
    private static void fill(Store store) {
        new StoreSpawner(store).many(64);
        new StoreSpawner(store).many(64);
        for (Record value : List.of(Kinds.ODD, new Rare(7, "seven"), new Rarer(2.5))) {
            RowImage image = RowImage.of(value);
            store.structure().add(store.blocks().base(1), 0, 0b1111, image.component());
            store.pools().write(store.blocks().base(1), 0, 0b1111, image);
        }
        store.structure().destroy(store.blocks().base(1), 0, 0b0001);
    }

    /** The address of the second block now. */
    private long base() {
        return store.blocks().base(1);
    }

    /** The first row with another value in any column. */
    private static int firstDifference(BlockCopy copy, Component<?> component, int from, int to) {
        return component.columns().stream()
                .mapToInt(column -> copy.firstDifference(column, from, to))
                .min()
                .orElse(to);
    }

    @Test
    void shouldEqualTheOriginal() {
        try (BlockCopy copy = new BlockCopy(store.blockPool(), base(), COMPONENTS)) {
            assertNotEquals(base(), copy.base());
            assertEquals(1, Blocks.index(copy.base()));
            assertEquals(Entity.of(ROWS + 1, 1), Entities.handle(copy.base(), 1));
            for (int row = 0; row < 64; row++) {
                assertEquals(Pools.has(base(), row, ALIVE_ID), Pools.has(copy.base(), row, ALIVE_ID));
                for (Component<?> component : COMPONENTS) {
                    assertEquals(Pools.has(base(), row, component.id()), Pools.has(copy.base(), row, component.id()));
                    assertEquals(row + 1, firstDifference(copy, component, row, row + 1));
                }
            }
        }
    }

    @Test
    void shouldCopyThePresenceOfOtherComponents() {
        store.structure().add(base(), 0, 0b0100, Frozen.TYPE);
        store.structure().add(base(), 0, 0b0110, Position.TYPE);
        store.structure().disable(base(), 0, 0b0010, Position.TYPE.id());
        try (BlockCopy copy = new BlockCopy(store.blockPool(), base(), COMPONENTS)) {
            for (int row = 0; row < 64; row++) {
                assertEquals(row == 2, Pools.has(copy.base(), row, Frozen.TYPE.id()), "row " + row);
                assertEquals(row == 2, Pools.isEnabled(copy.base(), row, Position.TYPE.id()), "row " + row);
            }
        }
    }

    @Test
    void shouldFindADifferenceAtAnyPlaceOfAnyWidth() {
        try (BlockCopy copy = new BlockCopy(store.blockPool(), base(), COMPONENTS)) {
            for (int row : new int[] {0, 1, 7, 8, 9, 63, 64, 65, ROWS - 1}) {
                for (Column column : Kinds.TYPE.columns()) {
                    if (column instanceof ReferenceColumn<?>) {
                        continue;
                    }
                    long last = copy.base()
                            + column.laneOffset(0)
                            + ((long) (row + 1) << column.kind().shift())
                            - 1;
                    byte before = ColumnMemory.getByte(last, 0, 0);
                    ColumnMemory.putByte(last, 0, 0, (byte) ~before);
                    assertEquals(row, firstDifference(copy, Kinds.TYPE, 0, ROWS), column.field());
                    assertEquals(row, firstDifference(copy, Kinds.TYPE, row, row + 1), column.field());
                    assertEquals(row, firstDifference(copy, Kinds.TYPE, 0, row), column.field());
                    ColumnMemory.putByte(last, 0, 0, before);
                }
            }
            assertEquals(ROWS, firstDifference(copy, Kinds.TYPE, 0, ROWS));
        }
    }

    @Test
    void shouldReleaseItsMemoryWhenThereIsNotEnough() {
        FailingMemory failing = new FailingMemory(memory, SET_UP_ALLOCATIONS + 1);
        try (Store limited = new Store(new BlockPool(failing, 0))) {
            fill(limited);
            long block = limited.blocks().base(1);
            int before = memory.outstanding();

            assertThrows(NativeMemoryException.class, () -> new BlockCopy(limited.blockPool(), block, COMPONENTS));

            assertEquals(before, memory.outstanding());
            new BlockCopy(limited.blockPool(), block, COMPONENTS).close();
            assertEquals(before, memory.outstanding());
        }
    }

    @Test
    void shouldCopyABlockInWhichNoRowHasTheComponents() {
        store.structure().destroy(base(), 0, 0b1110);
        try (BlockCopy copy = new BlockCopy(store.blockPool(), base(), COMPONENTS)) {
            for (Component<?> component : COMPONENTS) {
                assertFalse(Pools.has(copy.base(), 1, component.id()));
            }
        }
    }
}
