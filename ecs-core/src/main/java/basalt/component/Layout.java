package basalt.component;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import java.util.List;

/**
 * Allocates component ids, column offsets and reference slots. They are never freed.
 *
 * <p>There is one layout for the process, since columns have the same offset in every block; tests make their own. All
 * methods are atomic: a request that fails changes nothing.
 */
final class Layout {
    private static final int MOST_EVENT_BYTES = 1 << 30;

    private final ComponentAreas areas;
    private int nextSlot;

    Layout(ComponentAreas areas) {
        this.areas = areas;
    }

    /** Places a component in the blocks. */
    synchronized Placement place(String name, List<RecordField> fields, boolean sparse) {
        requireId("component " + name);
        long bytes = RecordField.extentBytes(fields);
        boolean below = sparse && bytes > 0;
        requireRoom("component " + name, fields, bytes, areas.room(below));
        int id = areas.add((int) bytes, below);
        return new Placement(id, below, positions(fields, areas.present(id) + BlockLayout.COLUMNS));
    }

    /** Places the columns of an event type in pages of their own. */
    synchronized Placement placeEvent(String name, List<RecordField> fields) {
        requireId("event type " + name);
        long bytes = RecordField.extentBytes(fields);
        requireRoom("event type " + name, fields, bytes, MOST_EVENT_BYTES);
        return new Placement(areas.addWithoutArea(), false, positions(fields, BlockLayout.EVENT_COLUMNS));
    }

    private int[] positions(List<RecordField> fields, int from) {
        int[] positions = new int[fields.size()];
        int offset = from;
        for (int i = 0; i < positions.length; i++) {
            RecordField field = fields.get(i);
            if (field.kind() == ColumnKind.REFERENCE) {
                positions[i] = nextSlot++;
            } else {
                positions[i] = offset;
                offset += (int) field.extentBytes();
            }
        }
        return positions;
    }

    private void requireId(String described) {
        if (areas.count() >= BlockLayout.MAX_COMPONENTS) {
            throw new IllegalArgumentException(described + " needs an id, and all " + BlockLayout.MAX_COMPONENTS
                    + " of the process are taken: join components that entities always have together");
        }
    }

    private static void requireRoom(String described, List<RecordField> fields, long bytes, int room) {
        if (bytes > room) {
            throw new IllegalArgumentException(described + " needs " + RecordField.bytesPerRow(fields)
                    + " bytes a row, and " + Math.max(0, room) / BlockLayout.ROWS
                    + " are left, because all columns of a block lie"
                    + " within 2 GiB: keep large values in one reference column, or in memory of your own");
        }
    }

    /**
     * The place of a component, or of an event type.
     *
     * @param sparse whether the component is sparse and has native columns
     * @param positions for each field its offset in bytes, or, for a reference, its slot
     */
    record Placement(int id, boolean sparse, int[] positions) {}
}
