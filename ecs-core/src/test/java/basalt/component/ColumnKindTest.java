package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.layout.BlockLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ColumnKindTest {
    @ParameterizedTest
    @CsvSource({
        "FLOAT32, 4",
        "FLOAT64, 8",
        "INT8, 1",
        "INT16, 2",
        "INT32, 4",
        "INT64, 8",
        "BOOLEAN, 1",
        "ENTITY, 8",
        "REFERENCE, 0"
    })
    void shouldReturnTheSizeOfAnElement(ColumnKind kind, int sizeBytes) {
        assertEquals(sizeBytes, kind.sizeBytes());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REFERENCE")
    void shouldShiftByTheSize(ColumnKind kind) {
        assertEquals(kind.sizeBytes(), 1 << kind.shift());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REFERENCE")
    void shouldStrideOverAllRowsAndThePadding(ColumnKind kind) {
        assertEquals(BlockLayout.ROWS * kind.sizeBytes() + BlockLayout.COLUMN_PADDING, kind.laneStride());
        assertEquals(0, kind.laneStride() % 64);
    }

    @Test
    void shouldTakeNoBytesForReferences() {
        assertEquals(0, ColumnKind.REFERENCE.shift());
        assertEquals(0, ColumnKind.REFERENCE.laneStride());
    }
}
