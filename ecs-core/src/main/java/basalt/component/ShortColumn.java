package basalt.component;

import basalt.component.layout.BlockLayout;
import java.util.Objects;

/**
 * A column of {@code short}s, or of {@code char}s as the shorts with the same bits: {@code (char) row.get(LETTER)}.
 *
 * @param component the component of the field; for a field of an {@link EventType}, see {@link Column#component()}
 * @param field name of the field in the record
 * @param length number of lanes: the vector's length, or 1
 * @param offset start of the first lane: bytes from the base of the block, or of the page of events
 * @see Component#int16(String)
 */
public record ShortColumn(ComponentInfo component, String field, int length, int offset) implements Column.Whole {
    /** Bytes from the start of a lane to the start of the next one. */
    public static final int LANE_STRIDE = BlockLayout.ROWS * Short.BYTES + BlockLayout.COLUMN_PADDING;

    /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this column. */
    public ShortColumn {
        ComponentInfo.requireDeclared(component, field, ColumnKind.INT16, length, offset);
    }

    /** Whether the field is a {@code char} or an array of them. */
    public boolean isChar() {
        return ComponentInfo.isOf(char.class, this);
    }

    @Override
    public ColumnKind kind() {
        return ColumnKind.INT16;
    }

    @Override
    public int laneOffset(int lane) {
        return offset + Objects.checkIndex(lane, length) * LANE_STRIDE;
    }
}
