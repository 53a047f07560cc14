package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.Collection;
import org.agrona.UnsafeApi;

/**
 * A copy of a block, with the columns of some components, for strict mode's test runs of kernels.
 *
 * <p>SAFETY: both blocks have the same size, and what is copied keeps its offset.
 */
public final class BlockCopy implements AutoCloseable {
    private final BlockPool pool;
    private final long original;
    private final Collection<Component<?>> components;
    private final long base;

    /** Copies a block. */
    public BlockCopy(BlockPool pool, long original, Collection<Component<?>> components) {
        this.pool = pool;
        this.original = original;
        this.components = components;
        this.base = pool.take(BlockPool.size(original));
        copy();
    }

    private void copy() {
        BlockContents.copyPresence(original, base); // of all components: a body may check the presence of any
        for (Component<?> component : components) {
            if (Blocks.isPopulated(original, component.id())) {
                BlockContents.copyColumns(original, base, component, ROWS);
            }
        }
    }

    public long base() {
        return base;
    }

    /** Compares rows of the copy with the original. */
    public int firstDifference(Column column, int from, int to) {
        if (!Blocks.isPopulated(original, column.component().id())) {
            return to;
        }
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
}
