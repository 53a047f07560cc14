package basalt.memory.allocator;

import basalt.memory.Slice;

/**
 * A pin of a {@link Heap}'s block: while it is open the block cannot be moved, freed or made smaller.
 *
 * <pre>{@code
 * try (HeapPin pin = heap.pin(handle)) {
 *     Slice slice = pin.slice(); // valid until the pin closes
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

    /** {@return the handle of the pinned block} */
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
     * Releases this pin. Constant time.
     *
     * @throws IllegalStateException if the pin or the heap is closed already, or on the wrong thread
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
            throw new IllegalStateException("pin is closed already: pin(handle) returns a new one");
        }
    }
}
