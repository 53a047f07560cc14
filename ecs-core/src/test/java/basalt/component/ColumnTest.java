package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                FloatColumn.class,
                DoubleColumn.class,
                ByteColumn.class,
                ShortColumn.class,
                IntColumn.class,
                LongColumn.class,
                BooleanColumn.class,
                EntityColumn.class,
                ReferenceColumn.class
            })
    void shouldBeRecordsSoThatTheJitTrustsTheirFields(Class<?> type) {
        assertTrue(type.isRecord());
    }

    @Test
    void shouldStrideAsTheirKindDoes() {
        assertEquals(ColumnKind.FLOAT32.laneStride(), FloatColumn.LANE_STRIDE);
        assertEquals(ColumnKind.FLOAT64.laneStride(), DoubleColumn.LANE_STRIDE);
        assertEquals(ColumnKind.INT8.laneStride(), ByteColumn.LANE_STRIDE);
        assertEquals(ColumnKind.INT16.laneStride(), ShortColumn.LANE_STRIDE);
        assertEquals(ColumnKind.INT32.laneStride(), IntColumn.LANE_STRIDE);
        assertEquals(ColumnKind.INT64.laneStride(), LongColumn.LANE_STRIDE);
        assertEquals(ColumnKind.BOOLEAN.laneStride(), BooleanColumn.LANE_STRIDE);
        assertEquals(ColumnKind.ENTITY.laneStride(), EntityColumn.LANE_STRIDE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDescribeTheirField(boolean sparse) {
        Component<Everything> component = Everything.register(sparse);
        for (int field = 0; field < component.fields().size(); field++) {
            Column column = component.columns().get(field);
            assertEquals(component, column.component());
            RecordField declared = component.fields().get(field);
            assertEquals(declared.name(), column.field());
            assertEquals(declared.kind(), column.kind());
            assertEquals(declared.length(), column.length());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldStartEachLaneOneStrideAfterTheLast(boolean sparse) {
        for (Column column : nativeColumns(Everything.register(sparse))) {
            assertEquals(column.offset(), column.laneOffset(0));
            for (int lane = 0; lane < column.length(); lane++) {
                assertEquals(column.offset() + lane * column.kind().laneStride(), column.laneOffset(lane));
            }
        }
    }

    @Test
    void shouldRejectLanesOutOfRange() {
        for (Column column : nativeColumns(Everything.register(false))) {
            assertThrows(IndexOutOfBoundsException.class, () -> column.laneOffset(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> column.laneOffset(column.length()));
            assertThrows(IndexOutOfBoundsException.class, () -> column.laneOffset(Integer.MAX_VALUE));
        }
    }

    @Test
    void shouldLieInsideTheBlockWithoutOverlap() {
        ComponentRegistry registry = new ComponentRegistry(new Layout(new ComponentAreas()));
        List<Column> columns = new ArrayList<>(nativeColumns(registry.of(Everything.class)));
        columns.addAll(nativeColumns(registry.register(Rare.class, null, true)));
        columns.addAll(nativeColumns(registry.of(Position.class)));

        assertSeparate(columns, -(1 << 30), Integer.MAX_VALUE);
    }

    @Test
    void shouldHaveNoBytesAsReference() {
        ReferenceColumn<Object[]> column = Everything.register(false).reference("objects", Object[].class);

        assertEquals(1, column.length());
        assertEquals(0, column.slot());
        assertTrue(assertThrows(UnsupportedOperationException.class, column::offset)
                .getMessage()
                .contains("slot()"));
        assertThrows(UnsupportedOperationException.class, () -> column.laneOffset(0));
    }

    private static List<Column> nativeColumns(Component<?> component) {
        return component.columns().stream()
                .filter(column -> column.kind() != ColumnKind.REFERENCE)
                .toList();
    }

    private static void assertSeparate(List<Column> columns, int start, int end) {
        List<int[]> lanes = new ArrayList<>();
        for (Column column : columns) {
            for (int lane = 0; lane < column.length(); lane++) {
                int from = column.laneOffset(lane);
                assertEquals(0, from % 64, column::field);
                lanes.add(
                        new int[] {from, from + BlockLayout.ROWS * column.kind().sizeBytes()});
            }
        }
        lanes.sort(Comparator.comparingInt(lane -> lane[0]));
        int previousEnd = start - BlockLayout.COLUMN_PADDING;
        for (int[] lane : lanes) {
            assertTrue(lane[0] >= previousEnd + BlockLayout.COLUMN_PADDING, "lanes overlap at " + lane[0]);
            previousEnd = lane[1];
        }
        assertTrue(previousEnd <= end);
    }

    private record Position(float x, float y) {}

    private record Rare(double weight, boolean heavy) {}
}
