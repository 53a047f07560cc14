package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.heap.Heap;

/**
 * Where the actors have been. Each journal is a block of the heap that becomes twice as large when it is full. What has
 * to move for that leaves holes; defragmentation closes them, and may move any journal, so only handles are kept.
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
        Slice slice = heap.slice(journal); // after that, which may have moved it
        slice.putInt(4 + entries * 4L, cell);
        slice.putInt(0, entries + 1);
    }

    /** Whether an actor has been there. */
    boolean contains(long journal, int cell) {
        Slice slice = heap.slice(journal);
        for (int i = slice.getInt(0); i > 0; i--) {
            if (slice.getInt(i * 4L) == cell) {
                return true;
            }
        }
        return false;
    }

    /** How many entries it has. */
    int size(long journal) {
        return heap.slice(journal).getInt(0);
    }

    /** A number for all entries. */
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
