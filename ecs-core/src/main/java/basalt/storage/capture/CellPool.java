package basalt.storage.capture;

import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * Cells of one size. They are taken from slabs, which are kept until the pool is closed. A slab is as large as all
 * before it, up to 1 MiB.
 *
 * <p>Unlike {@code PoolAllocator} it gives out addresses instead of checked handles, and keeps the list of free cells
 * outside of them, because a capture of a million rows takes and returns thousands of cells that are in no cache.
 */
final class CellPool implements AutoCloseable {
    private static final int ALIGNMENT = 4096;
    private static final long LEAST_SLAB_BYTES = 8 << 10;
    private static final long MOST_SLAB_BYTES = 1 << 20;

    private final MemorySource source;
    private final long cellBytes;
    private final LongArrayList slabs = new LongArrayList();
    private final LongArrayList slabBytes = new LongArrayList();
    private long reservedBytes;

    /** The free cells, the next one at the end. There is room for all cells. */
    private long[] free = {};

    private int freeCount;

    /**
     * A pool without memory.
     *
     * @param cellBytes the size of a cell, a multiple of 8
     */
    CellPool(MemorySource source, long cellBytes) {
        this.source = source;
        this.cellBytes = cellBytes;
    }

    long allocate() {
        if (freeCount == 0) {
            takeSlab();
        }
        return free[--freeCount];
    }

    void free(long cell) {
        free[freeCount++] = cell;
    }

    private void takeSlab() {
        long wanted = Math.min(MOST_SLAB_BYTES, Math.max(LEAST_SLAB_BYTES, reservedBytes));
        int cells = (int) Math.max(1, wanted / cellBytes);
        long all = reservedBytes / cellBytes + cells;
        if (all > free.length) {
            free = Arrays.copyOf(free, (int) Math.max(all, 2L * free.length));
        }
        long slab = MemorySource.allocateFrom(source, cells * cellBytes, ALIGNMENT);
        slabs.addLong(slab);
        slabBytes.addLong(cells * cellBytes);
        reservedBytes += cells * cellBytes;
        for (int i = cells - 1; i >= 0; i--) {
            free(slab + i * cellBytes);
        }
    }

    long reservedBytes() {
        return reservedBytes;
    }

    @Override
    public void close() {
        for (int i = 0; i < slabs.size(); i++) {
            source.free(slabs.getLong(i), slabBytes.getLong(i));
        }
        slabs.clear();
        slabBytes.clear();
        reservedBytes = 0;
        freeCount = 0;
    }
}
