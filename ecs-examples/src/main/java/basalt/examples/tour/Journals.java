package basalt.examples.tour;

import basalt.memory.Slice;
import basalt.memory.heap.Heap;

/**
 * Where the actors have been. Each journal is a block of the heap that is replaced by a larger one when it is full, which leaves
 * holes; defragmentation closes them, and may move any journal, so only handles are kept.
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

    /** Writes an entry; returns the handle that the journal has from now on. */
    long add(long journal, int cell) {
        long roomy = size(journal) * 4L + 4 == heap.sizeBytes(journal) ? enlarged(journal) : journal;
        Slice slice = heap.slice(roomy);
        int entries = slice.getInt(0);
        slice.putInt(4 + entries * 4L, cell);
        slice.putInt(0, entries + 1);
        return roomy;
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

    private long enlarged(long journal) {
        long bytes = heap.sizeBytes(journal);
        long larger = heap.allocate(bytes * 2);
        Slice from = heap.slice(journal); // after the allocation, though that moves nothing
        Slice to = heap.slice(larger);
        for (long i = 0; i < bytes; i += 4) {
            to.putInt(i, from.getInt(i));
        }
        heap.free(journal);
        return larger;
    }
}
