package basalt.memory.frame;

import java.util.Arrays;
import java.util.Objects;

/**
 * The kinds of the columns of a {@link FrameColumns}. Created once, kept in a constant, and used for any number of
 * rows. Immutable.
 *
 * <p>The start of a column follows from the number of rows and from the number of 4-byte and 8-byte columns before it,
 * so a {@link FrameColumns} needs no table of offsets.
 */
public final class FrameLayout {
    /** The alignment of each column in bytes. */
    public static final int ALIGNMENT = 64;

    /** The largest number of columns. */
    public static final int MAX_COLUMNS = 1 << 16;

    private final Kind[] kinds;
    private final int[] narrowBefore;

    private FrameLayout(Kind[] kinds) {
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

    /**
     * Creates a layout.
     *
     * @param kinds the kind of each column; from 1 to {@link #MAX_COLUMNS} of them
     * @return the layout
     * @throws IllegalArgumentException if there are too few or too many kinds, or one is null
     */
    public static FrameLayout of(Kind... kinds) {
        if (kinds == null) {
            throw new IllegalArgumentException("kinds must not be null: name the kind of each column");
        }
        if (kinds.length == 0 || kinds.length > MAX_COLUMNS) {
            throw new IllegalArgumentException(
                    "columns must be from 1 to " + MAX_COLUMNS + ": columns=" + kinds.length);
        }
        return new FrameLayout(kinds.clone());
    }

    /**
     * The number of columns.
     *
     * @return at least 1
     */
    public int columns() {
        return kinds.length;
    }

    /**
     * The kind of a column.
     *
     * @param column the index, from 0
     * @return its kind
     * @throws IndexOutOfBoundsException if there is no such column
     */
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
