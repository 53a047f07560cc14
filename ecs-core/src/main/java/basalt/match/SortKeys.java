package basalt.match;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.ComponentInfo;
import basalt.component.VariableColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;

/**
 * Converts the values of a column to 64-bit keys with the same order, compared as unsigned numbers:
 *
 * <pre>
 *   integers   the sign bit flipped: the lowest value is 0
 *   floats     the sign bit flipped, of negative ones all bits: -infinity ... -0, 0 ... infinity;
 *              each NaN is all ones
 *   booleans   0 or 1
 *   entities   the halves of the handle exchanged: by index, then by generation, both unsigned
 * </pre>
 *
 * <p>A key uses as many low bits as the value has. For descending order these bits are flipped, except that NaN
 * stays last.
 */
public final class SortKeys {
    private final Store store;
    private ComponentInfo component;
    private ColumnKind kind;
    private int offset;
    private long mask;
    private boolean descending;
    private long key;

    public SortKeys(Store store) {
        this.store = store;
    }

    /** Sets the column to read. */
    public void start(Filter filter, Column column, boolean newDescending, String takers) {
        filter.requireScalar(column, takers);
        if (column.kind() == ColumnKind.REFERENCE || column instanceof VariableColumn) {
            throw new IllegalArgumentException("column " + column.field()
                    + " holds references, lists or strings, which have no order; "
                    + takers + " take numbers, booleans and entities");
        }
        component = column.component();
        kind = column.kind();
        offset = column.offset();
        mask = -1L >>> Long.SIZE - Byte.SIZE * kind.sizeBytes();
        descending = newDescending;
    }

    /** Throws if a column is of floats, which cannot be grouped. */
    public static void requireGroupable(Column column) {
        if (isFloating(column.kind())) {
            throw new IllegalArgumentException("column " + column.field()
                    + " is of floats, and groups are of integers, booleans or entities; sortBy() it, or group by an"
                    + " integer that is computed from it");
        }
    }

    public boolean read(long entity) {
        long place = store.entities().tryLocate(entity);
        long base = Place.base(place);
        int row = Place.row(place);
        // SAFETY: it is alive, so its block exists, and it has the component.
        if (place == 0 || !Pools.has(base, row, component.id())) {
            return false;
        }
        key = key(base, row);
        return true;
    }

    public long key(long base, int row) {
        long ascending = ascending(base, row);
        return descending && !isNaN(ascending) ? ascending ^ mask : ascending;
    }

    public long key() {
        return key;
    }

    private boolean isNaN(long ascending) {
        return ascending == mask && isFloating(kind);
    }

    private static boolean isFloating(ColumnKind kind) {
        return kind == ColumnKind.FLOAT32 || kind == ColumnKind.FLOAT64;
    }

    private long ascending(long base, int row) {
        return switch (kind) {
            case FLOAT32 -> ofFloat(ColumnMemory.getInt(base, row, offset));
            case FLOAT64 -> ofDouble(ColumnMemory.getLong(base, row, offset));
            case INT8 -> (ColumnMemory.getByte(base, row, offset) ^ Byte.MIN_VALUE) & mask;
            case INT16 -> (ColumnMemory.getShort(base, row, offset) ^ Short.MIN_VALUE) & mask;
            case INT32 -> (ColumnMemory.getInt(base, row, offset) ^ Integer.MIN_VALUE) & mask;
            case INT64 -> ColumnMemory.getLong(base, row, offset) ^ Long.MIN_VALUE;
            case BOOLEAN -> ColumnMemory.getByte(base, row, offset) != 0 ? 1 : 0;
            default -> Long.rotateLeft(ColumnMemory.getLong(base, row, offset), Integer.SIZE);
        };
    }

    private static long ofFloat(int bits) {
        boolean nan = (bits & Integer.MAX_VALUE) > 0x7F80_0000;
        return Integer.toUnsignedLong(nan ? -1 : bits ^ (bits >> 31 | Integer.MIN_VALUE));
    }

    private static long ofDouble(long bits) {
        boolean nan = (bits & Long.MAX_VALUE) > 0x7FF0_0000_0000_0000L;
        return nan ? -1L : bits ^ (bits >> 63 | Long.MIN_VALUE);
    }

    /** The value of a key in ascending order. Not for floats. */
    public long value(long ascending) {
        return switch (kind) {
            case INT8 -> (byte) (ascending ^ Byte.MIN_VALUE);
            case INT16 -> (short) (ascending ^ Short.MIN_VALUE);
            case INT32 -> (int) (ascending ^ Integer.MIN_VALUE);
            case INT64 -> ascending ^ Long.MIN_VALUE;
            case ENTITY -> Long.rotateLeft(ascending, Integer.SIZE);
            default -> ascending;
        };
    }
}
