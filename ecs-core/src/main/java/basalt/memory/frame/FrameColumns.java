package basalt.memory.frame;

import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameColumns.Layout.Kind;
import java.util.Arrays;
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
 * static final Layout HIT = Layout.of(Kind.LONG, Kind.FLOAT); // entity, distance
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
    private final Layout layout;
    private final int rows;

    private FrameColumns(Slice slice, Layout layout, int rows) {
        this.slice = slice;
        this.layout = layout;
        this.rows = rows;
    }

    /**
     * Creates columns in the innermost open scope or mark, by one allocation.
     *
     * @param layout the kinds of the columns
     * @param rows the number of rows, at least 1
     * @throws NativeMemoryException if the arena has no memory left
     */
    public static FrameColumns in(FrameArena arena, Layout layout, int rows) {
        long bytes = bytes(arena, layout, rows);
        return new FrameColumns(arena.allocate(bytes, Layout.ALIGNMENT), layout, rows);
    }

    /** {@return the number of rows; at least 1} */
    public int rows() {
        return rows;
    }

    /** {@return the kinds of the columns} */
    public Layout layout() {
        return layout;
    }

    /**
     * A view of one column, for buffers or to fill it. Makes a small heap object.
     *
     * @return the bytes of all rows
     */
    public Slice column(int column) {
        long bytes = (long) rows * layout.kind(column).sizeBytes();
        return slice.part(layout.start(column, rows), bytes);
    }

    /** Reads an int. */
    public int getInt(int column, int row) {
        return slice.getInt(offset(Kind.INT, column, row));
    }

    /** Writes an int. */
    public void setInt(int column, int row, int value) {
        slice.putInt(offset(Kind.INT, column, row), value);
    }

    /** Reads a long. */
    public long getLong(int column, int row) {
        return slice.getLong(offset(Kind.LONG, column, row));
    }

    /** Writes a long. */
    public void setLong(int column, int row, long value) {
        slice.putLong(offset(Kind.LONG, column, row), value);
    }

    /** Reads a float. */
    public float getFloat(int column, int row) {
        return slice.getFloat(offset(Kind.FLOAT, column, row));
    }

    /** Writes a float. */
    public void setFloat(int column, int row, float value) {
        slice.putFloat(offset(Kind.FLOAT, column, row), value);
    }

    /** Reads a double. */
    public double getDouble(int column, int row) {
        return slice.getDouble(offset(Kind.DOUBLE, column, row));
    }

    /** Writes a double. */
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

    private static long bytes(FrameArena arena, Layout layout, int rows) {
        FrameCollection.requireArena(arena);
        if (layout == null) {
            throw new IllegalArgumentException("layout must not be null: FrameColumns.Layout.of(...) makes one");
        }
        if (rows <= 0) {
            throw new IllegalArgumentException("rows must be > 0: rows=" + rows);
        }
        return layout.sizeBytes(rows);
    }

    /**
     * The kinds of the columns of a {@link FrameColumns}. Created once, kept in a constant, and used for any number of
     * rows. Immutable.
     *
     * <p>The start of a column follows from the number of rows and from the number of 4-byte and 8-byte columns before
     * it, so a {@link FrameColumns} needs no table of offsets.
     */
    public static final class Layout {
        /** The alignment of each column in bytes. */
        public static final int ALIGNMENT = 64;

        /** The largest number of columns. */
        public static final int MAX_COLUMNS = 1 << 16;

        private final Kind[] kinds;
        private final int[] narrowBefore;

        private Layout(Kind[] kinds) {
            this.kinds = kinds;
            this.narrowBefore = new int[kinds.length + 1];
            for (int column = 0; column < kinds.length; column++) {
                if (kinds[column] == null) {
                    throw new IllegalArgumentException("kind must not be null: column=" + column);
                }
                boolean isNarrow = kinds[column].sizeBytes == Integer.BYTES;
                narrowBefore[column + 1] = narrowBefore[column] + (isNarrow ? 1 : 0);
            }
        }

        /** Creates a layout. */
        public static Layout of(Kind... kinds) {
            if (kinds == null) {
                throw new IllegalArgumentException("kinds must not be null: name the kind of each column");
            }
            if (kinds.length == 0 || kinds.length > MAX_COLUMNS) {
                throw new IllegalArgumentException(
                        "columns must be from 1 to " + MAX_COLUMNS + ": columns=" + kinds.length);
            }
            return new Layout(kinds.clone());
        }

        /** {@return the number of columns; at least 1} */
        public int columns() {
            return kinds.length;
        }

        /** The kind of a column. */
        public Kind kind(int column) {
            return kinds[Objects.checkIndex(column, kinds.length)];
        }

        @Override
        public String toString() {
            return Arrays.toString(kinds);
        }

        /** The total size of the columns. Cannot overflow: at most 2^16 columns of 2^31 rows of 8 bytes and a gap. */
        long sizeBytes(int rows) {
            return start(kinds.length, rows);
        }

        /** The start of a column; for the index behind the last column, the end of all columns. */
        long start(int column, int rows) {
            int narrow = narrowBefore[column];
            return narrow * strideBytes(rows, Integer.BYTES) + (column - narrow) * strideBytes(rows, Long.BYTES);
        }

        private static long strideBytes(int rows, int elementBytes) {
            return ((long) rows * elementBytes + (ALIGNMENT - 1)) & -ALIGNMENT;
        }

        /** The element type of a column. */
        public enum Kind {
            /** 4 bytes a row. */
            INT(Integer.BYTES),
            /** 8 bytes a row; entities too. */
            LONG(Long.BYTES),
            /** 4 bytes a row. */
            FLOAT(Float.BYTES),
            /** 8 bytes a row. */
            DOUBLE(Double.BYTES);

            private final int sizeBytes;

            Kind(int sizeBytes) {
                this.sizeBytes = sizeBytes;
            }

            int sizeBytes() {
                return sizeBytes;
            }
        }
    }
}
