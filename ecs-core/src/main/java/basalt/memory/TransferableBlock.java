package basalt.memory;

import basalt.internal.Lifetimes;

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
 * <p>At each moment either a transferable block or a {@link BlockTransfer} owns the memory, and that object must be
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
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if there is no more memory
     */
    public static TransferableBlock allocate(MemorySource source, long bytes, int alignment) {
        return new TransferableBlock(source, MemorySource.allocateFrom(source, bytes, alignment), bytes);
    }

    /**
     * Like {@link #allocate}, but returns null if there is no memory.
     *
     * @param source the source, which must be thread-safe: any thread may give the memory back
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096
     * @return the block; null if there is no more memory
     * @throws IllegalArgumentException if {@code source} is null, or {@code bytes} or {@code alignment} is out of range
     */
    public static TransferableBlock tryAllocate(MemorySource source, long bytes, int alignment) {
        try {
            return allocate(source, bytes, alignment);
        } catch (NativeMemoryException e) {
            return null;
        }
    }

    /**
     * The memory.
     *
     * @return a view for the owner; it is dead once the block is given away or closed
     * @throws IllegalStateException if the calling thread does not own the block
     */
    public Slice slice() {
        ownership.require();
        return new Slice(ownership, 0, Ownership.SERIAL, address, sizeBytes);
    }

    /**
     * The size of the block.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Gives the memory away. The thread that receives it sees what was written before.
     *
     * @return the transfer, which another thread must receive or close
     * @throws IllegalStateException if the calling thread does not own the block
     */
    public BlockTransfer give() {
        ownership.require();
        BlockTransfer transfer = new BlockTransfer(source, address, sizeBytes); // first, because the heap may be full
        ownership.end("given away");
        return transfer;
    }

    /**
     * Gives the memory back to its source. Does nothing if the block was closed or given away.
     *
     * @throws IllegalStateException if called by a thread that is not the owner
     */
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
}
