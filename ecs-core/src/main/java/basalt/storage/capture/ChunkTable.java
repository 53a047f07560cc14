package basalt.storage.capture;

import static basalt.storage.capture.ChunkChanges.CHUNKS;
import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;

import basalt.component.Component;
import basalt.storage.ColumnSet;
import basalt.storage.References;
import basalt.storage.RowImage.Lanes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

/** Copies of one component: {@value ChunkChanges#CHUNKS} chunks of {@value ChunkChanges#CHUNK_ROWS} rows a block. */
abstract class ChunkTable extends RowHistory.CellTable {
    final int id;
    final ChunkChanges changes;

    /** For each block, the chunks to restore. */
    int[] toRestore = {};

    private ChunkTable(int id, ChunkChanges changes, CellPool pool) {
        super(pool);
        this.id = id;
        this.changes = changes;
    }

    /** The chunks of a block that were written since the last capture: one bit a chunk. */
    final int changedChunks(int block) {
        return changes.chunks(id, block);
    }

    /** Prepares a restoration: finds the chunks that were written since the last capture. */
    final void findChanges(int blocks, boolean all) {
        if (blocks > toRestore.length) {
            toRestore = new int[Math.max(blocks, 2 * toRestore.length)];
        }
        for (int block = 0; block < blocks; block++) {
            toRestore[block] = all ? ChunkChanges.ALL : changedChunks(block);
        }
    }

    /** Adds a chunk to restore. */
    final void addChange(int part) {
        if (part / CHUNKS < toRestore.length) { // else the block is not in the state
            addChanges(part / CHUNKS, 1 << part % CHUNKS);
        }
    }

    final void addChanges(int block, int chunks) {
        toRestore[block] |= chunks;
    }

    /**
     * The columns. A chunk has its rows of one lane after those of another.
     *
     * <p>SAFETY: a chunk has CHUNK_ROWS times the bytes of a row, and its rows are in the block.
     */
    static final class ColumnTable extends ChunkTable {
        private final Lanes lanes;

        ColumnTable(Component<?> component, ChunkChanges changes, CellPool pool) {
            super(component.id(), changes, pool);
            lanes = ColumnSet.of(component).lanes();
        }

        static int chunkBytes(Component<?> component) {
            return component.bytesPerRow() * CHUNK_ROWS;
        }

        /** Restores the chunks of a block that may differ. */
        void restoreChanged(int block, long base) {
            changes.tellOthers(id, block, toRestore[block]);
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
            for (int lane = 0; lane < lanes.count(); lane++) {
                long bytes = (long) CHUNK_ROWS << lanes.shift(lane);
                UnsafeApi.copyMemory(base + lanes.offset(lane) + chunk * bytes, to, bytes);
                to += bytes;
            }
        }

        /** Copies the rows of a chunk into a block. */
        private void restore(long base, int chunk, long cell) {
            long from = cell;
            for (int lane = 0; lane < lanes.count(); lane++) {
                long bytes = (long) CHUNK_ROWS << lanes.shift(lane);
                UnsafeApi.copyMemory(from, base + lanes.offset(lane) + chunk * bytes, bytes);
                from += bytes;
            }
        }
    }

    /**
     * The references. A chunk without references has no copy. The objects are values, so they are not copied. The cells
     * are on the heap; their number is the cell's address, and a free cell has no references.
     */
    static final class ReferenceTable extends ChunkTable {
        private final References references;
        private final int[] slots;
        private final List<Object[]> cells = new ArrayList<>();
        private final LongArrayList free = new LongArrayList();

        ReferenceTable(int id, ChunkChanges changes, References references, int[] slots) {
            super(id, changes, null);
            this.references = references;
            this.slots = slots;
        }

        @Override
        long allocate() {
            if (free.isEmpty()) {
                cells.add(new Object[slots.length * CHUNK_ROWS]);
                return cells.size();
            }
            return free.popLong();
        }

        @Override
        void free(long cell) {
            Arrays.fill(get(cell), null);
            free.addLong(cell);
        }

        private Object[] get(long cell) {
            return cells.get((int) cell - 1);
        }

        /** Whether a chunk has other references than its copy. */
        boolean differs(int block, int chunk) {
            long cell = cell(block * CHUNKS + chunk);
            Object[] copy = cell == 0 ? null : get(cell);
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
                    System.arraycopy(rows, chunk * CHUNK_ROWS, get(cell), i * CHUNK_ROWS, CHUNK_ROWS);
                }
            }
        }

        /** Restores the chunks that may differ. */
        void restoreChanged(int blocks) {
            for (int part = 0; part < blocks * CHUNKS; part++) {
                if ((toRestore[part / CHUNKS] >>> part % CHUNKS & 1) != 0) {
                    restore(part / CHUNKS, part % CHUNKS, cell(part));
                }
            }
        }

        private void restore(int block, int chunk, long cell) {
            for (int i = 0; i < slots.length; i++) {
                if (cell != 0) {
                    references.cover(slots[i], block);
                }
                Object[] rows = references.rows(slots[i], block);
                if (cell != 0) {
                    System.arraycopy(get(cell), i * CHUNK_ROWS, rows, chunk * CHUNK_ROWS, CHUNK_ROWS);
                } else if (rows != null) {
                    Arrays.fill(rows, chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS, null);
                }
            }
        }
    }
}
