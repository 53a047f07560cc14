package basalt.storage;

import basalt.component.Component;
import basalt.component.layout.BlockLayout;
import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/**
 * The pages of sparse components: one for each block in which some row has the component. An empty page is reused for
 * the component's next block.
 *
 * <p>SAFETY: base is a block of the world and the id is below MAX_COMPONENTS, so the page's address is in the block's
 * header; pages are only allocated and freed here, never read or written.
 */
final class SparsePages {
    private final MemorySource source;
    private LongArrayList[] freePages = new LongArrayList[0];

    /**
     * Empty pages that are retained. A key is the block's address, a multiple of 4096, plus the component's id, which
     * is smaller.
     */
    private final LongHashSet emptied = new LongHashSet();

    private long reservedBytes;

    SparsePages(MemorySource source) {
        this.source = source;
    }

    long reservedBytes() {
        return reservedBytes;
    }

    /** The address of the component's page in a block; allocates the page if there is none. */
    long require(long base, Component<?> component) {
        long address = base + BlockLayout.page(component.id());
        long page = UnsafeApi.getLong(null, address);
        if (page == 0) {
            page = take(component);
            long meanwhile = UnsafeApi.getLong(null, address);
            if (meanwhile != 0) { // added by code that the memory source has called
                free(component).addLong(page);
                return meanwhile;
            }
            UnsafeApi.putLong(null, address, page);
        }
        return page;
    }

    /**
     * Called when no row of a block has the component any more. During an iteration the page is retained until {@link
     * #releaseEmptied}, because a span may have wrapped it.
     */
    void emptied(long base, Component<?> component, boolean iterating) {
        if (iterating) {
            emptied.add(base + component.id());
        } else {
            release(base, component);
        }
    }

    /** Called when the last iteration has ended: releases the retained pages that are still empty. */
    void releaseEmptied(ColumnSet[] sets) {
        if (emptied.isEmpty()) {
            return;
        }
        LongHashSet.LongIterator keys = emptied.iterator();
        while (keys.hasNext()) {
            long key = keys.nextValue();
            long base = key & -BlockLayout.BLOCK_ALIGNMENT;
            int id = (int) (key - base);
            if (RowBits.isEmpty(base + BlockLayout.presentSummary(id))) {
                release(base, sets[id].component());
            }
        }
        emptied.clear();
    }

    private void release(long base, Component<?> component) {
        long address = base + BlockLayout.page(component.id());
        long page = UnsafeApi.getLong(null, address);
        if (page != 0) {
            UnsafeApi.putLong(null, address, 0);
            free(component).addLong(page);
        }
    }

    void close(Blocks blocks, ColumnSet[] sets) {
        for (ColumnSet set : sets) {
            if (set != null && set.component().isSparse()) {
                closePages(blocks, set.component());
            }
        }
    }

    private void closePages(Blocks blocks, Component<?> component) {
        for (int block = 0; block < blocks.count(); block++) {
            release(blocks.base(block), component);
        }
        LongArrayList pages = free(component);
        for (int i = 0; i < pages.size(); i++) {
            source.free(pages.getLong(i), component.pageBytes());
        }
        reservedBytes -= (long) pages.size() * component.pageBytes();
        pages.clear();
    }

    private long take(Component<?> component) {
        LongArrayList pages = free(component);
        if (!pages.isEmpty()) {
            return pages.removeAt(pages.size() - 1);
        }
        long page = MemorySource.allocateFrom(source, component.pageBytes(), BlockLayout.BLOCK_ALIGNMENT);
        reservedBytes += component.pageBytes();
        return page;
    }

    private LongArrayList free(Component<?> component) {
        int id = component.id();
        if (id >= freePages.length) {
            freePages = Arrays.copyOf(freePages, id + 1);
        }
        if (freePages[id] == null) {
            freePages[id] = new LongArrayList();
        }
        return freePages[id];
    }
}
