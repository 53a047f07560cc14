package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;

/**
 * A component or event type of a replay: its lanes, which commands name by their number. Lanes are numbered in the
 * order of declaration, those of a vector one after the other. References have none: they are numbered apart.
 *
 * <p>The values of a record are packed: the lanes of 8 bytes in the order of declaration, then those of 4, 2 and 1, and
 * zeros up to a multiple of 8.
 */
public final class ReplayType {
    private final Component<?> component;
    private final Column[] columns;

    /** For each native column the number of its first lane. */
    private final int[] firstLanes;

    private final List<ReferenceColumn<?>> references = new ArrayList<>();
    private final int lanes;
    private final int packedBytes;

    /** The columns of lanes of 8 bytes, in their packed order. */
    private final Column[] longs;

    /** Where the first lane of one byte is in the packed values. */
    private final int firstByte;

    /** The columns of lanes of one byte, in their packed order. */
    private final Column[] bytes;

    public ReplayType(Component<?> component) {
        this.component = component;
        columns = SchemaChunk.nativeColumns(component).toArray(Column[]::new);
        firstLanes = new int[columns.length];
        int next = 0;
        int bytesOfRow = 0;
        for (int i = 0; i < columns.length; i++) {
            firstLanes[i] = next;
            next += columns[i].length();
            bytesOfRow += columns[i].length() * columns[i].kind().sizeBytes();
        }
        lanes = next;
        packedBytes = bytesOfRow;
        longs = lanesOf(Long.BYTES);
        bytes = lanesOf(Byte.BYTES);
        firstByte = bytesOfRow - bytes.length;
        for (Column column : component.columns()) {
            if (column instanceof ReferenceColumn<?> reference) {
                references.add(reference);
            }
        }
    }

    private Column[] lanesOf(int size) {
        List<Column> found = new ArrayList<>();
        for (Column column : columns) {
            for (int lane = 0; column.kind().sizeBytes() == size && lane < column.length(); lane++) {
                found.add(column);
            }
        }
        return found.toArray(Column[]::new);
    }

    /** {@return the component, or that of the event type} */
    public Component<?> component() {
        return component;
    }

    public int lanes() {
        return lanes;
    }

    /** {@return the reference columns, in the order of declaration} */
    public List<ReferenceColumn<?>> references() {
        return references;
    }

    public int packedLongs() {
        return BitUtil.align(packedBytes, Long.BYTES) / Long.BYTES;
    }

    public int lane(int offset) {
        for (int i = 0; i < columns.length; i++) {
            int distance = offset - columns[i].laneOffset(0);
            int stride = columns[i].kind().laneStride();
            if (distance >= 0 && distance < columns[i].length() * stride) {
                return firstLanes[i] + distance / stride;
            }
        }
        throw new IllegalArgumentException("no lane of " + component.name() + " has this offset: " + offset);
    }

    private int column(int lane) {
        int column = columns.length - 1;
        while (firstLanes[column] > lane) {
            column--;
        }
        return column;
    }

    public int offset(int lane) {
        int column = column(lane);
        return columns[column].laneOffset(lane - firstLanes[column]);
    }

    public ColumnKind kind(int lane) {
        return columns[column(lane)].kind();
    }

    /** Whether a lane has entities. */
    public boolean isEntityLane(int lane) {
        return kind(lane) == ColumnKind.ENTITY;
    }

    /** Whether a long of the packed values is an entity. */
    public boolean isEntity(int index) {
        return index < longs.length && longs[index].kind() == ColumnKind.ENTITY;
    }

    /** The bits of a long of the packed values that belong to lanes. */
    public long usedBits(int index) {
        int used = packedBytes - index * Long.BYTES;
        return used >= Long.BYTES ? -1L : (1L << used * Byte.SIZE) - 1;
    }

    /** Whether a long of the packed values can be one: booleans in it are 0 or 1, and unused bits 0. */
    public boolean isPossible(int index, long value) {
        for (int i = Math.max(0, index * Long.BYTES - firstByte);
                i < Math.min(bytes.length, (index + 1) * Long.BYTES - firstByte);
                i++) {
            int shift = (firstByte + i) % Long.BYTES * Byte.SIZE;
            if (bytes[i].kind() == ColumnKind.BOOLEAN && (value >>> shift & 0xFE) != 0) {
                return false;
            }
        }
        return (value & ~usedBits(index)) == 0;
    }
}
