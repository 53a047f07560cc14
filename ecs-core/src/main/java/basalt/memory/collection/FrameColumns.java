package basalt.memory.collection;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.collection.FrameLayout.Kind;
import basalt.memory.frame.FrameArena;
import java.util.Objects;

/**
 * Rows of primitives in frame memory, stored as a struct of arrays: each column lies together, and all have the same
 * count of rows, fixed when it is made.
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
 * <p>Contents are undefined until written. It lives as long as a {@link Slice} that was allocated at the same place;
 * after that each use is an {@link IllegalStateException} that says why, except for what it says of its shape. Confined
 * to its arena's thread, which is checked in strict mode. To make one takes two small heap objects, which the JIT
 * compiler usually removes where they do not escape; its use makes no garbage.
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
     * Makes columns in the innermost scope or mark that is open, in one allocation.
     *
     * @param arena whose memory they take
     * @param layout what the columns hold
     * @param rows how many rows each column has, at least 1
     * @return the columns
     * @throws IllegalArgumentException if {@code rows} is below 1, or there is no arena or no layout
     * @throws NativeMemoryException if the arena has no memory for them
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameColumns in(FrameArena arena, FrameLayout layout, int rows) {
        long bytes = bytes(arena, layout, rows);
        return new FrameColumns(arena.allocate(bytes, FrameLayout.ALIGNMENT), layout, rows);
    }

    /**
     * As {@link #in(FrameArena, FrameLayout, int)}, for callers that can go on without the columns.
     *
     * @param arena whose memory they take
     * @param layout what the columns hold
     * @param rows how many rows each column has, at least 1
     * @return the columns, or null if the arena has no memory for them
     * @throws IllegalArgumentException if {@code rows} is below 1, or there is no arena or no layout
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public static FrameColumns tryIn(FrameArena arena, FrameLayout layout, int rows) {
        long bytes = bytes(arena, layout, rows);
        Slice slice = arena.tryAllocate(bytes, FrameLayout.ALIGNMENT);
        return slice == null ? null : new FrameColumns(slice, layout, rows);
    }

    /**
     * How many rows each column has.
     *
     * @return at least 1
     */
    public int rows() {
        return rows;
    }

    /**
     * What the columns hold.
     *
     * @return the description that they were made with
     */
    public FrameLayout layout() {
        return layout;
    }

    /**
     * One column as a view of its own: for buffers, or to fill it. Makes a small object, as each slice is.
     *
     * @param column which, from 0
     * @return its bytes, those of all rows
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
     * @param value what to write
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
     * @param value what to write
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
     * @param value what to write
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
     * @param value what to write
     */
    public void setDouble(int column, int row, double value) {
        slice.putDouble(offset(Kind.DOUBLE, column, row), value);
    }

    @Override
    public String toString() {
        return "FrameColumns[rows=" + rows + ", layout=" + layout + ", live=" + slice.isLive() + "]";
    }

    /** In range: the column is of that width, has {@code rows} rows from its start on, and lies inside the slice. */
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
