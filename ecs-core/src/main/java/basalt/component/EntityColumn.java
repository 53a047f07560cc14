package basalt.component;

import basalt.component.layout.BlockLayout;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A column of entity handles: {@code long}s, see {@link Entity}.
 *
 * @param component the component of the field; for a field of an {@link EventType}, see {@link Column#component()}
 * @param field name of the field in the record
 * @param length number of lanes: the vector's length, or 1
 * @param offset start of the first lane: bytes from the base of the block, or of the page of events
 * @see Component#entity(String)
 */
public record EntityColumn(ComponentInfo component, String field, int length, int offset)
        implements Column, EntityLink {
    /** Bytes from the start of a lane to the start of the next one. */
    public static final int LANE_STRIDE = BlockLayout.ROWS * Long.BYTES + BlockLayout.COLUMN_PADDING;

    /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this column. */
    public EntityColumn {
        ComponentInfo.requireDeclared(component, field, ColumnKind.ENTITY, length, offset);
    }

    /**
     * The column of the only field of a component that is one {@link EntityHandle}, for calls that take a link or a
     * column: {@code query.pairs(EntityColumn.of(Homing.class), enemies)}.
     *
     * @throws IllegalArgumentException if there is no such field, or more than one; as {@link Component#of}
     */
    public static EntityColumn of(Class<? extends Record> type) {
        List<EntityColumn> links = Component.of(type).columns().stream()
                .filter(column -> column instanceof EntityColumn && column.length() == 1)
                .map(EntityColumn.class::cast)
                .toList();
        if (links.size() == 1) {
            return links.get(0);
        }
        String name = type.getSimpleName();
        throw new IllegalArgumentException("record " + type.getName() + " must have one field with @EntityHandle, and"
                + " has "
                + (links.isEmpty()
                        ? "none: add @EntityHandle to a long"
                        : links.stream().map(EntityColumn::field).collect(Collectors.joining(", "))
                                + ": name one, by Component.of(" + name + ".class).entity(\""
                                + links.get(0).field() + "\")"));
    }

    /** {@return this column} */
    @Override
    public EntityColumn column() {
        return this;
    }

    @Override
    public ColumnKind kind() {
        return ColumnKind.ENTITY;
    }

    @Override
    public int laneOffset(int lane) {
        return offset + Objects.checkIndex(lane, length) * LANE_STRIDE;
    }
}
