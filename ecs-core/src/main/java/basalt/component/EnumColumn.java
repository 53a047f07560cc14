package basalt.component;

import java.util.List;
import java.util.Objects;

/**
 * A column of the constants of an enum, by their ordinals: a byte each for enums with at most 127 constants, otherwise
 * a {@code short}. {@code null} is -1. A zeroed component has the first constant. Code that writes to the column's
 * address or buffer can store other numbers, which are read as {@code null}.
 *
 * <p>Files contain the names of the constants, so that these may get another order, and more of them.
 *
 * @param <E> the enum
 * @param component the component of the field; for a field of an {@link EventType}, see {@link Column#component()}
 * @param field name of the field in the record
 * @param type class of the enum
 * @param constants its constants in their order
 * @param offset start of the column: bytes from the base of the block, or of the page of events
 * @see Component#enumeration(String, Class)
 */
public record EnumColumn<E extends Enum<E>>(
        ComponentInfo component, String field, Class<E> type, List<E> constants, int offset) implements Column {
    /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this column. */
    public EnumColumn {
        ComponentInfo.requireEnum(component, field, type, constants, offset);
    }

    /** The constant with an ordinal; null if there is none. */
    public E constant(int ordinal) {
        return ordinal >= 0 && ordinal < constants.size() ? constants.get(ordinal) : null;
    }

    /** The number that is stored for a constant: its ordinal, or -1 for null. */
    public int ordinal(E constant) {
        return constant == null ? -1 : type.cast(constant).ordinal();
    }

    /** The type of the numbers: {@link ColumnKind#INT8} or {@link ColumnKind#INT16}. */
    @Override
    public ColumnKind kind() {
        return kind(constants.size());
    }

    static ColumnKind kind(int constants) {
        return constants <= Byte.MAX_VALUE ? ColumnKind.INT8 : ColumnKind.INT16;
    }

    @Override
    public int length() {
        return 1;
    }

    @Override
    public int laneOffset(int lane) {
        return offset + Objects.checkIndex(lane, 1);
    }
}
