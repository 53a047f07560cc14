package basalt.storage.capture;

import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * Cells of one size. They are taken from slabs, which are kept until the pool is closed.
 *
 * <p>Unlike {@code PoolAllocator} it gives out addresses instead of checked handles, and keeps the list of free cells
 * outside of them, because a capture of a million rows takes and returns thousands of cells that are in no cache.
 */
final class CellPool implements AutoCloseable {
    private static final int ALIGNMENT = 4096;
    private static final long SLAB_BYTES = 1 << 20;

    private final MemorySource source;
    private final long cellBytes;
    private final int cellsPerSlab;
    private final LongArrayList slabs = new LongArrayList();

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
        this.cellsPerSlab = (int) Math.max(1, SLAB_BYTES / cellBytes);
    }

    /**
     * Allocates a cell.
     *
     * @return its address, never 0
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    long allocate() {
        if (freeCount == 0) {
            takeSlab();
        }
        return free[--freeCount];
    }

    /** Frees a cell of this pool. */
    void free(long cell) {
        free[freeCount++] = cell;
    }

    private void takeSlab() {
        int cells = (slabs.size() + 1) * cellsPerSlab;
        if (cells > free.length) {
            free = Arrays.copyOf(free, Math.max(cells, 2 * free.length)); // first, because the heap may be full
        }
        slabs.ensureCapacity(slabs.size() + 1);
        long slab = MemorySource.allocateFrom(source, slabBytes(), ALIGNMENT);
        slabs.addLong(slab);
        for (int i = cellsPerSlab - 1; i >= 0; i--) {
            free(slab + i * cellBytes);
        }
    }

    private long slabBytes() {
        return cellsPerSlab * cellBytes;
    }

    long reservedBytes() {
        return slabs.size() * slabBytes();
    }

    @Override
    public void close() {
        for (int i = 0; i < slabs.size(); i++) {
            source.free(slabs.getLong(i), slabBytes());
        }
        slabs.clear();
        freeCount = 0;
    }
}
