package basalt.storage.capture;

import static basalt.storage.capture.ChunkChanges.ALL;
import static basalt.storage.capture.ChunkChanges.CHUNKS;
import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * The copies of the columns of one component: {@value ChunkChanges#CHUNKS} chunks of {@value
 * ChunkChanges#CHUNK_ROWS} rows for each block. A chunk has its rows of one lane after those of another.
 *
 * <p>SAFETY: a chunk has CHUNK_ROWS times the bytes of a row, and its rows are in the block.
 */
final class ColumnTable extends CellTable {
    private final int id;
    private final ChunkChanges.Reader changes;
    private final int[] offsets;
    private final int[] shifts;

    /** For each block, the chunks to restore. */
    private int[] toRestore = {};

    ColumnTable(Component<?> component, ChunkChanges.Reader changes, CellPool pool) {
        super(pool);
        this.id = component.id();
        this.changes = changes;
        List<Column> columns = component.columns().stream()
                .filter(column -> !(column instanceof ReferenceColumn<?>))
                .toList();
        int lanes = columns.stream().mapToInt(Column::length).sum();
        offsets = new int[lanes];
        shifts = new int[lanes];
        int next = 0;
        for (Column column : columns) {
            for (int lane = 0; lane < column.length(); lane++) {
                offsets[next] = column.laneOffset(lane);
                shifts[next++] = column.kind().shift();
            }
        }
    }

    static int chunkBytes(Component<?> component) {
        return component.bytesPerRow() * CHUNK_ROWS;
    }

    int id() {
        return id;
    }

    /** The chunks of a block that were written since the last capture: one bit a chunk. */
    int changedChunks(int block) {
        return changes.chunks(id, block);
    }

    /** Prepares a restoration: finds the chunks that were written since the last capture. */
    void findChanges(int blocks, boolean all) {
        if (blocks > toRestore.length) {
            toRestore = new int[Math.max(blocks, 2 * toRestore.length)];
        }
        for (int block = 0; block < blocks; block++) {
            toRestore[block] = all ? ALL : changedChunks(block);
        }
    }

    /** Adds a chunk to restore. */
    void addChange(int part) {
        if (part / CHUNKS < toRestore.length) { // else the block is not in the state
            toRestore[part / CHUNKS] |= 1 << part % CHUNKS;
        }
    }

    void addChanges(int block, int chunks) {
        toRestore[block] |= chunks;
    }

    /** Restores the chunks of a block that may differ. */
    void restoreChanged(int block, long base) {
        changes.tellWritten(id, block, toRestore[block]);
        for (int rest = toRestore[block]; rest != 0; rest &= rest - 1) {
            int chunk = Integer.numberOfTrailingZeros(rest);
            long cell = cell(block * CHUNKS + chunk);
            if (cell != 0) {
                restore(base, chunk, cell);
            }
        }
    }

    /** Copies the rows of a chunk out of a block. */
    void copy(long base, int chunk, long cell) {
        long to = cell;
        for (int lane = 0; lane < offsets.length; lane++) {
            long bytes = (long) CHUNK_ROWS << shifts[lane];
            UnsafeApi.copyMemory(base + offsets[lane] + chunk * bytes, to, bytes);
            to += bytes;
        }
    }

    /** Copies the rows of a chunk into a block. */
    private void restore(long base, int chunk, long cell) {
        long from = cell;
        for (int lane = 0; lane < offsets.length; lane++) {
            long bytes = (long) CHUNK_ROWS << shifts[lane];
            UnsafeApi.copyMemory(from, base + offsets[lane] + chunk * bytes, bytes);
            from += bytes;
        }
    }
}
