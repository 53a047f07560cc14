package basalt.storage;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.page;
import static basalt.component.layout.BlockLayout.present;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.memory.MemorySource;
import java.util.Collection;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

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
    private final LongArrayList pages = new LongArrayList();
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
            if (component.isSparse()) {
                copyPage(component);
            } else {
                copyColumns(component);
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
     * @param column the column; reference columns, and columns of a sparse component that no row has, are not compared
     * @param from the first row
     * @param to the row after the last one
     * @return the first row with another value, bit for bit; {@code to} if there is none
     */
    public int firstDifference(Column column, int from, int to) {
        long here = Pools.origin(base, column.component());
        long there = Pools.origin(original, column.component());
        int first = to;
        if (here != 0 && there != 0 && !(column instanceof ReferenceColumn<?>)) {
            int shift = column.kind().shift();
            for (int lane = 0; lane < column.length(); lane++) {
                int offset = column.laneOffset(lane);
                first = firstDifference(here + offset, there + offset, from, first, shift);
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
        int index = 0;
        for (Component<?> component : components) {
            if (component.isSparse() && index < pages.size()) {
                long copied = pages.getLong(index++);
                if (copied != 0) {
                    pool.source().free(copied, component.pageBytes());
                }
            }
        }
        pool.release(base);
    }

    private void copyPage(Component<?> component) {
        long page = UnsafeApi.getLong(null, original + page(component.id()));
        long copied = 0;
        pages.addLong(0); // first, because the heap may be full
        if (page != 0) {
            copied = MemorySource.allocateFrom(pool.source(), component.pageBytes(), BLOCK_ALIGNMENT);
            pages.setLong(pages.size() - 1, copied);
            UnsafeApi.copyMemory(page, copied, component.pageBytes());
        }
        UnsafeApi.putLong(null, base + page(component.id()), copied);
    }

    private void copyColumns(Component<?> component) {
        for (Column column : component.columns()) {
            if (!(column instanceof ReferenceColumn<?>)) {
                long bytes = (long) ROWS << column.kind().shift();
                for (int lane = 0; lane < column.length(); lane++) {
                    UnsafeApi.copyMemory(original + column.laneOffset(lane), base + column.laneOffset(lane), bytes);
                }
            }
        }
    }
}
