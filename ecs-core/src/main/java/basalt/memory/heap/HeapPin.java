package basalt.memory.heap;

import basalt.memory.Slice;

/**
 * One pin of a {@link Heap}'s block: while it is open the block stays where it is, and cannot be freed or made smaller.
 *
 * <pre>{@code
 * try (HeapPin pin = heap.pin(handle)) {
 *     Slice slice = pin.slice(); // valid until the pin closes, whatever else happens to the heap
 *     ...
 * }
 * }</pre>
 *
 * <p>Pins are counted: a block may move again once all of its pins are closed. Confined to its heap's thread.
 */
public final class HeapPin implements AutoCloseable {
    private final Heap heap;
    private final long handle;
    private boolean closed;

    HeapPin(Heap heap, long handle) {
        this.heap = heap;
        this.handle = handle;
    }

    /**
     * The pinned block.
     *
     * @return its handle
     */
    public long handle() {
        return handle;
    }

    /**
     * Resolves the block. The slice stays valid at least until this pin closes.
     *
     * @return a checked view of it
     * @throws IllegalStateException if this pin or the heap is closed
     */
    public Slice slice() {
        requireOpen();
        return heap.slice(handle);
    }

    /**
     * Takes this pin back. Constant time.
     *
     * @throws IllegalStateException if it is closed already, by itself or by {@link Heap#unpin(long)}; if the heap is
     *     closed; on a wrong thread
     */
    @Override
    public void close() {
        requireOpen();
        heap.unpin(handle);
        closed = true;
    }

    @Override
    public String toString() {
        return "HeapPin[index=" + Integer.toUnsignedString((int) handle) + (closed ? ", closed]" : "]");
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("pin is closed already: pin(handle) gives a new one");
        }
    }
}
