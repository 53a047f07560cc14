package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.BLOCK_INDEX;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.storage.BlockPool.BlockSize;
import java.util.Collection;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * A block outside of any world, for trial runs of a kernel: {@value #ROWS} rows that have all given components.
 *
 * <pre>
 *   rows     0 to 4095    alive, with those components: the trial runs over them
 *         4096 to 8191    saved values of the first rows, which reset() restores
 * </pre>
 *
 * <p>The entities have the block number 0 and the last generation, so their handles are not alive in any world. If a
 * component has references, which are looked up by block number, the block has a number that no block of a world has.
 *
 * <p>SAFETY: rows are below 2 * ROWS, which is less than the rows of a block, and offsets are those of the layout, so
 * all accesses stay in the block.
 */
public final class TrialBlock implements AutoCloseable {
    public static final int ROWS = 4096;

    public static final int WORDS = ROWS / Long.SIZE;

    /** Odd, like that of an alive entity. A world reaches it only after two billion spawns in one row. */
    private static final int GENERATION = -1;

    private final BlockPool pool;
    private final List<Component<?>> components;
    private final long base;

    /** Creates a block with undefined values. */
    public TrialBlock(BlockPool pool, Collection<Component<?>> components) {
        this.pool = pool;
        this.components = List.copyOf(components);
        this.base = pool.take(
                BlockSize.of(this.components.stream().mapToInt(Component::id).toArray()));
        UnsafeApi.putInt(null, base + BLOCK_INDEX, hasReferences() ? Blocks.MAX_BLOCKS : 0);
        for (int row = 0; row < ROWS; row++) {
            ColumnMemory.putInt(base, row, GENERATIONS, GENERATION);
        }
        putPresence(ALIVE_ID);
        for (Component<?> component : this.components) {
            putPresence(component.id());
        }
    }

    private void putPresence(int id) {
        long area = base + Blocks.define(base, id);
        for (int word = 0; word < WORDS; word++) {
            RowBits.put(area, word, -1L);
        }
        RowBits.putSummary(area + PRESENT_SUMMARY, 0, -1L, -1L); // 64 words are the first group
    }

    private boolean hasReferences() {
        return components.stream().anyMatch(Component::hasReferences);
    }

    public long base() {
        return base;
    }

    public void putSample(int row) {
        for (Component<?> component : components) {
            for (Column column : component.columns()) {
                for (int lane = 0; lane < ColumnSet.laneCount(column); lane++) {
                    ColumnKind kind = column.kind();
                    ColumnMemory.putBits(base, row, column.laneOffset(lane), kind.shift(), sample(kind, row));
                }
            }
        }
    }

    /**
     * Copies the values of another row to a row, for the components that the other row has. References are not copied.
     */
    public void copyRow(int row, long fromBase, int fromRow) {
        for (Component<?> component : components) {
            if (Pools.has(fromBase, fromRow, component.id())) {
                ColumnSet.of(component).copyRows(fromBase, fromRow, base, row, 1);
            }
        }
    }

    /** Saves the values of all rows for {@link #reset}. */
    public void save() {
        copyRows(0, ROWS);
    }

    /** Restores the saved values of all rows. */
    public void reset() {
        copyRows(ROWS, 0);
    }

    private void copyRows(int from, int to) {
        for (Component<?> component : components) {
            ColumnSet.of(component).copyRows(base, from, base, to, ROWS);
        }
    }

    private static long sample(ColumnKind kind, int row) {
        int number = 1 + (row & 63);
        return switch (kind) {
            case FLOAT32 -> Float.floatToRawIntBits(number / 64f);
            case FLOAT64 -> Double.doubleToRawLongBits(number / 64.0);
            case BOOLEAN -> (row * 0x9E3779B9) >>> 31; // a pattern that branch prediction cannot learn
            case INT8, INT16, INT32, INT64 -> number;
            case ENTITY, REFERENCE -> 0;
        };
    }

    @Override
    public void close() {
        pool.release(base);
    }
}
