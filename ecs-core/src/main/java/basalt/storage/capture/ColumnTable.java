package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.storage.change.RowSet;
import org.agrona.UnsafeApi;

/**
 * The copies of the columns of one component: {@value #CHUNKS} chunks of {@value #CHUNK_ROWS} rows for each block. A
 * chunk has its rows of one lane after those of another.
 *
 * <p>SAFETY: a chunk has CHUNK_ROWS times the bytes of a row, and its rows are in the block.
 */
final class ColumnTable extends CellTable {
    static final int CHUNK_ROWS = 512;
    static final int CHUNKS = ROWS / CHUNK_ROWS;

    private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;
    private static final int ALL = (int) ((1L << CHUNKS) - 1);

    private final int id;
    private final RowSet changed;
    private final int[] offsets;
    private final int[] shifts;

    /** Whether the component was first used after the last capture, so that all its chunks count as changed. */
    private boolean isNew = true;

    /** For each block, the chunks to restore. */
    private int[] toRestore = {};

    ColumnTable(Component<?> component, RowSet changed, CellPool pool) {
        super(pool);
        this.id = component.id();
        this.changed = changed;
        int lanes = component.columns().stream().mapToInt(Column::length).sum();
        offsets = new int[lanes];
        shifts = new int[lanes];
        int next = 0;
        for (Column column : component.columns()) {
            for (int lane = 0; lane < column.length(); lane++) {
                offsets[next] = column.laneOffset(lane);
                shifts[next++] = column.kind().shift();
            }
        }
    }

    /** Bytes of a chunk. */
    static int chunkBytes(Component<?> component) {
        return component.bytesPerRow() * CHUNK_ROWS;
    }

    int id() {
        return id;
    }

    /** The rows that were written since the last capture. */
    RowSet changed() {
        return changed;
    }

    /** The chunks of a block that were written since the last capture: one bit a chunk. */
    int changedChunks(int block) {
        if (isNew) {
            return ALL;
        }
        int chunks = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long words = changed.any(block, group);
            for (int i = 0; words != 0; i++, words >>>= CHUNK_WORDS) {
                if ((words & (1 << CHUNK_WORDS) - 1) != 0) {
                    chunks |= 1 << group * (CHUNKS / SUMMARY_WORDS) + i;
                }
            }
        }
        return chunks;
    }

    /** Prepares a restoration: finds the chunks that were written since the last capture. */
    void findChanges(int blocks) {
        if (blocks > toRestore.length) {
            toRestore = new int[Math.max(blocks, 2 * toRestore.length)];
        }
        for (int block = 0; block < blocks; block++) {
            toRestore[block] = changedChunks(block);
        }
    }

    /** Adds a chunk to restore. */
    void addChange(int part) {
        if (part / CHUNKS < toRestore.length) { // else the block is not in the state
            toRestore[part / CHUNKS] |= 1 << part % CHUNKS;
        }
    }

    /** Adds chunks of a block to restore. */
    void addChanges(int block, int chunks) {
        toRestore[block] |= chunks;
    }

    /** Restores the chunks of a block that may differ. */
    void restoreChanged(int block, long base) {
        for (int rest = toRestore[block]; rest != 0; rest &= rest - 1) {
            int chunk = Integer.numberOfTrailingZeros(rest);
            long cell = cell(block * CHUNKS + chunk);
            if (cell != 0) {
                restore(base, chunk, cell);
            }
        }
    }

    /** Called after a capture or a restoration. */
    void settle() {
        isNew = false;
        changed.clear();
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
