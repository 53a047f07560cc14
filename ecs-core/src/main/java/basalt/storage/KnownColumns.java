package basalt.storage;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;

/**
 * Distinguishes the library's column classes from other implementations of {@link Column}. The constructors of the
 * library's classes check that a record declares the column, so their offsets are safe for computing addresses.
 */
public final class KnownColumns {
    private KnownColumns() {}

    /**
     * Throws unless a column's class belongs to the library. Code that takes any {@link Column} and computes an address
     * with its offset must call this first.
     */
    public static void require(Column column) {
        if (!isKnown(column)) {
            throw new IllegalArgumentException("column " + column.field() + " is of " + column.getClass()
                    + ", which is not one of the library's column classes: take columns from their component, as in"
                    + " TYPE.float32(\"x\")");
        }
    }

    private static boolean isKnown(Column column) {
        return column instanceof FloatColumn
                || column instanceof DoubleColumn
                || column instanceof ByteColumn
                || column instanceof ShortColumn
                || column instanceof IntColumn
                || column instanceof LongColumn
                || column instanceof BooleanColumn
                || column instanceof EntityColumn
                || column instanceof ReferenceColumn;
    }
}
