package basalt.storage;

import static basalt.component.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.BlockLayout.HEADER_BYTES;
import static basalt.component.BlockLayout.MAX_COMPONENTS;
import static basalt.component.BlockLayout.ROWS;
import static basalt.component.BlockLayout.page;
import static basalt.component.BlockLayout.present;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.Arrays;
import java.util.Collection;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

/**
 * A copy of a block, with the columns of some components, to run a kernel on for trial. For strict mode.
 *
 * <p>SAFETY: both blocks have BLOCK_BYTES, and areas are copied from an offset of the layout to the same offset.
 */
public final class BlockCopy implements AutoCloseable {
    private static final int PRESENCE_BYTES = present(1) - present(0);

    private final Store store;
    private final long original;
    private final Collection<Component<?>> components;
    private final LongArrayList pages = new LongArrayList();
    private final long base;

    /**
     * Copies a block.
     *
     * @param store the store of the block
     * @param original its address
     * @param components whose columns to copy; presence is copied of all
     * @throws basalt.memory.NativeMemoryException if memory is lacking
     */
    public BlockCopy(Store store, long original, Collection<Component<?>> components) {
        this.store = store;
        this.original = original;
        this.components = components;
        this.base = store.blockPool().take();
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
            if (Blocks.isPopulated(original, id)) { // a body may ask for any component
                UnsafeApi.copyMemory(original + present(id), base + present(id), PRESENCE_BYTES);
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
     * Compares a row of the copy with the original.
     *
     * @param row row in the block
     * @return a component whose values differ, or null if all are the same
     */
    public Component<?> firstDifference(int row) {
        for (Component<?> component : components) {
            if (Pools.has(original, row, component.id())) {
                ColumnSet set = store.pools().columns(component);
                long[] here = new long[set.lanes().count()];
                long[] there = new long[set.lanes().count()];
                set.lanes().read(Pools.origin(base, component), row, here);
                set.lanes().read(Pools.origin(original, component), row, there);
                if (!Arrays.equals(here, there)) {
                    return component;
                }
            }
        }
        return null;
    }

    @Override
    public void close() {
        int index = 0;
        for (Component<?> component : components) {
            if (component.isSparse() && index < pages.size()) {
                long copied = pages.getLong(index++);
                if (copied != 0) {
                    store.blockPool().source().free(copied, component.pageBytes());
                }
            }
        }
        store.blockPool().give(base);
    }

    private void copyPage(Component<?> component) {
        long page = UnsafeApi.getLong(null, original + page(component.id()));
        long copied = 0;
        if (page != 0) {
            copied = store.blockPool().source().allocate(component.pageBytes(), BLOCK_ALIGNMENT);
            UnsafeApi.copyMemory(page, copied, component.pageBytes());
        }
        UnsafeApi.putLong(null, base + page(component.id()), copied);
        pages.addLong(copied);
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
