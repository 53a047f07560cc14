package basalt.memory.frame;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameLayout.Kind;
import java.util.Objects;

/**
 * Rows of primitives in frame memory, stored as a struct of arrays: each column is contiguous. The number of rows is
 * fixed at creation.
 *
 * <pre>
 *   columns of kinds FLOAT, LONG, INT with 17 rows: 448 bytes
 *
 *   0                      128                           320
 *   +---------------+------+----------------------+------+---------------+------+
 *   | FLOAT 17 x 4  |      | LONG 17 x 8          |      | INT 17 x 4    |      |
 *   +---------------+------+----------------------+------+---------------+------+
 *   ^ each column starts at a multiple of 64 bytes
 * </pre>
 *
 * <pre>{@code
 * static final FrameLayout HIT = FrameLayout.of(Kind.LONG, Kind.FLOAT); // entity, distance
 *
 * FrameColumns hits = FrameColumns.in(arena, HIT, 256);
 * hits.setFloat(1, row, distance);
 * }</pre>
 *
 * <p>Contents are undefined until written. It lives as long as a {@link Slice} allocated at the same point; after that
 * each access throws an {@link IllegalStateException} with the reason. Confined to its arena's thread, which is checked
 * in strict mode. Creating it makes two small heap objects, which the JIT compiler usually removes where they do not
 * escape; using it makes no garbage.
 *
 * <p>Each get and set throws {@link IndexOutOfBoundsException} if there is no such column or row, and {@link
 * IllegalArgumentException} if the column is of another kind.
 */
public final class FrameColumns {
    private final Slice slice;
    private final FrameLayout layout;
    private final int rows;

    private FrameColumns(Slice slice, FrameLayout layout, int rows) {
        this.slice = slice;
        this.layout = layout;
        this.rows = rows;
    }

    /**
     * Creates columns in the innermost open scope or mark, by one allocation.
     *
     * @param arena the arena to allocate from
     * @param layout the kinds of the columns
     * @param rows the number of rows, at least 1
     * @return the columns
     * @throws IllegalArgumentException if {@code rows} is below 1, or the arena or the layout is null
     * @throws NativeMemoryException if the arena has no memory left
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public static FrameColumns in(FrameArena arena, FrameLayout layout, int rows) {
        long bytes = bytes(arena, layout, rows);
        return new FrameColumns(arena.allocate(bytes, FrameLayout.ALIGNMENT), layout, rows);
    }

    /**
     * Like {@link #in(FrameArena, FrameLayout, int)}, but returns null if there is no memory.
     *
     * @param arena the arena to allocate from
     * @param layout the kinds of the columns
     * @param rows the number of rows, at least 1
     * @return the columns, or null if the arena has no memory left
     * @throws IllegalArgumentException if {@code rows} is below 1, or the arena or the layout is null
     * @throws IllegalStateException if the arena is closed, or on the wrong thread
     */
    public static FrameColumns tryIn(FrameArena arena, FrameLayout layout, int rows) {
        long bytes = bytes(arena, layout, rows);
        Slice slice = arena.tryAllocate(bytes, FrameLayout.ALIGNMENT);
        return slice == null ? null : new FrameColumns(slice, layout, rows);
    }

    /**
     * The number of rows.
     *
     * @return at least 1
     */
    public int rows() {
        return rows;
    }

    /**
     * The kinds of the columns.
     *
     * @return the layout that they were created with
     */
    public FrameLayout layout() {
        return layout;
    }

    /**
     * A view of one column, for buffers or to fill it. Makes a small heap object.
     *
     * @param column the index, from 0
     * @return the bytes of all rows
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public Slice column(int column) {
        long bytes = (long) rows * layout.kind(column).sizeBytes();
        return slice.part(layout.start(column, rows), bytes);
    }

    /**
     * Reads an int.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @return the value
     */
    public int getInt(int column, int row) {
        return slice.getInt(offset(Kind.INT, column, row));
    }

    /**
     * Writes an int.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @param value the value
     */
    public void setInt(int column, int row, int value) {
        slice.putInt(offset(Kind.INT, column, row), value);
    }

    /**
     * Reads a long.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @return the value
     */
    public long getLong(int column, int row) {
        return slice.getLong(offset(Kind.LONG, column, row));
    }

    /**
     * Writes a long.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @param value the value
     */
    public void setLong(int column, int row, long value) {
        slice.putLong(offset(Kind.LONG, column, row), value);
    }

    /**
     * Reads a float.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @return the value
     */
    public float getFloat(int column, int row) {
        return slice.getFloat(offset(Kind.FLOAT, column, row));
    }

    /**
     * Writes a float.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @param value the value
     */
    public void setFloat(int column, int row, float value) {
        slice.putFloat(offset(Kind.FLOAT, column, row), value);
    }

    /**
     * Reads a double.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @return the value
     */
    public double getDouble(int column, int row) {
        return slice.getDouble(offset(Kind.DOUBLE, column, row));
    }

    /**
     * Writes a double.
     *
     * @param column which column, from 0
     * @param row which row, from 0
     * @param value the value
     */
    public void setDouble(int column, int row, double value) {
        slice.putDouble(offset(Kind.DOUBLE, column, row), value);
    }

    @Override
    public String toString() {
        return "FrameColumns[rows=" + rows + ", layout=" + layout + ", live=" + slice.isLive() + "]";
    }

    /** In range: the column has elements of that width and {@code rows} rows, and lies inside the slice. */
    private long offset(Kind kind, int column, int row) {
        if (layout.kind(column) != kind) {
            throw new IllegalArgumentException(
                    "column " + column + " holds " + layout.kind(column) + ", not " + kind + ": column=" + column);
        }
        return layout.start(column, rows) + (long) Objects.checkIndex(row, rows) * kind.sizeBytes();
    }

    private static long bytes(FrameArena arena, FrameLayout layout, int rows) {
        FrameCollection.requireArena(arena);
        if (layout == null) {
            throw new IllegalArgumentException("layout must not be null: FrameLayout.of(...) makes one");
        }
        if (rows <= 0) {
            throw new IllegalArgumentException("rows must be > 0: rows=" + rows);
        }
        return layout.sizeBytes(rows);
    }
}
