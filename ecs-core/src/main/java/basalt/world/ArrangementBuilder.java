package basalt.world;

import basalt.component.Column;
import basalt.component.FloatColumn;
import basalt.component.LongColumn;
import basalt.component.TreeType;
import basalt.match.Filter;
import basalt.match.SortKeys;
import basalt.runtime.WorldRuntime;
import basalt.storage.ColumnMemory;

/**
 * Chooses the order of an {@link Arrangement}. Returned by {@code world.rows().arrange(query)}; each call of a method
 * makes a new arrangement, which has not run yet. The columns are scalar ones of components that the query requires;
 * others are an {@link IllegalArgumentException}.
 *
 * <p>For the world's thread. Nothing moves before the arrangement runs.
 */
public final class ArrangementBuilder {
    private final WorldRuntime runtime;
    private final Filter filter;

    ArrangementBuilder(WorldRuntime runtime, Filter filter) {
        this.runtime = runtime;
        this.filter = filter;
    }

    /** In no particular order, only side by side. */
    public Arrangement together() {
        return new Arrangement(runtime, filter, null);
    }

    /** By the values of a column, smallest first; NaN is last. */
    public Arrangement byColumn(Column column) {
        return byColumn(column, false);
    }

    /** By the values of a column, greatest first; NaN is last. */
    public Arrangement byColumnDescending(Column column) {
        return byColumn(column, true);
    }

    /** By keys that the program has written, smallest first as unsigned numbers. */
    public Arrangement byKeys(LongColumn column) {
        filter.requireScalar(column, "arrangements");
        int offset = column.offset();
        return new Arrangement(runtime, filter, (base, row) -> ColumnMemory.getLong(base, row, offset));
    }

    /**
     * By the cell of a point in the plane, along a Z-order curve (G. M. Morton, 1966): entities in cells that are near
     * each other are mostly near each other in memory. Entities of one cell keep their order. Coordinates may be
     * negative; NaN counts as 0. Coordinates are told apart within 1,431,655,765 cells on each side of 0, and
     * those far outside count as one cell.
     *
     * @param cellSize length of a cell's sides, in units of the coordinates, more than 0: about the distance in which
     *     neighbours are searched
     */
    public Arrangement byCurve(FloatColumn x, FloatColumn y, float cellSize) {
        requireCoordinates(cellSize, x, y);
        return new Arrangement(runtime, filter, RowKeys.Curve.of(x, y, cellSize));
    }

    /**
     * By the cell of a point in space, along a Z-order curve, as {@link #byCurve(FloatColumn, FloatColumn, float)} does
     * in the plane. Coordinates are told apart within 699,050 cells on each side of 0, and those far outside count as
     * one cell.
     *
     * @param cellSize length of a cell's sides, in units of the coordinates, more than 0: about the distance in which
     *     neighbours are searched
     */
    public Arrangement byCurve(FloatColumn x, FloatColumn y, FloatColumn z, float cellSize) {
        requireCoordinates(cellSize, x, y, z);
        return new Arrangement(runtime, filter, RowKeys.Curve.of(x, y, z, cellSize));
    }

    /**
     * By the levels of a tree, as cascades visit them: roots first, in ascending order of their indices, then all their
     * children, then the children of these, and so on. The children of one parent are side by side, in their order.
     * Entities in no tree are last.
     *
     * <p>The first run after links have changed also takes O(entities of the world) to find this order, and some more
     * heap: 16 bytes for each entity. A budget does not limit that.
     *
     * @param tree the type of the trees
     * @return an arrangement that has not run yet. Its runs throw {@link IllegalStateException} if the links of the
     *     tree are damaged; nothing has moved then
     */
    public Arrangement byTree(TreeType tree) {
        return new Arrangement(
                runtime,
                filter,
                new RowKeys.Tree(runtime.store().trees().of(tree).levelOrder()));
    }

    private Arrangement byColumn(Column column, boolean isDescending) {
        SortKeys keys = new SortKeys(runtime.store());
        keys.start(filter, column, isDescending, "arrangements");
        return new Arrangement(runtime, filter, keys::key);
    }

    private void requireCoordinates(float cellSize, FloatColumn... columns) {
        for (FloatColumn column : columns) {
            filter.requireScalar(column, "arrangements");
        }
        if (!(cellSize > 0) || cellSize == Float.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("cellSize must be more than 0 and finite: cellSize=" + cellSize);
        }
    }
}
