package basalt.memory.collection;

import java.util.Arrays;
import java.util.Objects;

/**
 * What the columns of a {@link FrameColumns} hold. Made once, kept in a constant, and used for any number of rows.
 * Immutable.
 *
 * <p>Where a column starts follows from the rows, and from how many columns of 4 and of 8 bytes stand before it; so
 * what is made each frame needs no table of offsets of its own.
 */
public final class FrameLayout {
    /** What each column starts at a multiple of, in bytes. */
    public static final int ALIGNMENT = 64;

    /** The most columns that a layout may have. */
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
     * Describes columns.
     *
     * @param kinds what each column holds; from 1 to {@link #MAX_COLUMNS} of them
     * @return the description
     * @throws IllegalArgumentException if there are too few or too many, or one of them is null
     */
    public static FrameLayout of(Kind... kinds) {
        if (kinds == null) {
            throw new IllegalArgumentException("kinds must not be null: name what each column holds");
        }
        if (kinds.length == 0 || kinds.length > MAX_COLUMNS) {
            throw new IllegalArgumentException(
                    "columns must be from 1 to " + MAX_COLUMNS + ": columns=" + kinds.length);
        }
        return new FrameLayout(kinds.clone());
    }

    /**
     * How many columns there are.
     *
     * @return at least 1
     */
    public int columns() {
        return kinds.length;
    }

    /**
     * What a column holds.
     *
     * @param column which, from 0
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

    /** How many bytes the columns take. Cannot overflow: at most 2^16 columns, and 2^31 rows of 8 bytes and a gap. */
    long sizeBytes(int rows) {
        return start(kinds.length, rows);
    }

    /** Where a column starts; for the one behind the last, where all of them end. */
    long start(int column, int rows) {
        int narrow = narrowBefore[column];
        return narrow * strideBytes(rows, Integer.BYTES) + (column - narrow) * strideBytes(rows, Long.BYTES);
    }

    private static long strideBytes(int rows, int elementBytes) {
        return ((long) rows * elementBytes + (ALIGNMENT - 1)) & -ALIGNMENT;
    }

    /** What one column holds. */
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
