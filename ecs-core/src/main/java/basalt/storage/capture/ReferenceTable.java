package basalt.storage.capture;

import static basalt.storage.capture.ChunkChanges.CHUNKS;
import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;

import basalt.storage.References;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The copies of the references of one component, in chunks like those of a {@link ColumnTable}. A chunk without
 * references has no copy. The objects are values, so they are not copied.
 */
final class ReferenceTable extends CellTable {
    private final int number;
    private final ChunkChanges.Reader changes;
    private final References references;
    private final int[] slots;
    private final ReferenceCells cells;

    /** The parts to restore. */
    private final BitSet toRestore = new BitSet();

    /** A table without copies. */
    ReferenceTable(int number, ChunkChanges.Reader changes, References references, int[] slots) {
        this(number, changes, references, slots, new ReferenceCells(slots.length * CHUNK_ROWS));
    }

    private ReferenceTable(
            int number, ChunkChanges.Reader changes, References references, int[] slots, ReferenceCells cells) {
        super(cells);
        this.number = number;
        this.changes = changes;
        this.references = references;
        this.slots = slots;
        this.cells = cells;
    }

    int number() {
        return number;
    }

    /** The chunks of a block that were written since the last capture: one bit a chunk. */
    int changedChunks(int block) {
        return changes.chunks(RowHistory.component(number), block);
    }

    /** Whether a chunk has other references than its copy. */
    boolean differs(int block, int chunk) {
        long cell = cell(block * CHUNKS + chunk);
        Object[] copy = cell == 0 ? null : cells.get(cell);
        for (int i = 0; i < slots.length; i++) {
            Object[] rows = references.rows(slots[i], block);
            for (int row = 0; (rows != null || copy != null) && row < CHUNK_ROWS; row++) {
                Object now = rows == null ? null : rows[chunk * CHUNK_ROWS + row];
                if (now != (copy == null ? null : copy[i * CHUNK_ROWS + row])) {
                    return true;
                }
            }
        }
        return false;
    }

    boolean isEmpty(int block, int chunk) {
        for (int slot : slots) {
            Object[] rows = references.rows(slot, block);
            for (int row = 0; rows != null && row < CHUNK_ROWS; row++) {
                if (rows[chunk * CHUNK_ROWS + row] != null) {
                    return false;
                }
            }
        }
        return true;
    }

    void copy(int block, int chunk, long cell) {
        for (int i = 0; i < slots.length; i++) {
            Object[] rows = references.rows(slots[i], block);
            if (rows != null) {
                System.arraycopy(rows, chunk * CHUNK_ROWS, cells.get(cell), i * CHUNK_ROWS, CHUNK_ROWS);
            }
        }
    }

    void addChanges(int block, int chunks) {
        for (int rest = chunks; rest != 0; rest &= rest - 1) {
            toRestore.set(block * CHUNKS + Integer.numberOfTrailingZeros(rest));
        }
    }

    /** Adds a chunk to restore. */
    void addChange(int part) {
        toRestore.set(part);
    }

    /** Forgets the chunks to restore. */
    void forgetChanges() {
        toRestore.clear();
    }

    /** Allocates heap memory for the references of the chunks to restore. */
    void prepare(int blocks) {
        for (int part = toRestore.nextSetBit(0);
                part >= 0 && part < blocks * CHUNKS;
                part = toRestore.nextSetBit(part + 1)) {
            for (int i = 0; cell(part) != 0 && i < slots.length; i++) {
                references.cover(slots[i], part / CHUNKS);
            }
        }
    }

    /** Restores the chunks that may differ, after {@link #prepare}. */
    void restoreChanged(int blocks) {
        for (int part = toRestore.nextSetBit(0);
                part >= 0 && part < blocks * CHUNKS;
                part = toRestore.nextSetBit(part + 1)) {
            restore(part / CHUNKS, part % CHUNKS, cell(part));
        }
    }

    private void restore(int block, int chunk, long cell) {
        for (int i = 0; i < slots.length; i++) {
            Object[] rows = references.rows(slots[i], block);
            if (cell != 0) {
                System.arraycopy(cells.get(cell), i * CHUNK_ROWS, rows, chunk * CHUNK_ROWS, CHUNK_ROWS);
            } else if (rows != null) {
                Arrays.fill(rows, chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS, null);
            }
        }
    }
}
