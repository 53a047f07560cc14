package basalt.storage;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;

/**
 * Checks of columns that programs give: they are of the library's classes, whose constructors check that a record
 * declares the column, so that their offsets are safe for computing addresses; and they are not the links of a tree,
 * which would then not fit together.
 */
public final class ColumnCheck {
    private ColumnCheck() {}

    /** Throws if a component holds the links of a tree. */
    public static void requireNoLink(ComponentInfo component) {
        if (component.isLink()) {
            throw refused(component);
        }
    }

    private static IllegalArgumentException refused(ComponentInfo component) {
        return new IllegalArgumentException("component " + component.name() + " holds the links of a tree, which only"
                + " its hierarchy changes: call attach(child, parent) or detach(child) of world.hierarchy(...), or of"
                + " commands");
    }

    /**
     * Throws unless a column's class belongs to the library. Code that takes any {@link Column} and computes an address
     * with its offset must call this first.
     */
    public static void requireKnown(Column column) {
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
