package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.storage.access.Store;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayTables.ReplayType;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Vectors;
import java.util.stream.IntStream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowImageTest {
    /** One row, a few rows, a whole word: each is written by another loop. */
    private static final long[] MASKS = {1L << 40, 0x8000_0000_0000_0081L, -1L};

    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));

    @BeforeEach
    void createRows() {
        new StoreSpawner(store).many(3 * 64);
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
    void shouldReadBackScalarsOfEveryKind() {
        for (long mask : MASKS) {
            for (Kinds sample : Kinds.SAMPLES) {
                write(mask, RowImage.of(sample));
                for (long rest = mask; rest != 0; rest &= rest - 1) {
                    assertEquals(sample, read(64 + Long.numberOfTrailingZeros(rest), Kinds.TYPE));
                }
            }
        }
    }

    /** A {@link Health} is one int of the 8 bytes. */
    @Test
    void shouldFindWhatIsBehindPackedValues() {
        ReplayTables tables = new ReplayTables();
        ReplayType type = tables.type(tables.number(Health.TYPE));
        assertEquals(8, type.packedBytes());
        long memory = UnsafeApi.allocateMemory(8);
        for (int other = 0; other < 8; other++) {
            UnsafeApi.putLong(null, memory, 1L << 8 * other);
            assertEquals(other < 4, type.isPadded(memory), "byte " + other);
        }
        UnsafeApi.freeMemory(memory);
    }

    @Test
    void shouldWriteNoOtherRow() {
        for (long mask : MASKS) {
            store.structure().add(base(), 0, -1L, Kinds.TYPE);
            store.structure().add(base(), 1, -1L, Kinds.TYPE);
            store.structure().add(base(), 2, -1L, Kinds.TYPE);
            store.pools().write(base(), 1, mask, RowImage.of(Kinds.HIGHEST));
            for (int row = 0; row < 192; row++) {
                boolean written = row >>> 6 == 1 && (mask >>> row & 1) != 0;
                assertEquals(written ? Kinds.HIGHEST : Kinds.ZERO, read(row, Kinds.TYPE), "row " + row);
            }
            store.pools().write(base(), 1, -1L, RowImage.of(Kinds.ZERO));
        }
    }

    @Test
    void shouldReadBackVectorsOfEveryKind() {
        for (long mask : MASKS) {
            Vectors sample = Vectors.sample((int) mask + 3);
            write(mask, RowImage.of(sample));
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                Vectors.assertSame(sample, read(64 + Long.numberOfTrailingZeros(rest), Vectors.TYPE));
            }
        }
    }

    @Test
    void shouldCopyItsValues() {
        float[] lanes = new float[16];
        lanes[3] = 3;
        RowImage image = RowImage.of(new Matrix(lanes));
        lanes[3] = 4;
        write(1L, image);

        assertEquals(3, read(64, Matrix.TYPE).m()[3]);
    }

    @Test
    void shouldZeroColumnsAndReferences() {
        write(-1L, RowImage.of(Kinds.ODD));
        write(-1L, RowImage.zero(Kinds.TYPE));

        assertEquals(Kinds.ZERO, read(100, Kinds.TYPE));
        assertNull(read(100, Kinds.TYPE).name());
    }

    @Test
    void shouldRejectValuesThatCannotBeStored() {
        assertRejects(null, "null");
        assertRejects(new Matrix(null), "null");
        assertRejects(new Matrix(new float[15]), "length=15");
        assertRejects(new Matrix(new float[17]), "length=17");
    }

    @Test
    void shouldReadEachLaneFromItsOwnPlace() {
        float[] lanes = new float[16];
        IntStream.range(0, 16).forEach(lane -> lanes[lane] = lane + 0.5f);
        write(1L << 9, RowImage.of(new Matrix(lanes)));

        for (int lane = 0; lane < 16; lane++) {
            assertEquals(lane + 0.5f, ColumnMemory.getFloat(base(), 73, Matrix.M.laneOffset(lane)));
        }
    }

    private void write(long mask, RowImage image) {
        store.structure().add(base(), 1, mask, image.component());
        store.pools().write(base(), 1, mask, image);
    }

    private <T extends Record> T read(int row, Component<T> component) {
        return store.pools().read(base(), row, component);
    }

    private static void assertRejects(Record value, String mentioned) {
        var rejection = assertThrows(IllegalArgumentException.class, () -> RowImage.of(value));
        assertTrue(rejection.getMessage().contains(mentioned), rejection.getMessage());
    }
}
