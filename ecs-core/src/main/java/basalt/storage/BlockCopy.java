package basalt.storage;

import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.present;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.Collection;
import org.agrona.UnsafeApi;

/**
 * A copy of a block, with the columns of some components, for strict mode's test runs of kernels.
 *
 * <p>SAFETY: both blocks have BLOCK_BYTES, and areas are copied from an offset of the layout to the same offset.
 */
public final class BlockCopy implements AutoCloseable {
    private static final int PRESENCE_BYTES = present(1) - present(0);

    private final BlockPool pool;
    private final long original;
    private final Collection<Component<?>> components;
    private final long base;

    /**
     * Copies a block.
     *
     * @param pool the pool of the copy's memory
     * @param original the block's address
     * @param components the components whose columns are copied; presence is copied for all
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    public BlockCopy(BlockPool pool, long original, Collection<Component<?>> components) {
        this.pool = pool;
        this.original = original;
        this.components = components;
        this.base = pool.take();
        try {
            copy();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void copy() {
        UnsafeApi.copyMemory(original, base, HEADER_BYTES);
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            if (Blocks.isPopulated(original, id)) { // a body may check the presence of any component
                UnsafeApi.copyMemory(original + present(id), base + present(id), PRESENCE_BYTES);
            } else {
                UnsafeApi.putInt(null, base + wordOffset(id), NO_ROWS);
            }
        }
        for (Component<?> component : components) {
            copyColumns(component, original, base);
        }
    }

    /** Copies a block to the memory that it moves to: all that its rows have or had. */
    static void move(long from, long to, ColumnSet[] sets) {
        UnsafeApi.copyMemory(from, to, HEADER_BYTES);
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            if (Presence.isDefined(from, id)) {
                UnsafeApi.copyMemory(from + present(id), to + present(id), PRESENCE_BYTES);
                if (sets[id] != null) {
                    copyColumns(sets[id].component(), from, to);
                }
            }
        }
    }

    /**
     * The copy.
     *
     * @return its address
     */
    public long base() {
        return base;
    }

    /**
     * Compares rows of the copy with the original.
     *
     * @param column the column; reference columns are not compared
     * @param from the first row
     * @param to the row after the last one
     * @return the first row with another value, bit for bit; {@code to} if there is none
     */
    public int firstDifference(Column column, int from, int to) {
        int first = to;
        if (!(column instanceof ReferenceColumn<?>)) {
            int shift = column.kind().shift();
            for (int lane = 0; lane < column.length(); lane++) {
                int offset = column.laneOffset(lane);
                first = firstDifference(base + offset, original + offset, from, first, shift);
            }
        }
        return first;
    }

    /** Compares one lane, whose elements have 1 << shift bytes. */
    private static int firstDifference(long one, long other, int from, int to, int shift) {
        long at = (long) from << shift;
        long end = (long) to << shift;
        while (at + Long.BYTES <= end && UnsafeApi.getLong(null, one + at) == UnsafeApi.getLong(null, other + at)) {
            at += Long.BYTES;
        }
        while (at < end && UnsafeApi.getByte(null, one + at) == UnsafeApi.getByte(null, other + at)) {
            at++;
        }
        return (int) (at >>> shift);
    }

    @Override
    public void close() {
        pool.release(base);
    }

    private static void copyColumns(Component<?> component, long from, long to) {
        for (Column column : component.columns()) {
            if (!(column instanceof ReferenceColumn<?>)) {
                long bytes = (long) ROWS << column.kind().shift();
                for (int lane = 0; lane < column.length(); lane++) {
                    UnsafeApi.copyMemory(from + column.laneOffset(lane), to + column.laneOffset(lane), bytes);
                }
            }
        }
    }
}
