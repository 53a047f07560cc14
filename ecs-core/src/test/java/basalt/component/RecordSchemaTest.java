package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RecordSchemaTest {
    private final RecordSchema<Everything> schema = Everything.register(false).schema();

    @Test
    void shouldDescribeEachField() {
        assertSame(Everything.class, schema.type());
        assertEquals(21, schema.fields().size());
        assertEquals("f32", schema.fields().get(0).name());
        assertEquals(ColumnKind.FLOAT32, schema.fields().get(0).kind());
        assertEquals(1, schema.fields().get(0).length());
        assertFalse(schema.fields().get(0).isVector());
        assertEquals("targets", schema.fields().get(16).name());
        assertEquals(ColumnKind.ENTITY, schema.fields().get(16).kind());
        assertEquals(3, schema.fields().get(16).length());
        assertTrue(schema.fields().get(16).isVector());
    }
}
