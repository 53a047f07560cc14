package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.allocator.Heap;

/**
 * The journals of the cells that actors have visited. Each journal is a block of the heap that doubles its size when it
 * is full. Moved blocks leave holes, which defragmentation closes. It can move any journal, so actors keep handles
 * only.
 *
 * <pre>
 *   journal    +---------+--------+--------+-----+- - - - -+
 *              | entries | cell 0 | cell 1 | ... |  free   |    ints
 *              +---------+--------+--------+-----+- - - - -+
 * </pre>
 */
final class Journals {
    private static final long FIRST_BYTES = 16;

    private final Heap heap;

    Journals(Heap heap) {
        this.heap = heap;
    }

    /** Begins a journal; returns its handle. */
    long open() {
        long journal = heap.allocate(FIRST_BYTES);
        heap.slice(journal).putInt(0, 0);
        return journal;
    }

    /** Writes an entry. */
    void add(long journal, int cell) {
        int entries = size(journal);
        long bytes = heap.sizeBytes(journal);
        if (4 + entries * 4L == bytes) {
            heap.resize(journal, bytes * 2);
        }
        Slice slice = heap.slice(journal); // taken after growing, which may have moved the block
        slice.putInt(4 + entries * 4L, cell);
        slice.putInt(0, entries + 1);
    }

    /** Whether a journal contains a cell. */
    boolean contains(long journal, int cell) {
        Slice slice = heap.slice(journal);
        for (int i = slice.getInt(0); i > 0; i--) {
            if (slice.getInt(i * 4L) == cell) {
                return true;
            }
        }
        return false;
    }

    /** Number of entries. */
    int size(long journal) {
        return heap.slice(journal).getInt(0);
    }

    /** A hash of all entries. */
    long hash(long journal) {
        Slice slice = heap.slice(journal);
        long hash = 0;
        for (int i = slice.getInt(0); i > 0; i--) {
            hash = hash * 31 + slice.getInt(i * 4L);
        }
        return hash;
    }

    void close(long journal) {
        heap.free(journal);
    }
}
