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

    /** Places a component: in a page if it is sparse and has native columns, otherwise in the blocks. */
    synchronized ColumnPlacement place(String name, List<RecordField> fields, boolean sparse) {
        int bytes = RecordField.bytesPerRow(fields);
        boolean paged = sparse && bytes > 0;
        requireId(name);
        requireBytes(name, bytes, paged);

        int[] positions = new int[fields.size()];
        int offset = paged ? 0 : nextOffset;
        int slot = nextSlot;
        for (int i = 0; i < positions.length; i++) {
            RecordField field = fields.get(i);
            if (field.kind() == ColumnKind.REFERENCE) {
                positions[i] = slot++;
            } else {
                positions[i] = offset;
                offset += field.extentBytes();
            }
        }
        ColumnPlacement placement = new ColumnPlacement(nextId, paged, positions, paged ? offset : 0);

        nextId++;
        nextSlot = slot;
        if (!paged) {
            nextOffset = offset;
            usedBytesPerRow += bytes;
        }
        return placement;
    }

    private void requireId(String name) {
        if (nextId >= maxComponents) {
            throw new IllegalArgumentException(
                    "component " + name + " needs a component id, and none of " + maxComponents
                            + " is left: raise the system property " + LayoutLimits.COMPONENTS_PROPERTY + " (at most "
                            + LayoutLimits.MAX_COMPONENTS + ")");
        }
    }

    private void requireBytes(String name, int bytes, boolean paged) {
        int left = paged ? bytesPerRow : bytesPerRow - usedBytesPerRow;
        if (bytes <= left) {
            return;
        }
        String alternative = paged || bytes > bytesPerRow
                ? "split the record"
                : "build the component sparse(), in a page of its own";
        throw new IllegalArgumentException(
                "component " + name + " needs " + bytes + " bytes a row, and " + left + " of "
                        + bytesPerRow + " are left" + (paged ? " in a page" : "") + ": raise the system property "
                        + LayoutLimits.BYTES_PER_ROW_PROPERTY + " (at most " + LayoutLimits.MAX_BYTES_PER_ROW + "), or "
                        + alternative);
    }
}
