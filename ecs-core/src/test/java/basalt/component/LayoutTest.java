package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static final int FLOAT_LANE = BlockLayout.ROWS * 4 + BlockLayout.COLUMN_PADDING;
    private static final int BYTE_LANE = BlockLayout.ROWS + BlockLayout.COLUMN_PADDING;

    private final Layout layout = new Layout(64, 512);

    @Test
    void shouldGiveIdsFromTwoUp() {
        assertEquals(2, layout.place("a", List.of(), false).id());
        assertEquals(3, layout.place("b", List.of(), true).id());
        assertEquals(4, layout.place("c", List.of(floats("x", 1)), true).id());
    }

    @Test
    void shouldPlaceColumnsOneAfterTheOther() {
        ColumnPlacement first = layout.place("a", List.of(floats("x", 1), bytes("b"), floats("v", 3)), false);
        ColumnPlacement second = layout.place("b", List.of(floats("x", 1)), false);

        int start = BlockLayout.COLUMNS;
        assertArrayEquals(new int[] {start, start + FLOAT_LANE, start + FLOAT_LANE + BYTE_LANE}, first.positions());
        assertArrayEquals(new int[] {start + 4 * FLOAT_LANE + BYTE_LANE}, second.positions());
    }

    @Test
    void shouldPlaceColumnsOfEventsFromTheStartOfAPage() {
        ColumnPlacement event = layout.placeEvent("a", List.of(floats("x", 1), bytes("b"), floats("v", 3)));
        ColumnPlacement second = layout.place("b", List.of(floats("x", 1)), false);

        assertFalse(event.sparse());
        assertArrayEquals(new int[] {0, FLOAT_LANE, FLOAT_LANE + BYTE_LANE}, event.positions());
        assertArrayEquals(new int[] {BlockLayout.COLUMNS}, second.positions(), "an event takes no bytes of a block");
        assertEquals(event.id() + 1, second.id());
    }

    @Test
    void shouldPlaceSparseColumnsApartFromOthers() {
        ColumnPlacement sparse = layout.place("a", List.of(floats("x", 1), bytes("b")), true);
        ColumnPlacement dense = layout.place("b", List.of(floats("x", 1)), false);

        assertTrue(sparse.sparse());
        assertFalse(dense.sparse());
        assertEquals(FLOAT_LANE, sparse.positions()[1] - sparse.positions()[0]);
        assertTrue(Math.abs(dense.positions()[0] - sparse.positions()[0]) >= FLOAT_LANE);
    }

    @Test
    void shouldNotTreatComponentsWithoutBytesAsSparse() {
        assertFalse(layout.place("tag", List.of(), true).sparse());
        assertFalse(layout.place("names", List.of(reference("name")), true).sparse());
    }

    @Test
    void shouldNumberReferencesThroughAllComponents() {
        assertArrayEquals(
                new int[] {0, BlockLayout.COLUMNS, 1},
                layout.place("a", List.of(reference("s"), floats("x", 1), reference("t")), false)
                        .positions());
        assertArrayEquals(
                new int[] {2}, layout.place("b", List.of(reference("u")), true).positions());
    }

    @Test
    void shouldAllocateAllBytesOfARowButNotMore() {
        layout.place("a", List.of(floats("m", 127)), false);
        layout.place("b", List.of(bytes("p"), bytes("q"), bytes("r")), false);

        assertRejects(() -> layout.place("c", List.of(bytes("s"), bytes("t")), false), "2 bytes", "1 of 512 are left");
        layout.place("c", List.of(bytes("s")), false);
        assertRejects(() -> layout.place("d", List.of(bytes("t")), false), "1 bytes", "0 of 512 are left");
    }

    @Test
    void shouldKeepTheLastPossibleColumnInsideTheBlock() {
        Layout full = new Layout(BlockLayout.MAX_COMPONENTS, BlockLayout.BYTES_PER_ROW);
        int end = 0;
        for (int component = 0; component < BlockLayout.BYTES_PER_ROW / 8; component++) {
            List<RecordField> fields = List.of(bytes("a"), bytes("b"), bytes("c"), bytes("d"), floats("e", 1));
            if (component < BlockLayout.MAX_COMPONENTS - 2) {
                end = full.place("c" + component, fields, false).positions()[4] + FLOAT_LANE;
            }
        }

        assertTrue(end <= BlockLayout.BLOCK_BYTES);
    }

    @Test
    void shouldFillABlockWithSingleByteLanes() {
        Layout full = new Layout(BlockLayout.MAX_COMPONENTS, BlockLayout.BYTES_PER_ROW);
        RecordField lanes = new RecordField("v", byte[].class, ColumnKind.INT8, BlockLayout.BYTES_PER_ROW);

        int start = full.place("all", List.of(lanes), false).positions()[0];

        assertEquals(BlockLayout.COLUMNS, start);
        assertTrue(start + BlockLayout.BYTES_PER_ROW * BYTE_LANE <= BlockLayout.BLOCK_BYTES);
    }

    @Test
    void shouldNameRequestedBytesRemainingBytesAndRemedies() {
        layout.place("a", List.of(floats("m", 100)), false);

        assertRejects(
                () -> layout.place("acme.Big", List.of(floats("n", 30)), false),
                "acme.Big",
                "needs 120 bytes",
                "112 of 512 are left",
                "basalt.layout.bytesPerRow",
                "split the record");
    }

    @Test
    void shouldLimitAnEventToo() {
        layout.place("full", List.of(floats("m", 128)), false);
        layout.placeEvent("event", List.of(floats("m", 128)));

        assertRejects(
                () -> layout.placeEvent("acme.Huge", List.of(floats("n", 129))),
                "needs 516 bytes",
                "512 of 512 are left",
                "basalt.layout.bytesPerRow",
                "split the record");
    }

    @Test
    void shouldNameThePropertyWhenIdsRunOut() {
        Layout tiny = new Layout(4, 512);
        tiny.place("a", List.of(), false);
        tiny.place("b", List.of(), false);

        assertRejects(
                () -> tiny.place("acme.Late", List.of(), false),
                "acme.Late",
                "none of 4 is left",
                "basalt.layout.components",
                "4096");
    }

    @Test
    void shouldChangeNothingWhenARequestFails() {
        Layout twin = new Layout(64, 512);
        assertRejects(() -> layout.place("huge", List.of(reference("r"), floats("m", 129)), false));
        assertRejects(() -> layout.placeEvent("huge", List.of(reference("r"), floats("m", 129))));

        List<RecordField> fields = List.of(reference("r"), floats("x", 1));
        ColumnPlacement actual = layout.place("a", fields, false);
        ColumnPlacement expected = twin.place("a", fields, false);
        assertEquals(expected.id(), actual.id());
        assertArrayEquals(expected.positions(), actual.positions());
    }

    @Test
    void shouldRejectLimitsThatNoBlockHasRoomFor() {
        assertRejects(() -> new Layout(BlockLayout.MAX_COMPONENTS + 1, 512), "maxComponents=");
        assertRejects(() -> new Layout(64, BlockLayout.BYTES_PER_ROW + 1), "bytesPerRow=");
    }

    private static RecordField floats(String name, int length) {
        return new RecordField(name, length == 1 ? float.class : float[].class, ColumnKind.FLOAT32, length);
    }

    private static RecordField bytes(String name) {
        return new RecordField(name, byte.class, ColumnKind.INT8, 1);
    }

    private static RecordField reference(String name) {
        return new RecordField(name, String.class, ColumnKind.REFERENCE, 1);
    }
}
