package basalt.memory;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Memory on its way from one thread to another, returned by {@link TransferableBlock#give()}. It is received or closed
 * once, by the first thread that does either. Thread-safe.
 */
public final class BlockTransfer implements AutoCloseable {
    private static final String WAITING = "waiting";

    private final MemorySource source;
    private final long address;
    private final long sizeBytes;

    /** Waiting, received or closed. It changes once, by a compare-and-set. */
    private final AtomicReference<String> state = new AtomicReference<>(WAITING);

    BlockTransfer(MemorySource source, long address, long sizeBytes) {
        this.source = source;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Transfers the memory to the calling thread, which sees everything that the previous owner wrote.
     *
     * @return the block; close it or give it away
     * @throws IllegalStateException if it was already received or closed
     */
    public TransferableBlock receive() {
        TransferableBlock block = tryReceive();
        if (block == null) {
            throw new IllegalStateException("transfer was " + state.get() + " already: a block is received once");
        }
        return block;
    }

    /**
     * Like {@link #receive()}, but returns null if another thread was first.
     *
     * @return the block; null if it was already received or closed
     */
    public TransferableBlock tryReceive() {
        TransferableBlock block =
                new TransferableBlock(source, address, sizeBytes); // first, because it may fail with OutOfMemoryError
        return state.compareAndSet(WAITING, "received") ? block : null;
    }

    /** Gives the memory back to its source, if it was not received. Further calls do nothing. */
    @Override
    public void close() {
        if (state.compareAndSet(WAITING, "closed")) {
            source.free(address, sizeBytes);
        }
    }

    /**
     * The size of the memory.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public String toString() {
        return "BlockTransfer[sizeBytes=" + sizeBytes + ", " + state.get() + "]";
    }
}
