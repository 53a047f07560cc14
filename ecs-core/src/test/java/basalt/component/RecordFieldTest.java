package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.layout.BlockLayout;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RecordFieldTest {
    private final List<RecordField> fields = RecordField.allOf(Everything.class, false);
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
        assertKind(ColumnKind.STRING, "name");
        assertKind(ColumnKind.REFERENCE, "objects", "table", "boxed");
        assertKind(ColumnKind.STRING_LIST, "tags");
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
    void shouldSumBytesOverAllLanes() {
        assertEquals(Everything.BYTES_PER_ROW, RecordField.bytesPerRow(fields));
        assertEquals(0, RecordField.bytesPerRow(List.of()));
    }

    @Test
    void shouldExtendOverAllLanesAndTheirPadding() {
        assertEquals(
                7 * (BlockLayout.ROWS + BlockLayout.COLUMN_PADDING),
                byName.get("flags").extentBytes());
        assertEquals(0, byName.get("objects").extentBytes());
    }

    @Test
    void shouldMakeListsOfArraysWithoutLength() {
        record Lists(float[] m, @EntityHandle long[] others, char[] text) {}
        List<RecordField> lists = RecordField.allOf(Lists.class, false);
        assertEquals(
                List.of(ColumnKind.FLOAT32, ColumnKind.ENTITY, ColumnKind.INT16),
                lists.stream().map(RecordField::element).toList());
        lists.forEach(list -> assertEquals(ColumnKind.LIST, list.kind()));
        assertEquals(3 * Long.BYTES, RecordField.bytesPerRow(lists));
        assertRejects(
                () -> RecordField.requireNoList(Lists.class, lists), "field m", Lists.class.getName(), "@Length(n)");
    }

    @Test
    void shouldRejectLengthOnOtherTypesThanPrimitiveArrays() {
        record Scalar(@Length(3) float x) {}
        record Names(@Length(3) String[] names) {}
        record Table(@Length(3) int[][] rows) {}
        assertRejects(
                () -> RecordField.allOf(Scalar.class, false), "field x", "float", "array of primitives", "remove it");
        assertRejects(() -> RecordField.allOf(Names.class, false), "field names", "String[]", "array of primitives");
        assertRejects(() -> RecordField.allOf(Table.class, false), "field rows", "int[][]", "array of primitives");
    }

    @Test
    void shouldRejectLengthOutOfRange() {
        record Empty(@Length(0) int[] v) {}
        record Negative(@Length(-1) int[] v) {}
        record Long(@Length(257) int[] v) {}
        assertRejects(() -> RecordField.allOf(Empty.class, false), "field v", "from 1 to 256", "@Length(0)");
        assertRejects(() -> RecordField.allOf(Negative.class, false), "from 1 to 256", "@Length(-1)");
        assertRejects(() -> RecordField.allOf(Long.class, false), "from 1 to 256", "@Length(257)");
    }

    @Test
    void shouldAcceptTheLongestVector() {
        record Longest(@Length(Length.MAX) byte[] v) {}
        assertEquals(256, RecordField.allOf(Longest.class, false).get(0).length());
    }

    @Test
    void shouldRejectEntityHandleOnOtherTypesThanLong() {
        record Narrow(@EntityHandle int target) {}
        record Boxed(@EntityHandle Long target) {}
        record Wide(@EntityHandle @Length(2) double[] targets) {}
        assertRejects(
                () -> RecordField.allOf(Narrow.class, false), "field target", "int", "@EntityHandle", "long or long[]");
        assertRejects(() -> RecordField.allOf(Boxed.class, false), "field target", "java.lang.Long", "long or long[]");
        assertRejects(() -> RecordField.allOf(Wide.class, false), "field targets", "double[]", "long or long[]");
    }

    private void assertKind(ColumnKind kind, String... names) {
        for (String name : names) {
            assertEquals(kind, byName.get(name).kind(), name);
        }
    }
}
