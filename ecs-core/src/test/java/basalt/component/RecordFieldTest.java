package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RecordFieldTest {
    private final List<RecordField> fields = RecordField.allOf(Everything.class);
    private final Map<String, RecordField> byName =
            fields.stream().collect(Collectors.toMap(RecordField::name, Function.identity()));

    @Test
    void shouldKeepTheRecordsOrder() {
        assertEquals(
                "f32 f64 i8 i16 i32 i64 flag target name f32s f64s i8s i16s i32s i64s flags targets tags objects table"
                        + " boxed unit letter letters",
                fields.stream().map(RecordField::name).collect(Collectors.joining(" ")));
    }

    @Test
    void shouldTakeTheKindFromTheType() {
        assertKind(ColumnKind.FLOAT32, "f32", "f32s");
        assertKind(ColumnKind.FLOAT64, "f64", "f64s");
        assertKind(ColumnKind.INT8, "i8", "i8s", "unit");
        assertKind(ColumnKind.INT16, "i16", "i16s", "letter", "letters");
        assertKind(ColumnKind.INT32, "i32", "i32s");
        assertKind(ColumnKind.INT64, "i64", "i64s");
        assertKind(ColumnKind.BOOLEAN, "flag", "flags");
        assertKind(ColumnKind.ENTITY, "target", "targets");
        assertKind(ColumnKind.REFERENCE, "name", "tags", "objects", "table", "boxed");
    }

    @Test
    void shouldTakeTheLengthFromTheAnnotation() {
        assertEquals(1, byName.get("f32").length());
        assertEquals(2, byName.get("f32s").length());
        assertEquals(1, byName.get("i16s").length());
        assertEquals(7, byName.get("flags").length());
        assertEquals(1, byName.get("objects").length());
    }

    @Test
    void shouldDistinguishVectorsFromScalarsAndReferences() {
        assertTrue(byName.get("i16s").isVector());
        assertTrue(byName.get("targets").isVector());
        assertFalse(byName.get("i16").isVector());
        assertFalse(byName.get("objects").isVector());
        assertFalse(byName.get("table").isVector());
    }

    @Test
    void shouldSumBytesOverAllLanes() {
        assertEquals(Everything.BYTES_PER_ROW, RecordField.bytesPerRow(fields));
        assertEquals(0, RecordField.bytesPerRow(List.of()));
    }

    @Test
    void shouldExtendOverAllLanesAndTheirPadding() {
        assertEquals(
                7 * (BlockLayout.ROWS + BlockLayout.COLUMN_PADDING),
                byName.get("flags").extentBytes());
        assertEquals(0, byName.get("name").extentBytes());
    }

    @Test
    void shouldRejectArrayWithoutLength() {
        record Matrix(float[] m) {}
        assertRejects(
                () -> RecordField.allOf(Matrix.class), "field m", Matrix.class.getName(), "float[]", "@Length(n)");
    }

    @Test
    void shouldRejectLengthOnOtherTypesThanPrimitiveArrays() {
        record Scalar(@Length(3) float x) {}
        record Names(@Length(3) String[] names) {}
        record Table(@Length(3) int[][] rows) {}
        assertRejects(() -> RecordField.allOf(Scalar.class), "field x", "float", "array of primitives", "remove it");
        assertRejects(() -> RecordField.allOf(Names.class), "field names", "String[]", "array of primitives");
        assertRejects(() -> RecordField.allOf(Table.class), "field rows", "int[][]", "array of primitives");
    }

    @Test
    void shouldRejectLengthOutOfRange() {
        record Empty(@Length(0) int[] v) {}
        record Negative(@Length(-1) int[] v) {}
        record Long(@Length(257) int[] v) {}
        assertRejects(() -> RecordField.allOf(Empty.class), "field v", "from 1 to 256", "@Length(0)");
        assertRejects(() -> RecordField.allOf(Negative.class), "from 1 to 256", "@Length(-1)");
        assertRejects(() -> RecordField.allOf(Long.class), "from 1 to 256", "@Length(257)");
    }

    @Test
    void shouldAcceptTheLongestVector() {
        record Longest(@Length(Length.MAX) byte[] v) {}
        assertEquals(256, RecordField.allOf(Longest.class).get(0).length());
    }

    @Test
    void shouldRejectEntityHandleOnOtherTypesThanLong() {
        record Narrow(@EntityHandle int target) {}
        record Boxed(@EntityHandle Long target) {}
        record Wide(@EntityHandle @Length(2) double[] targets) {}
        assertRejects(() -> RecordField.allOf(Narrow.class), "field target", "int", "@EntityHandle", "long or long[]");
        assertRejects(() -> RecordField.allOf(Boxed.class), "field target", "java.lang.Long", "long or long[]");
        assertRejects(() -> RecordField.allOf(Wide.class), "field targets", "double[]", "long or long[]");
    }

    private void assertKind(ColumnKind kind, String... names) {
        for (String name : names) {
            assertEquals(kind, byName.get(name).kind(), name);
        }
    }
}
