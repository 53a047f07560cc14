package basalt.storage;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.BlockLayout.BLOCK_INDEX;
import static basalt.component.BlockLayout.GENERATIONS;
import static basalt.component.BlockLayout.HEADER_BYTES;
import static basalt.component.BlockLayout.page;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.memory.MemorySource;
import java.util.Collection;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * A block of no world, to run a kernel on for trial: {@value #ROWS} rows that have all of some components.
 *
 * <pre>
 *   rows     0 to 4095    live, with those components: what the trial runs over
 *         4096 to 8191    the values that these had at first, which reset() copies back
 * </pre>
 *
 * <p>Its entities have the number of the world's first block, and the last generation of all, so their handles are dead
 * in each world. Where components have references, which are found by the block's number, it has a number that no
 * block of a world has.
 *
 * <p>SAFETY: rows are below 2 * ROWS, which is below the rows of a block, and offsets are those of the layout, so all
 * stays in the block or page.
 */
public final class TrialBlock implements AutoCloseable {
    /** How many rows there are. */
    public static final int ROWS = 4096;

    /** Words of 64 rows. */
    public static final int WORDS = ROWS / Long.SIZE;

    /** Odd, as that of a living entity, and one that an entity of a world has after two billion deaths in its row. */
    private static final int GENERATION = -1;

    private final BlockPool pool;
    private final List<Component<?>> components;
    private final long base;

    /**
     * Takes a block, whose rows have values that are no matter.
     *
     * @param pool where the memory comes from
     * @param components what each row has
     * @throws basalt.memory.NativeMemoryException if memory is lacking; nothing is left then
     */
    public TrialBlock(BlockPool pool, Collection<Component<?>> components) {
        this.pool = pool;
        this.components = List.copyOf(components);
        this.base = pool.take();
        UnsafeApi.setMemory(base, HEADER_BYTES, (byte) 0);
        UnsafeApi.putInt(null, base + BLOCK_INDEX, hasReferences() ? Blocks.MAX_BLOCKS : 0);
        for (int row = 0; row < ROWS; row++) {
            ColumnMemory.putInt(base, row, GENERATIONS, GENERATION);
        }
        putPresence(ALIVE_ID);
        try {
            for (Component<?> component : this.components) {
                putPresence(component.id());
                if (component.pageBytes() > 0) {
                    long memory = MemorySource.allocateFrom(pool.source(), component.pageBytes(), BLOCK_ALIGNMENT);
                    UnsafeApi.putLong(null, base + page(component.id()), memory);
                }
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void putPresence(int id) {
        for (int word = 0; word < WORDS; word++) {
            RowBits.put(base + present(id), word, -1L);
        }
        RowBits.putSummary(base + presentSummary(id), 0, -1L, -1L); // 64 words are the first group
    }

    private boolean hasReferences() {
        return components.stream().flatMap(c -> c.columns().stream()).anyMatch(c -> c instanceof ReferenceColumn<?>);
    }

    /**
     * The block.
     *
     * @return its address
     */
    public long base() {
        return base;
    }

    /**
     * Gives a row small numbers that differ from row to row.
     *
     * @param row which row, below {@link #ROWS}
     */
    public void putSample(int row) {
        for (Component<?> component : components) {
            for (Column column : component.columns()) {
                for (int lane = 0; lane < lanes(column); lane++) {
                    put(origin(component) + column.laneOffset(lane), row, column.kind(), sample(column.kind(), row));
                }
            }
        }
    }

    /**
     * Gives a row the values of another one, as far as that has the components. References are not copied.
     *
     * @param row which row, below {@link #ROWS}
     * @param fromBase the other row's block
     * @param fromRow row in that block
     */
    public void copyRow(int row, long fromBase, int fromRow) {
        for (Component<?> component : components) {
            if (Pools.has(fromBase, fromRow, component.id())) {
                long from = Pools.origin(fromBase, component);
                for (Column column : component.columns()) {
                    for (int lane = 0; lane < lanes(column); lane++) {
                        int offset = column.laneOffset(lane);
                        long bits = get(from + offset, fromRow, column.kind());
                        put(origin(component) + offset, row, column.kind(), bits);
                    }
                }
            }
        }
    }

    /** Keeps the values of all rows for {@link #reset}. */
    public void keep() {
        copyRows(0, ROWS);
    }

    /** Gives all rows the values that were kept. */
    public void reset() {
        copyRows(ROWS, 0);
    }

    private void copyRows(int from, int to) {
        for (Component<?> component : components) {
            for (Column column : component.columns()) {
                int shift = column.kind().shift();
                for (int lane = 0; lane < lanes(column); lane++) {
                    long start = origin(component) + column.laneOffset(lane);
                    UnsafeApi.copyMemory(
                            start + ((long) from << shift), start + ((long) to << shift), (long) ROWS << shift);
                }
            }
        }
    }

    private static int lanes(Column column) {
        return column instanceof ReferenceColumn<?> ? 0 : column.length();
    }

    private long origin(Component<?> component) {
        return Pools.origin(base, component);
    }

    private static long sample(ColumnKind kind, int row) {
        int number = 1 + (row & 63);
        return switch (kind) {
            case FLOAT32 -> Float.floatToRawIntBits(number / 64f);
            case FLOAT64 -> Double.doubleToRawLongBits(number / 64.0);
            case BOOLEAN -> (row * 0x9E3779B9) >>> 31; // no pattern that a processor learns
            case INT8, INT16, INT32, INT64 -> number;
            case ENTITY, REFERENCE -> 0;
        };
    }

    private static long get(long lane, int row, ColumnKind kind) {
        return switch (kind.shift()) {
            case 0 -> ColumnMemory.getByte(lane, row, 0);
            case 1 -> ColumnMemory.getShort(lane, row, 0);
            case 2 -> ColumnMemory.getInt(lane, row, 0);
            default -> ColumnMemory.getLong(lane, row, 0);
        };
    }

    private static void put(long lane, int row, ColumnKind kind, long bits) {
        switch (kind.shift()) {
            case 0 -> ColumnMemory.putByte(lane, row, 0, (byte) bits);
            case 1 -> ColumnMemory.putShort(lane, row, 0, (short) bits);
            case 2 -> ColumnMemory.putInt(lane, row, 0, (int) bits);
            default -> ColumnMemory.putLong(lane, row, 0, bits);
        }
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        for (Component<?> component : components) {
            long memory = UnsafeApi.getLong(null, base + page(component.id()));
            if (memory != 0) {
                pool.source().free(memory, component.pageBytes());
            }
        }
        pool.give(base);
    }
}
