package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RecordSchemaTest {
    private final RecordSchema<Everything> schema = Everything.register(false).schema();
    private final RecordSchema<Transform> transforms =
            new ComponentRegistry(new Layout(64, 512)).of(Transform.class).schema();

    @Test
    void shouldDescribeEachField() {
        assertSame(Everything.class, schema.type());
        assertEquals(21, schema.fields().size());
        assertEquals("f32", schema.fields().get(0).name());
        assertEquals(ColumnKind.FLOAT32, schema.fields().get(0).kind());
        assertEquals(1, schema.fields().get(0).length());
        assertFalse(schema.isVector(0));
        assertEquals("targets", schema.fields().get(16).name());
        assertEquals(ColumnKind.ENTITY, schema.fields().get(16).kind());
        assertEquals(3, schema.fields().get(16).length());
        assertTrue(schema.isVector(16));
    }

    @Test
    void shouldRejectFieldNumbersOutOfRange() {
        for (int field : new int[] {-1, 21}) {
            assertThrows(IndexOutOfBoundsException.class, () -> schema.isVector(field));
            assertThrows(IndexOutOfBoundsException.class, () -> schema.value(field, Everything.sample()));
        }
    }

    @Test
    void shouldConstructARecordFromItsValues() {
        Everything sample = Everything.sample();
        Object[] values = new Object[schema.fields().size()];
        for (int field = 0; field < values.length; field++) {
            values[field] = schema.value(field, sample);
        }

        assertEquals(sample, schema.construct(values));
    }

    @Test
    void shouldNotCopyArrays() {
        Everything sample = Everything.sample();

        assertSame(sample.f32s(), schema.value(9, sample));
    }

    @Test
    void shouldAcceptRecordsWhoseVectorsFit() {
        schema.validate(Everything.sample());
        transforms.validate(new Transform(new float[4], null));
    }

    @Test
    void shouldRejectNullRecord() {
        assertRejects(() -> transforms.validate(null), Transform.class.getName(), "must not be null");
    }

    @Test
    void shouldRejectNullVector() {
        assertRejects(() -> transforms.validate(new Transform(null, "a")), "Transform.m", "length 4", "null");
    }

    @Test
    void shouldRejectVectorOfOtherLength() {
        for (int length : new int[] {0, 3, 5}) {
            assertRejects(
                    () -> transforms.validate(new Transform(new float[length], "a")),
                    "Transform.m",
                    "must have length 4",
                    "length=" + length);
        }
    }

    private record Transform(@Length(4) float[] m, String name) {}
}
