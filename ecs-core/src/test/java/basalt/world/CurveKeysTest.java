package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurveKeysTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 500, 5000, 100_000})
    void shouldDifferInFewBitsAroundZero(int cells) {
        long least32 = RowKeys.Curve.cell32(-cells, 1);
        long least21 = RowKeys.Curve.cell21(-cells, 1);
        long varying32 = 0;
        long varying21 = 0;
        for (int cell = -cells; cell <= cells; cell++) {
            varying32 |= RowKeys.Curve.cell32(cell, 1) ^ least32;
            varying21 |= RowKeys.Curve.cell21(cell, 1) ^ least21;
            assertEquals(least32 + cell + cells, RowKeys.Curve.cell32(cell, 1));
            assertEquals(least21 + cell + cells, RowKeys.Curve.cell21(cell, 1));
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(2L * cells);
        assertTrue(varying32 >>> bits + 1 == 0, Long.toBinaryString(varying32));
        assertTrue(varying21 >>> bits + 1 == 0, Long.toBinaryString(varying21));
    }

    @Test
    void shouldCountValuesOutsideAsTheNearestCell() {
        assertEquals(0, RowKeys.Curve.cell32(Float.NEGATIVE_INFINITY, 1));
        assertEquals(0, RowKeys.Curve.cell21(Float.NEGATIVE_INFINITY, 1));
        assertEquals((1 << 21) - 1, RowKeys.Curve.cell21(Float.POSITIVE_INFINITY, 1));
        assertEquals(RowKeys.Curve.cell32(0, 1) + Integer.MAX_VALUE, RowKeys.Curve.cell32(Float.POSITIVE_INFINITY, 1));
        assertTrue(RowKeys.Curve.cell32(Float.POSITIVE_INFINITY, 1) >>> Integer.SIZE == 0);
        assertEquals(RowKeys.Curve.cell32(0, 1), RowKeys.Curve.cell32(Float.NaN, 1));
        assertEquals(RowKeys.Curve.cell21(0, 1), RowKeys.Curve.cell21(Float.NaN, 1));
    }
}
