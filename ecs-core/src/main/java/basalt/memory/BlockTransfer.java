package basalt.memory;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Memory on its way from one thread to another: what {@link TransferableBlock#give()} returns. One thread
 * receives it, or one closes it; the first one has it. Thread-safe.
 */
public final class BlockTransfer implements AutoCloseable {
    private static final String WAITING = "waiting";

    private final MemorySource source;
    private final long address;
    private final long sizeBytes;

    /** What became of it. Each change is one compare-and-set, after which no other one succeeds. */
    private final AtomicReference<String> state = new AtomicReference<>(WAITING);

    BlockTransfer(MemorySource source, long address, long sizeBytes) {
        this.source = source;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Makes the memory the calling thread's. All that its owner before had written is there.
     *
     * @return the block; close it or give it away
     * @throws IllegalStateException if it was received or closed before
     */
    public TransferableBlock receive() {
        TransferableBlock block = tryReceive();
        if (block == null) {
            throw new IllegalStateException("transfer was " + state.get() + " before: a block is received once");
        }
        return block;
    }

    /**
     * As {@link #receive()}, where several threads are after the same block.
     *
     * @return the block; null if it was received or closed before
     */
    public TransferableBlock tryReceive() {
        TransferableBlock block =
                new TransferableBlock(source, address, sizeBytes); // first, because the heap may be full
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
     * How large the memory is.
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
