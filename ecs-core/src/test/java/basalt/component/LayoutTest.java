package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static final int FLOAT_LANE = BlockLayout.ROWS * 4 + BlockLayout.COLUMN_PADDING;
    private static final int BYTE_LANE = BlockLayout.ROWS + BlockLayout.COLUMN_PADDING;

    /** Summaries and words of a component. */
    private static final int PRESENCE = BlockLayout.COLUMNS - BlockLayout.PRESENT_SUMMARY;

    /** The offset of the first column of the first component, behind the areas of the two reserved components. */
    private static final int FIRST = BlockLayout.HEADER_BYTES + 3 * PRESENCE;

    private final ComponentAreas areas = new ComponentAreas();
    private final Layout layout = new Layout(areas);

    @Test
    void shouldGiveIdsFromTwoUp() {
        assertEquals(2, layout.place("a", List.of(), false).id());
        assertEquals(3, layout.place("b", List.of(), true).id());
        assertEquals(4, layout.place("c", List.of(floats("x", 1)), true).id());
        assertEquals(5, layout.placeEvent("d", List.of(floats("x", 1))).id());
    }

    @Test
    void shouldPlaceColumnsBehindThePresenceOfTheirComponent() {
        Layout.Placement first = layout.place("a", List.of(floats("x", 1), bytes("b"), floats("v", 3)), false);
        Layout.Placement second = layout.place("b", List.of(floats("x", 1)), false);

        assertArrayEquals(new int[] {FIRST, FIRST + FLOAT_LANE, FIRST + FLOAT_LANE + BYTE_LANE}, first.positions());
        assertArrayEquals(new int[] {FIRST + 4 * FLOAT_LANE + BYTE_LANE + PRESENCE}, second.positions());
    }

    @Test
    void shouldPlaceSparseComponentsDownwardsFromTheBase() {
        Layout.Placement first = layout.place("a", List.of(floats("x", 1), bytes("b")), true);
        Layout.Placement dense = layout.place("b", List.of(floats("x", 1)), false);
        Layout.Placement second = layout.place("c", List.of(bytes("b")), true);

        int start = -FLOAT_LANE - BYTE_LANE;
        assertTrue(first.sparse());
        assertArrayEquals(new int[] {start, start + FLOAT_LANE}, first.positions());
        assertFalse(dense.sparse());
        assertArrayEquals(new int[] {FIRST}, dense.positions());
        assertArrayEquals(new int[] {start - PRESENCE - BYTE_LANE}, second.positions());
    }

    @Test
    void shouldPlaceEventsFromTheStartOfAPage() {
        Layout.Placement event = layout.placeEvent("a", List.of(floats("x", 1), bytes("b")));
        Layout.Placement component = layout.place("b", List.of(floats("x", 1)), false);

        int start = BlockLayout.EVENT_COLUMNS;
        assertArrayEquals(new int[] {start, start + FLOAT_LANE}, event.positions());
        assertArrayEquals(new int[] {FIRST}, component.positions());
    }

    @Test
    void shouldPlaceComponentsWithoutBytesLikeOthers() {
        assertFalse(layout.place("tag", List.of(), true).sparse());
        assertFalse(layout.place("names", List.of(reference("name")), true).sparse());
        assertEquals(0, areas.bytesBelow(2));
        assertEquals(0, areas.bytesBelow(3));
    }

    @Test
    void shouldNumberReferencesThroughAllComponents() {
        assertArrayEquals(
                new int[] {0, FIRST, 1},
                layout.place("a", List.of(reference("s"), floats("x", 1), reference("t")), false)
                        .positions());
        assertArrayEquals(
                new int[] {2}, layout.place("b", List.of(reference("u")), true).positions());
    }

    @Test
    void shouldPlaceTwoThousandComponentsAndSixteenKilobytesARow() {
        for (int i = 0; i < 2000; i++) {
            layout.place("small" + i, List.of(floats("x", 1), floats("y", 1)), i % 2 == 0);
        }
        for (int i = 0; i < 16; i++) {
            layout.place("large" + i, List.of(floats("m", 256)), false);
        }

        assertEquals(2 + 2000 + 16, areas.count());
    }

    @Test
    void shouldNameRequestedBytesAndRemainingBytesWhenOffsetsRunOut() {
        int placed = 0;
        while (areas.room(false) > 256 * FLOAT_LANE) {
            layout.place("a" + placed++, List.of(floats("m", 256)), false);
        }

        assertEquals(127, placed, "thousand bytes a row each");
        assertRejects(
                () -> layout.place("acme.Big", List.of(floats("n", 256)), false),
                "component acme.Big needs 1024 bytes a row",
                "within 2 GiB",
                "reference column");
        layout.place("small", List.of(floats("n", 1)), false);
        layout.place("sparse", List.of(floats("n", 256)), true);
    }

    /** A component without bytes takes room too, for its presence words. */
    @Test
    void shouldRefuseTagsWhenOffsetsRunOut() {
        while (areas.room(false) >= 64) {
            areas.add(Math.min(areas.room(false), 1 << 24) & -64, false);
        }
        int count = areas.count();

        assertRejects(
                () -> {
                    for (int i = 0; i < 3; i++) {
                        layout.place("acme.Tag", List.of(), false);
                    }
                },
                "component acme.Tag needs 0 bytes a row, and 0 are left",
                "within 2 GiB");
        assertTrue(areas.count() <= count + 1);
        assertTrue(areas.bytesAbove(areas.count() - 1) > 0, "no offset has overflowed");
    }

    @Test
    void shouldNameTheLimitWhenIdsRunOut() {
        for (int id = 2; id < BlockLayout.MAX_COMPONENTS; id++) {
            layout.place("tag" + id, List.of(), false);
        }

        assertRejects(() -> layout.place("acme.Late", List.of(), false), "component acme.Late", "all 8192");
        assertRejects(() -> layout.placeEvent("acme.Hit", List.of()), "event type acme.Hit", "all 8192");
    }

    @Test
    void shouldChangeNothingWhenARequestFails() {
        Layout twin = new Layout(new ComponentAreas());
        List<RecordField> huge = List.of(reference("r"), floats("m", Integer.MAX_VALUE / 4));
        assertRejects(() -> layout.place("huge", huge, false));
        assertRejects(() -> layout.place("huge", huge, true));
        assertRejects(() -> layout.placeEvent("huge", huge));

        List<RecordField> fields = List.of(reference("r"), floats("x", 1));
        Layout.Placement actual = layout.place("a", fields, false);
        Layout.Placement expected = twin.place("a", fields, false);
        assertEquals(expected.id(), actual.id());
        assertArrayEquals(expected.positions(), actual.positions());
    }

    private static RecordField floats(String name, int length) {
        return new RecordField(
                name,
                length == 1 ? float.class : float[].class,
                ColumnKind.FLOAT32,
                ColumnKind.FLOAT32,
                length,
                null,
                null);
    }

    private static RecordField bytes(String name) {
        return new RecordField(name, byte.class, ColumnKind.INT8, ColumnKind.INT8, 1, null, null);
    }

    private static RecordField reference(String name) {
        return new RecordField(name, String.class, ColumnKind.REFERENCE, ColumnKind.REFERENCE, 1, null, null);
    }
}
