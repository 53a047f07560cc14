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
 * Tells the library's kinds of columns from other implementations of {@link Column}. The constructors of the library's
 * kinds prove that a record declares the column, so their offsets are safe to compute addresses with.
 */
public final class KnownColumns {
    private KnownColumns() {}

    /**
     * Throws unless a column is of a kind of the library. Code that takes any {@link Column} and computes an address
     * with its offset calls this first.
     *
     * @param column a column
     * @throws IllegalArgumentException if it is of a class of the caller
     */
    public static void require(Column column) {
        if (!isKnown(column)) {
            throw new IllegalArgumentException("column " + column.field() + " is of " + column.getClass()
                    + ", which is no column kind of the library: take columns from their component, as in"
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
