package basalt.memory;

import basalt.internal.Lifetimes;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A block of memory that one thread owns at a time and can pass to another thread without a copy.
 *
 * <pre>{@code
 * TransferableBlock block = TransferableBlock.allocate(source, 4096, 64);     // in one thread
 * block.slice().putLong(0, 42);
 * queue.add(block.give());                                     // this thread no longer owns it
 *
 * try (TransferableBlock block = queue.take().receive()) {             // in another thread
 *     use(block.slice().getLong(0));
 * }
 * }</pre>
 *
 * <p>At each moment either a transferable block or a {@link Transfer} owns the memory, and that object must be
 * closed. Use of a block by another thread, or after it was given away or closed, throws {@link IllegalStateException};
 * its slices are dead too.
 */
public final class TransferableBlock implements AutoCloseable {
    private final MemorySource source;
    private final long address;
    private final long sizeBytes;
    private final Ownership ownership = new Ownership();

    /** SAFETY: the caller owns the memory and keeps no reference to it. */
    TransferableBlock(MemorySource source, long address, long sizeBytes) {
        this.source = source;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Takes memory, owned by the calling thread. Contents are undefined.
     *
     * @param source the source, which must be thread-safe: any thread may give the memory back
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return the block; close it or give it away
     * @throws NativeMemoryException if there is no more memory
     */
    public static TransferableBlock allocate(MemorySource source, long bytes, int alignment) {
        return new TransferableBlock(source, MemorySource.allocateFrom(source, bytes, alignment), bytes);
    }

    /**
     * Like {@link #allocate}, but returns null if there is no memory.
     *
     * @return the block; null if there is no more memory
     */
    public static TransferableBlock tryAllocate(MemorySource source, long bytes, int alignment) {
        try {
            return allocate(source, bytes, alignment);
        } catch (NativeMemoryException e) {
            return null;
        }
    }

    /** {@return a view of the memory for the owner; it is dead once the block is given away or closed} */
    public Slice slice() {
        ownership.require();
        return new Slice(ownership, 0, Ownership.SERIAL, address, sizeBytes);
    }

    /** {@return the size of the block, in bytes} */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Gives the memory away. The thread that receives it sees what was written before.
     *
     * @return the transfer, which another thread must receive or close
     */
    public Transfer give() {
        ownership.require();
        Transfer transfer = new Transfer(source, address, sizeBytes); // first, because the heap may be full
        ownership.end("given away");
        return transfer;
    }

    /** Gives the memory back to its source. Does nothing if the block was closed or given away. */
    @Override
    public void close() {
        ownership.requireOwner();
        if (ownership.isCurrent()) {
            ownership.end("closed");
            source.free(address, sizeBytes);
        }
    }

    @Override
    public String toString() {
        return "TransferableBlock[sizeBytes=" + sizeBytes + ", " + ownership + "]";
    }

    /** The lifetime that all slices of a block share. */
    private static final class Ownership extends Lifetimes {
        static final long SERIAL = 1;

        private String ended = "";

        Ownership() {
            super(1);
            serials[0] = SERIAL;
        }

        boolean isCurrent() {
            return serials[0] == SERIAL;
        }

        void require() {
            requireOwner();
            if (!isCurrent()) {
                throw dead(0, SERIAL);
            }
        }

        void end(String how) {
            ended = how;
            serials[0] = 0;
        }

        @Override
        public IllegalStateException dead(int slot, long serial) {
            return new IllegalStateException("block used after it was " + ended + "; it no longer owns the memory");
        }

        @Override
        public String allocator() {
            return "transferable block";
        }

        @Override
        protected String remedyForOtherThreads() {
            return "give() it there, and receive() it here";
        }

        @Override
        public String toString() {
            return isCurrent() ? "owned" : ended;
        }
    }

    /**
     * Memory on its way from one thread to another, returned by {@link TransferableBlock#give()}. It is received or
     * closed once, by the first thread that does either. Thread-safe.
     */
    public static final class Transfer implements AutoCloseable {
        private static final String WAITING = "waiting";

        private final MemorySource source;
        private final long address;
        private final long sizeBytes;

        /** Waiting, received or closed. It changes once, by a compare-and-set. */
        private final AtomicReference<String> state = new AtomicReference<>(WAITING);

        Transfer(MemorySource source, long address, long sizeBytes) {
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
            // First, because it may fail with OutOfMemoryError.
            TransferableBlock block = new TransferableBlock(source, address, sizeBytes);
            if (!state.compareAndSet(WAITING, "received")) {
                throw new IllegalStateException("transfer was " + state.get() + " already: a block is received once");
            }
            return block;
        }

        /** Gives the memory back to its source, if it was not received. Further calls do nothing. */
        @Override
        public void close() {
            if (state.compareAndSet(WAITING, "closed")) {
                source.free(address, sizeBytes);
            }
        }

        /** {@return the size of the memory, in bytes} */
        public long sizeBytes() {
            return sizeBytes;
        }

        @Override
        public String toString() {
            return "TransferableBlock.Transfer[sizeBytes=" + sizeBytes + ", " + state.get() + "]";
        }
    }
}
