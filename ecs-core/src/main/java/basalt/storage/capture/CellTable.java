package basalt.storage.capture;

import java.util.Arrays;

/** The cells of one kind: copies of equal parts of the blocks, as they were at the state that is current. */
class CellTable {
    private final Cells pool;

    /** For each part the address of its copy; 0 if there is none. */
    private long[] cells = {};

    CellTable(Cells pool) {
        this.pool = pool;
    }

    /** The address of the copy of a part; 0 if there is none. */
    final long cell(int part) {
        return part < cells.length ? cells[part] : 0;
    }

    /** Allocates a copy. */
    final long allocate() {
        return pool.allocate();
    }

    final void free(long cell) {
        if (cell != 0) {
            pool.free(cell);
        }
    }

    /** Allocates heap memory for the cells of a number of parts. */
    final void cover(int parts) {
        if (parts > cells.length) {
            cells = Arrays.copyOf(cells, Math.max(parts, 2 * cells.length));
        }
    }

    /** Replaces the copy of a part, after {@link #cover}; returns the old one. */
    final long replace(int part, long cell) {
        long old = cells[part];
        cells[part] = cell;
        return old;
    }
}
