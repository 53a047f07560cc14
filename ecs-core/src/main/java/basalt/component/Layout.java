package basalt.component;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.LayoutLimits;
import java.util.List;

/**
 * Allocates component ids, column offsets and reference slots. They are never freed.
 *
 * <p>There is one layout for the process, since columns have the same offset in every block; tests make their own. All
 * methods are atomic: a request that fails changes nothing.
 */
final class Layout {
    private static final Layout PROCESS = new Layout(BlockLayout.MAX_COMPONENTS, BlockLayout.BYTES_PER_ROW);

    private final int maxComponents;
    private final int bytesPerRow;

    private int nextId = BlockLayout.DISABLED_ID + 1;
    private int nextOffset = BlockLayout.COLUMNS;
    private int nextSlot;
    private int usedBytesPerRow;

    Layout(int maxComponents, int bytesPerRow) {
        if (maxComponents > BlockLayout.MAX_COMPONENTS || bytesPerRow > BlockLayout.BYTES_PER_ROW) {
            throw new IllegalArgumentException("a block has no room for this layout: maxComponents=" + maxComponents
                    + ", bytesPerRow=" + bytesPerRow);
        }
        this.maxComponents = maxComponents;
        this.bytesPerRow = bytesPerRow;
    }

    static Layout process() {
        return PROCESS;
    }

    /** Places the columns of a component in the blocks. */
    synchronized ColumnPlacement place(String name, List<RecordField> fields, boolean sparse) {
        int bytes = RecordField.bytesPerRow(fields);
        requireId(name);
        requireBytes(name, bytes, bytesPerRow - usedBytesPerRow);
        ColumnPlacement placement = new ColumnPlacement(nextId++, sparse && bytes > 0, positions(fields, nextOffset));
        nextOffset += RecordField.extentBytes(fields);
        usedBytesPerRow += bytes;
        return placement;
    }

    /** Places the columns of an event type in pages of their own, from offset 0 up. */
    synchronized ColumnPlacement placeEvent(String name, List<RecordField> fields) {
        requireId(name);
        requireBytes(name, RecordField.bytesPerRow(fields), bytesPerRow);
        return new ColumnPlacement(nextId++, false, positions(fields, 0));
    }

    /** The offsets of the fields from a start, and the next slots for references. */
    private int[] positions(List<RecordField> fields, int start) {
        int[] positions = new int[fields.size()];
        int offset = start;
        for (int i = 0; i < positions.length; i++) {
            RecordField field = fields.get(i);
            if (field.kind() == ColumnKind.REFERENCE) {
                positions[i] = nextSlot++;
            } else {
                positions[i] = offset;
                offset += field.extentBytes();
            }
        }
        return positions;
    }

    private void requireId(String name) {
        if (nextId >= maxComponents) {
            throw new IllegalArgumentException(
                    "component " + name + " needs a component id, and none of " + maxComponents
                            + " is left: raise the system property " + LayoutLimits.COMPONENTS_PROPERTY + " (at most "
                            + LayoutLimits.MAX_COMPONENTS + ")");
        }
    }

    private void requireBytes(String name, int bytes, int left) {
        if (bytes > left) {
            throw new IllegalArgumentException(
                    "component " + name + " needs " + bytes + " bytes a row, and " + left + " of " + bytesPerRow
                            + " are left: raise the system property " + LayoutLimits.BYTES_PER_ROW_PROPERTY
                            + " (at most " + LayoutLimits.MAX_BYTES_PER_ROW + "), or split the record");
        }
    }
}
