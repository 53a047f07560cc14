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

    private static final Layout PROCESS = new Layout(ComponentAreas.process());

    private final ComponentAreas areas;
    private int nextSlot;
    private int keptIds;
    private int keptBytes;

    Layout(ComponentAreas areas) {
        this.areas = areas;
    }

    static Layout process() {
        return PROCESS;
    }

    /** Keeps an id and room for a dense component that is placed later, until {@link #release}. */
    synchronized void keep(List<RecordField> fields) {
        keptIds++;
        keptBytes += areaBytes(fields);
    }

    /** Called just before a component is placed for which {@link #keep} was called. */
    synchronized void release(List<RecordField> fields) {
        keptIds--;
        keptBytes -= areaBytes(fields);
    }

    private static int areaBytes(List<RecordField> fields) {
        return BlockLayout.COLUMNS - BlockLayout.PRESENT_SUMMARY + (int) RecordField.extentBytes(fields);
    }

    /** Places a component in the blocks. */
    synchronized RecordSchema.Placement place(String name, List<RecordField> fields, boolean sparse) {
        requireId("component " + name);
        long bytes = RecordField.extentBytes(fields);
        boolean below = sparse && bytes > 0;
        requireRoom("component " + name, fields, bytes, areas.room(below) - (below ? 0 : keptBytes));
        int id = areas.add((int) bytes, below);
        return new RecordSchema.Placement(id, below, positions(fields, areas.present(id) + BlockLayout.COLUMNS));
    }

    /** Places the columns of an event type in pages of their own. */
    synchronized RecordSchema.Placement placeEvent(String name, List<RecordField> fields) {
        requireId("event type " + name);
        long bytes = RecordField.extentBytes(fields);
        requireRoom("event type " + name, fields, bytes, MOST_EVENT_BYTES);
        return new RecordSchema.Placement(areas.addWithoutArea(), false, positions(fields, BlockLayout.EVENT_COLUMNS));
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
        if (areas.count() + keptIds >= BlockLayout.MAX_COMPONENTS) {
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
}
